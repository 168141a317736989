import { updateAccount } from '../../../calls/operations/account/update-account.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { listChannels } from '../../../storage/store/batch/channel.sql.ts'
import { moveMemberAddress } from '../../../storage/store/member/session.sql.ts'
import { readerOf } from '../../portal-api/cards/parts/reading.ts'
import { addressHash, contactsOf } from '../enter/one-time-code.ts'
import { tellMember } from '../enter/tell-member.ts'
import { findOwnCards } from '../own-cards.ts'
import { perform } from '../perform.ts'
import { isTurnedAway, type MemberRefusal, notIn } from '../refusal.ts'
import type { OwnMemberVisit } from '../route.ts'
import { findOwnCard } from '../routes/card.ts'
import { giveUpConsents, takeConsentsAlong } from './consents-along.ts'

interface Change {
  /** What the member has proved to get in. */
  readonly proved: ChannelUser
  /** What they have proved just now. */
  readonly wanted: ChannelUser
}

/** Puts the new address in place of the old one of its kind, with what belongs to it, and tells the old one. */
export async function changeAddress(
  { proved, wanted }: Change,
  visit: OwnMemberVisit<unknown>,
): Promise<MemberRefusal | object> {
  const { services, brand, member } = visit
  const old = await findOld({ proved, wanted }, visit)
  if (old === 'gone') return notIn
  const numbers = await numbersToChange(old, visit)
  const wishes = await listChannels(services.pool, brand.id, [wanted])
  const field = wanted.channel === 'email' ? 'email' : 'mobilePhone'
  for (const cardNumber of numbers) {
    const sent = { cardNumber, primaryCustomer: { [field]: wanted.user } }
    const done = await perform(updateAccount, sent, visit)
    if (!isTurnedAway(done)) continue
    if (cardNumber === member.cardNumber) return done
    services.log.warn('member.address', { text: done.reason, brand: brand.id })
  }
  if (old) {
    const [from, to] = [old, wanted].map((one) => addressHash(services.pins, brand, one))
    if (from && to) await moveMemberAddress(services.pool, brand.id, { from, to, sessionId: member.sessionId })
    if (wishes.length === 0) await takeConsentsAlong(old, wanted, visit)
    if ((await findOwnCards(old, visit)).length === 0) await giveUpConsents(old, visit)
  }
  tellMember(old ?? proved, 'addressChanged', visit)
  return {}
}

/** What the account has of this kind so far. Of a card that was replaced and says nobody, it is what was proved. */
async function findOld({ proved, wanted }: Change, visit: OwnMemberVisit<unknown>) {
  const view = await findOwnCard(visit)
  if (!view) return 'gone'
  const [account] = await listAccounts(readerOf(visit), visit.brand.id, [view.card.id])
  const { email, mobilePhone } = account?.customer ?? {}
  const known = contactsOf(String(email ?? ''), String(mobilePhone ?? ''))
  return [...known, proved].find(({ channel }) => channel === wanted.channel)
}

/** All cards that have the address that was proved; of one that nobody has proved, other cards may be other people's. */
async function numbersToChange(old: ChannelUser | undefined, visit: OwnMemberVisit<unknown>): Promise<string[]> {
  const { cardNumber, contact } = visit.member
  const isProved = old && contact?.channel === old.channel && contact.key === old.key
  const others = isProved ? await findOwnCards(old, visit) : []
  return [...new Set([cardNumber, ...others.map((one) => one.cardNumber)])]
}
