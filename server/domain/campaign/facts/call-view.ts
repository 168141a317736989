import { toDecimal } from '../../../ground/kernel/decimal.ts'
import { partyOf } from '../../account/third-party.ts'
import { amounting, counted, found, type KnownReading, listed, missing } from '../../brand/facts/reading.ts'
import type { FactOwner, FactView } from '../../brand/facts/view.ts'
import type { FactArguments } from '../../brand/rules/arguments.ts'
import { findValueType } from '../../brand/value-types.ts'
import { bucketOf } from '../../card/card.ts'
import { statusAt } from '../../card/guard.ts'
import type { AccountFacts, CallFacts, Scores } from '../call-facts.ts'
import type { EventSums, HistorySums } from '../needs.ts'
import { decimalOfMicro } from '../tier/measure.ts'
import { balanceOf } from './balances.ts'
import { ageOn, daysToBirthday } from './birthday.ts'
import { variantOf } from './draw.ts'
import { countFirings, sumEvents, sumHistory } from './past-facts.ts'
import { matchesCoupon, type PresentedFact } from './presented.ts'
import { type FactReading, needing } from './reading.ts'
import { shownIn } from './shown-tier.ts'
import { sinceOf } from './since.ts'

const stepsPerDigest = 30

type FactNeeding = Extract<FactReading, { kind: 'needs' }>['need']

/** A call as facts see it, with the arguments that one condition or amount gives. */
export class CallView implements FactView<FactNeeding> {
  readonly call: CallFacts
  readonly given: FactArguments
  readonly owner: FactOwner

  constructor(call: CallFacts, given: FactArguments, owner: FactOwner) {
    this.call = call
    this.given = given
    this.owner = owner
  }

  cardStatus(): string | undefined {
    const { card, clock } = this.call
    return card && statusAt(card, clock.now)
  }

  /** If the card's program lacks the value type, the fact is missing, not 0. */
  balance(which: 'available' | 'held' | 'expiring'): FactReading {
    const { card, program, work, clock } = this.call
    const valueType = findValueType(program, this.given)
    if (!card || !valueType) return missing
    const purse = { valueType: valueType.id, bucket: bucketOf(valueType, this.given.subtrack) }
    work.spend(card.lots.length)
    return amounting(balanceOf[which](card, purse, clock, this.given.within), valueType.scale)
  }

  /** Reads what is stored about the customer; asks for it if it has not been read yet. */
  account(read: (account: AccountFacts) => KnownReading): FactReading {
    const { card, account } = this.call
    if (!card) return missing
    return account ? read(account) : needing({ kind: 'account' })
  }

  birthday(read: (birthday: { readonly age?: number; readonly inDays?: number }) => KnownReading): FactReading {
    const { clock, due = clock } = this.call
    return this.account(({ customer: { birthday } }) => {
      if (typeof birthday !== 'string' || birthday === '') return missing
      const age = ageOn(due.date, birthday)
      return read({ ...(age !== undefined && { age }), inDays: daysToBirthday(due.date, birthday) })
    })
  }

  consent(): FactReading {
    const { channel = '', list } = this.given
    const party = partyOf(channel)
    return this.account(({ optIns }) => {
      const ofChannel = optIns.filter((optIn) => optIn.channel === party)
      const wantsChannel = ofChannel.some((optIn) => optIn.list === undefined)
      return found(wantsChannel && (list === undefined || ofChannel.some((optIn) => optIn.list === list)))
    })
  }

  history(read: (sums: HistorySums) => KnownReading): FactReading {
    if (!this.call.card) return missing
    const sums = sumHistory(this.call, this.given)
    return 'kind' in sums ? needing(sums) : read(sums)
  }

  events(read: (sums: EventSums) => KnownReading): FactReading {
    if (!this.call.card) return missing
    const sums = sumEvents(this.call, this.given)
    return 'kind' in sums ? needing(sums) : read(sums)
  }

  segments(): FactReading {
    const { card, segments } = this.call
    if (!card) return missing
    return segments ? listed(segments) : needing({ kind: 'segments' })
  }

  score(part: keyof Scores): FactReading {
    const { card, scores } = this.call
    if (!card) return missing
    if (!scores) return needing({ kind: 'scores' })
    const value = scores[part]
    return value === undefined ? missing : found(toDecimal(value))
  }

  firings(): FactReading {
    const { rule = '', within } = this.given
    if (!this.call.card) return missing
    const fired = countFirings(this.call, { kind: 'counter', rule, per: 'card', ...sinceOf(within, this.call.clock) })
    return typeof fired === 'number' ? counted(fired) : needing(fired)
  }

  tier(read: Parameters<FactView<FactNeeding>['tier']>[0]): FactReading {
    const { card, program, tierPast } = this.call
    const tiers = program?.tiers
    const { program: asked } = this.given
    if (!card || !tiers || (asked !== undefined && asked !== program.id)) return missing
    if (!tierPast) return needing({ kind: 'tier', program: program.id })
    const { missing: left, id, rank } = shownIn(this.call, tiers, tierPast)
    return read({
      rank,
      ...(id !== undefined && { id }),
      ...(left !== undefined && { missing: decimalOfMicro(left) }),
    })
  }

  presents(what: PresentedFact): FactReading {
    const { coupons, work } = this.call
    work.spend(coupons.length)
    return found(coupons.some(matchesCoupon(what, this.given)))
  }

  draw(): FactReading {
    const { card, work } = this.call
    work.spend(stepsPerDigest)
    return counted(card && variantOf(this.owner.brand, this.owner.campaign, card.number))
  }
}
