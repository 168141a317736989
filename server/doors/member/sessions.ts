import type { Brand } from '../../domain/brand/brand.ts'
import type { ChannelUser } from '../../domain/channel/channel-user.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { uuidV7 } from '../../ground/kernel/ids.ts'
import { newToken, tokenSha256 } from '../../ground/kernel/random-token.ts'
import { day, hour, type Instant, minute } from '../../ground/kernel/time.ts'
import {
  type FoundMemberSession,
  findMemberSession,
  insertMemberSession,
  type MemberWay,
  renewMemberSession,
} from '../../storage/store/member/session.sql.ts'
import { addressHash, contactsOf } from './enter/one-time-code.ts'
import type { MemberServices } from './member-services.ts'

/** Somebody who is in: with one card of one brand. */
export interface Member {
  readonly cardNumber: string
  readonly sessionId: string
  readonly sha256: Buffer
  readonly way: MemberWay
  /** The address that they have proved by a code, now or before they made the passkey. */
  readonly contact?: ChannelUser
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** How long a session goes on after it was used last, and in all. */
const lasting = { brief: hour, remembered: 30 * day, most: 365 * day } as const

/** It is not written down more often than this that a session was used. */
const seenMs = 5 * minute

/** Looked up anew each time, so that one that was ended is over at once, in every process. */
export async function findMember(
  services: Pick<MemberServices, 'pool' | 'now' | 'pins'>,
  brand: Brand,
  token: string | undefined,
): Promise<Member | undefined> {
  if (token === undefined || !tokenForm.test(token)) return undefined
  const { pool, now } = services
  const sha256 = tokenSha256(token)
  const at = now()
  const found = await findMemberSession(pool, brand.id, sha256, at)
  if (!found || at - found.began_at > lasting.most) return undefined
  const session = { sessionId: found.session_id, sha256, way: found.way }
  // A card that a merchant's token is for, and that was replaced since, may be somebody else's by now.
  if (found.address_hash === null)
    return found.heir_number === null ? { ...session, cardNumber: found.card_number } : undefined
  const standing = standingOf(found, found.address_hash, services, brand)
  if (!standing) return undefined
  if (found.renews_for_ms !== null && at - found.seen_at > Math.min(seenMs, found.renews_for_ms / 10))
    await renewMemberSession(pool, brand.id, sha256, at)
  return { ...session, ...standing }
}

type HeirField = 'heir_number' | 'heir_email' | 'heir_mobile_phone'
type SessionCard = Pick<FoundMemberSession, 'card_number' | 'email' | 'mobile_phone' | HeirField>

/**
 * The card of whoever has proved an address, as long as the account still has it. Of a card that was replaced, the new one is
 * theirs if it says nobody else.
 */
export function standingOf(
  found: SessionCard,
  address: Buffer,
  { pins }: Pick<MemberServices, 'pins'>,
  brand: Brand,
): Pick<Member, 'cardNumber' | 'contact'> | undefined {
  const isProved = (one: ChannelUser) => addressHash(pins, brand, one).equals(address)
  const own = contactsOf(found.email, found.mobile_phone).find(isProved)
  if (found.heir_number === null) return own && { cardNumber: found.card_number, contact: own }
  const ofHeir = contactsOf(found.heir_email, found.heir_mobile_phone)
  const contact = ofHeir.length === 0 ? own : ofHeir.find(isProved)
  return contact && { cardNumber: found.heir_number, contact }
}

interface BegunSession {
  readonly token: string
  readonly expiresAt: Instant
}

export async function beginMemberSession(
  { pool, now, random }: Pick<MemberServices, 'pool' | 'now' | 'random'>,
  brand: Brand,
  session: {
    readonly cardId: CardId
    readonly address: Buffer
    readonly browser: string
    readonly isRemembered: boolean
    /** Absent: it begins by a code. */
    readonly passkeyId?: string
  },
): Promise<BegunSession> {
  const { token, sha256 } = newToken(random)
  const at = now()
  const renewsForMs = session.isRemembered ? lasting.remembered : lasting.brief
  const expiresAt = at + renewsForMs
  const { cardId, address, passkeyId } = session
  const sessionId = uuidV7(at, random(10))
  const browser = session.browser.slice(0, 200)
  const way = passkeyId === undefined ? 'code' : 'passkey'
  const begun = { sha256, sessionId, cardId, address, passkeyId, way, browser, at, expiresAt, renewsForMs } as const
  await insertMemberSession(pool, brand.id, defined(begun))
  return { token, expiresAt }
}
