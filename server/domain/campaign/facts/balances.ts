import type { Minor } from '../../../ground/kernel/money.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import type { Within } from '../../brand/rules/arguments.ts'
import { type Card, isOf, type Purse } from '../../card/card.ts'
import { availableOf, freeOf, spendableLots } from '../../card/lots.ts'
import type { LocalClock } from '../clock.ts'

type Measure = (card: Card, purse: Purse, clock: LocalClock, within: Within | undefined) => Minor

/** What of a balance rules can ask for. */
export const balanceOf: Readonly<Record<'available' | 'held' | 'expiring', Measure>> = {
  available: (card, purse, clock) => availableOf(card, purse, clock.now),
  held: (card, purse) => card.lots.filter(isOf(purse)).reduce((sum, lot) => sum + lot.held, 0),
  expiring: (card, purse, clock, within) => {
    const until = endOf(within, clock)
    return spendableLots(card, purse, clock.now)
      .filter((lot) => lot.expiresAt !== undefined && lot.expiresAt <= until)
      .reduce((sum, lot) => sum + freeOf(lot), 0)
  },
}

/** A balance that expires at midnight can be used all day, so the end of the period is included. */
function endOf(within: Within | undefined, clock: LocalClock): Instant {
  if (!within) return Number.POSITIVE_INFINITY
  return 'calendar' in within ? clock.endOf(within.calendar) : clock.now + within.days * day
}
