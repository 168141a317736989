import type { Brand } from '../../domain/brand/brand.ts'
import { countMemberTime, uncountMemberTime } from '../../storage/store/member/code.sql.ts'
import { markOf } from './enter/one-time-code.ts'
import type { MemberServices } from './member-services.ts'

/** How often something may be done, in which time. */
export interface Often {
  readonly ms: number
  readonly most: number
}

/** Counts one more time in the database, for all servers together. False: it was too often. */
export function mayAgain(
  { pool, pins, now }: Pick<MemberServices, 'pool' | 'pins' | 'now'>,
  brand: Brand,
  about: string,
  { ms, most }: Often,
): Promise<boolean> {
  const at = now()
  return countMemberTime(pool, brand.id, { about: markOf(pins, brand, about), now: at, endsAt: at + ms, most })
}

/** It came to nothing after all: it may be done as often as before. */
export const notCounted = (
  { pool, pins }: Pick<MemberServices, 'pool' | 'pins'>,
  brand: Brand,
  about: string,
): Promise<unknown> => uncountMemberTime(pool, brand.id, markOf(pins, brand, about))
