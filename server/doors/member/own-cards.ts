import { search } from '../../calls/operations/search/search.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { ChannelUser } from '../../domain/channel/channel-user.ts'
import { isRefusal } from '../../ground/kernel/errors.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { listWithHeirs } from '../../storage/store/member/session.sql.ts'
import { askQuery } from '../portal-api/cards/parts/reading.ts'
import { contactsOf } from './enter/one-time-code.ts'
import type { MemberServices } from './member-services.ts'

interface Looking {
  readonly services: Pick<MemberServices, 'pool' | 'pins' | 'newRef'>
  readonly brand: Brand
}

/** A card whose account has an address, or which such a card was replaced by. */
export interface OwnCard {
  /** The card whose account has the address. */
  readonly cardId: CardId
  readonly cardNumber: string
  readonly isUsable: boolean
}

const cardsMax = 50

/** The numbers of cards whose account has the address, in use or not. */
async function numbersOf({ channel, user }: ChannelUser, { services, brand }: Looking): Promise<string[]> {
  const filters = channel === 'email' ? { email: user } : { mobilePhone: user }
  const asked = { filters, exactMatch: true, includeInactive: true, limit: cardsMax }
  const found = await askQuery(search, asked, { services, brand, standing: {} })
  return isRefusal(found) ? [] : found.cards.map(({ cardNumber }) => cardNumber)
}

/**
 * The numbers of the cards to erase somebody from: all that have their address, and those that replaced one of these and say
 * nobody. Those come first: once the others are erased, nothing leads to them. Of very many cards, some.
 */
export async function numbersToErase(contact: ChannelUser, looking: Looking): Promise<string[]> {
  const numbers = await numbersOf(contact, looking)
  if (numbers.length === 0) return []
  const rows = await listWithHeirs(looking.services.pool, looking.brand.id, numbers)
  const heirs = rows.flatMap(({ heir_number: heir, email, mobile_phone: phone }) =>
    heir !== null && contactsOf(email, phone).length === 0 ? heir : [],
  )
  return [...new Set([...heirs, ...numbers])]
}

/**
 * What somebody with an address has, the card to show first: one in use, else the newest. A card that was merged into somebody
 * else's is theirs no more.
 */
export async function findOwnCards(contact: ChannelUser, looking: Looking): Promise<readonly OwnCard[]> {
  const numbers = await numbersOf(contact, looking)
  if (numbers.length === 0) return []
  const rows = await listWithHeirs(looking.services.pool, looking.brand.id, numbers)
  const isUsable = (status: string) => status === 'Activated' || status === 'Demo'
  return rows
    .flatMap((row): OwnCard[] => {
      if (row.heir_number === null)
        return [{ cardId: row.card_id, cardNumber: row.card_number, isUsable: isUsable(row.status) }]
      const others = contactsOf(row.email, row.mobile_phone)
      const isOwn =
        others.length === 0 || others.some(({ channel, key }) => channel === contact.channel && key === contact.key)
      return isOwn
        ? [{ cardId: row.card_id, cardNumber: row.card_number, isUsable: isUsable(row.heir_status ?? '') }]
        : []
    })
    .toSorted((a, b) => Number(b.isUsable) - Number(a.isUsable))
}
