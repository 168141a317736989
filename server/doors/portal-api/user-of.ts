import type { CallUser } from '../../domain/decision/call.ts'
import type { Hand } from '../../domain/judge/judge-outcome.ts'
import { isFreshProof } from '../../domain/judge/proof.ts'
import type { Language } from '../../ground/kernel/language.ts'
import type { Standing, Visitor } from '../access/visitor.ts'
import type { PortalServices } from './portal-services.ts'

/** Who is there, and what they read. */
interface Present {
  readonly visitor: Pick<Visitor, 'name' | 'confirmedAt'>
  readonly standing: Standing
  readonly language?: Language | undefined
}

/** The visitor as whoever makes a call. */
export function userOf(
  { now }: Pick<PortalServices, 'now'>,
  { visitor, standing, language = 'en' }: Present,
): CallUser {
  const { locations, permissions } = standing
  const rights = locations ? { locations: [...locations] } : {}
  const isConfirmed = isFreshProof(visitor.confirmedAt, now())
  return { name: visitor.name, rights, permissions: [...permissions], isConfirmed, language }
}

/** What somebody may do by hand. */
export function handOf({ role, permissions }: Standing, isConfirmed: boolean): Hand {
  return {
    role,
    undoesOnlyOwn: !permissions.has('cards.repair'),
    mayApprove: permissions.has('changes.approve'),
    isConfirmed,
  }
}
