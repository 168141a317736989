import type { Instant } from '../../ground/kernel/time.ts'
import type { CardBook } from './book.ts'
import type { Card } from './card.ts'
import { freeOf, isLotExpired } from './lots.ts'

/** The calls that only book what time has done. Nobody can void them: nothing was done that could be undone. */
export const expiryCalls = { balances: 'expireBalances', card: 'expireCard' } as const

export const isExpiryCall = (operation: string) => operation === expiryCalls.balances || operation === expiryCalls.card

/** Books what has expired of the card's lots: one posting for each, of what no hold keeps. Answers whether there was any. */
export function expireLots(book: CardBook, now: Instant): boolean {
  const expired = book.card.lots.filter((lot) => isLotExpired(lot, now) && freeOf(lot) > 0)
  book.take(
    expired.map((lot) => ({ lot: lot.no, amount: freeOf(lot) })),
    'Expiration',
  )
  return expired.length > 0
}

/** Whether the card is past its expiry and still says that it is active. */
export function isPastExpiry({ status, expiresAt }: Pick<Card, 'status' | 'expiresAt'>, now: Instant): boolean {
  return (status === 'Activated' || status === 'Demo') && expiresAt !== undefined && expiresAt <= now
}
