import { createHash } from 'node:crypto'
import type { Minor } from '../../../ground/kernel/money.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import type { FactArguments, Within } from '../../brand/rules/arguments.ts'
import { findValueType } from '../../brand/value-types.ts'
import { bucketOf, type Card, isOf, type Purse } from '../../card/card.ts'
import { statusAt } from '../../card/guard.ts'
import { availableOf, freeOf, spendableLots } from '../../card/lots.ts'
import type { AccountFacts, CallFacts } from '../call-facts.ts'
import type { LocalClock } from '../clock.ts'
import { ofMinor } from '../decimal.ts'
import {
  counted,
  type FactCompiler,
  type FactReading,
  found,
  fullDaysSince,
  missing,
  needing,
  plain,
} from './reading.ts'

/** Facts about the card and its balances. They are missing when the call has no card. */
export const cardFacts: Readonly<Record<string, FactCompiler>> = {
  'card.number': plain(({ card }) => found(card?.number)),
  'card.setId': plain(({ card }) => found(card?.setId)),
  'card.status': plain(({ card, clock }) => found(card && statusAt(card, clock.now))),
  'card.isEnrolled': plain(ofAccount((account) => found(account.isEnrolled))),
  'card.isChild': plain(({ card, isChild }) => (card ? found(isChild) : missing)),
  'card.hasChildren': plain(ofAccount((account) => found(account.hasChildren))),
  'card.daysSinceActivation': plain(({ card, clock }) => fullDaysSince(card?.activatedAt, clock)),
  'card.daysSinceEnrollment': plain(ofAccount((account, { clock }) => fullDaysSince(account.enrolledAt, clock))),
  'program.id': plain(({ program }) => found(program?.id)),

  balance: balanceOf((card, purse, { clock }) => availableOf(card, purse, clock.now)),
  'balance.held': balanceOf((card, purse) => card.lots.filter(isOf(purse)).reduce((sum, lot) => sum + lot.held, 0)),
  'balance.expiring': balanceOf((card, purse, { clock }, { within }) => {
    const until = endOf(within, clock)
    return spendableLots(card, purse, clock.now)
      .filter((lot) => lot.expiresAt !== undefined && lot.expiresAt <= until)
      .reduce((sum, lot) => sum + freeOf(lot), 0)
  }),

  random:
    (_given, { brand, campaign }) =>
    ({ card, work }) => {
      work.spend(stepsPerDigest)
      return counted(card && variantOf(brand, campaign, card.number))
    },
}

/** Reads what is stored about the customer; asks for it if it has not been read yet. */
export function ofAccount(
  read: (account: AccountFacts, facts: CallFacts) => FactReading,
): (facts: CallFacts) => FactReading {
  return (facts) => {
    if (!facts.card) return missing
    return facts.account ? read(facts.account, facts) : needing({ kind: 'account' })
  }
}

type Measure = (card: Card, purse: Purse, facts: CallFacts, given: FactArguments) => Minor

/** If the card's program lacks the value type, the fact is missing, not 0. */
function balanceOf(measure: Measure): FactCompiler {
  return (given) => (facts) => {
    const { card, program } = facts
    const valueType = findValueType(program, given)
    if (!card || !valueType) return missing
    const purse = { valueType: valueType.id, bucket: bucketOf(valueType, given.subtrack) }
    facts.work.spend(card.lots.length)
    return found(ofMinor(measure(card, purse, facts, given), valueType.scale))
  }
}

/** A balance that expires at midnight can be used all day, so the end of the period is included. */
function endOf(within: Within | undefined, clock: LocalClock): Instant {
  if (!within) return Number.POSITIVE_INFINITY
  return 'calendar' in within ? clock.endOf(within.calendar) : clock.now + within.days * day
}

const stepsPerDigest = 30

/** From 0 to 99, evenly distributed, and always the same for a brand, campaign and card. */
export function variantOf(brand: string, campaign: string, cardNumber: string): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([brand, campaign, cardNumber]))
    .digest()
  return digest.readUIntBE(0, 6) % 100
}
