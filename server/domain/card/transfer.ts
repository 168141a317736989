import { isRefusal, type Refusal } from '../../ground/kernel/errors.ts'
import { type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { refuseTooMuch } from './balance-limits.ts'
import type { CardBook } from './book.ts'
import type { Lot, Purse } from './card.ts'
import { freeOf, isLotExpired, totalOf } from './lots.ts'
import { passOn } from './take-back.ts'

/** Makes everything that holds reserve free again; what others gave in a lot's stead is theirs, as with any release. */
export function releaseHolds(book: CardBook): void {
  for (const { hold, lot, amount } of book.card.portions) {
    book.release(hold, [{ lot, amount }], 'Transfer')
    passOn(book, lot, { amount, kind: 'Transfer' })
  }
}

/** Takes everything that has not expired off a card without holds. */
export function takeAll(book: CardBook, now: Instant): void {
  const parts = unexpired(book, now).map((lot) => ({ lot: lot.no, amount: lot.amount }))
  book.take(parts, 'Transfer')
}

/** What a lot becomes on the other card: the same worth in its value type and smallest unit. */
export interface Landing {
  readonly purse: Purse
  readonly amount: Minor
}

interface Move {
  readonly from: CardBook
  readonly to: CardBook
  /** Where a lot goes; undefined for one that stays. */
  readonly landingOf: (lot: Lot) => Landing | Refusal | undefined
}

/**
 * Moves what has not expired to another card, as lots with the same expiry, activation and return flag. No limit of a
 * value type applies: nothing is issued. Only what no amount can express is refused.
 */
export function moveLots({ from, to, landingOf }: Move, now: Instant): Refusal | undefined {
  for (const lot of unexpired(from, now)) {
    const landing = landingOf(lot)
    if (!landing) continue
    if (isRefusal(landing)) return landing
    const { purse, amount } = landing
    if (amount > minorMax - totalOf(to.card, purse, now)) return refuseTooMuch()
    const { returnRelated, expiresAt, activeAt } = lot
    from.take([{ lot: lot.no, amount: freeOf(lot) }], 'Transfer')
    to.issue(
      {
        ...purse,
        amount,
        returnRelated,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(activeAt !== undefined && { activeAt }),
        from: lot.from ?? { cardId: from.card.id, lot: lot.no },
      },
      'Transfer',
    )
  }
  return undefined
}

/** In the order in which they were issued, which is the last criterion of redemption. */
function unexpired({ card }: CardBook, now: Instant): Lot[] {
  return card.lots.filter((lot) => freeOf(lot) > 0 && !isLotExpired(lot, now)).toSorted((a, b) => a.no - b.no)
}
