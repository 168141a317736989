import type { Finished } from '../../calls/engine/work.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Elsewhere } from './count-exchange.ts'
import { FailureLimit } from './failure-limit.ts'
import { GuessLimit } from './guess-limit.ts'

/** Nobody types more wrong codes than this in a minute by mistake. */
const unknownCouponsPerCardMax = 20

/** Nobody serves more customers without a card in a minute. Whom somebody finds is counted, too: they are told who that is. */
const peopleSoughtMax = 20

/** What a call looks up, as whose look-up it is counted. Absent for what it does not name. */
export interface Lookups {
  /** A key at a terminal. */
  readonly caller: string
  readonly namesCard: boolean
  readonly namesCoupon: boolean
  /** The card that coupons are presented with. */
  readonly card?: string
}

interface Caller {
  readonly brand: string
  readonly key: string
  readonly location: string
  readonly terminal: string
}

/**
 * Slows down who tries card numbers and pins, and who tries coupons and public codes. Both are counted apart: a till
 * that finds every card may still try codes.
 */
export class Guesses {
  private readonly cards: GuessLimit
  private readonly coupons: GuessLimit
  private readonly couponsOfCard: FailureLimit
  private readonly people: FailureLimit

  /** `most`: misses a minute of a key at a terminal; 0 is no limit. */
  constructor(most: number, elsewhere: (limit: string) => Elsewhere) {
    this.cards = new GuessLimit(most, undefined, {
      hits: elsewhere('cards found'),
      misses: elsewhere('cards missed'),
    })
    this.coupons = new GuessLimit(most, undefined, {
      hits: elsewhere('coupons found'),
      misses: elsewhere('coupons missed'),
    })
    const perCard = most === 0 ? 0 : unknownCouponsPerCardMax
    this.couponsOfCard = new FailureLimit(perCard, undefined, elsewhere('coupons missed with a card'))
    this.people = new FailureLimit(most === 0 ? 0 : peopleSoughtMax, undefined, elsewhere('people sought'))
  }

  /** The seconds until somebody may look for a person again; 0 while they may, which is counted. */
  seekPerson({ caller }: Pick<Lookups, 'caller'>): number {
    const wait = this.people.secondsToWait(caller)
    if (wait === 0) this.people.count(caller)
    return wait
  }

  /** The seconds until further look-ups may be answered; 0 while they may. */
  secondsToWait({ caller, namesCard, namesCoupon, card }: Lookups): number {
    return Math.max(
      namesCard ? this.cards.secondsToWait(caller) : 0,
      namesCoupon ? this.coupons.secondsToWait(caller) : 0,
      card === undefined ? 0 : this.couponsOfCard.secondsToWait(card),
    )
  }

  count({ caller, namesCard, namesCoupon, card }: Lookups, finished: Finished): void {
    if (namesCard) this.cards.count(caller, isCardMiss(finished))
    if (!namesCoupon) return
    const missed = couponsMissed(finished)
    if (missed === 0) this.coupons.count(caller, false)
    for (let i = 0; i < missed; i += 1) {
      this.coupons.count(caller, true)
      if (card !== undefined) this.couponsOfCard.count(card)
    }
  }
}

/** Undefined for a request whose answer says neither whether there is such a card nor whether there is such a coupon. */
export function lookupsOf(request: unknown, { brand, key, location, terminal }: Caller): Lookups | undefined {
  const namesCoupon = hasText(request, 'couponId') || hasElements(request, 'coupons')
  const namesCard =
    hasText(request, 'cardNumber', 'oldCardNumber', 'referringCardNumber', 'referralCode') ||
    hasText(fieldOf(request, 'filters'), 'cardNumber', 'customCardNumber')
  if (!namesCard && !namesCoupon) return undefined
  const cardNumber = namesCoupon ? fieldOf(request, 'cardNumber') : undefined
  const card = typeof cardNumber === 'string' ? `${brand}\0${cardNumber}` : undefined
  return defined({ caller: `${brand}\0${key}\0${location}\0${terminal}`, namesCard, namesCoupon, card })
}

const hasText = (holder: unknown, ...fields: readonly string[]) =>
  fields.some((field) => typeof fieldOf(holder, field) === 'string')

function hasElements(holder: unknown, field: string): boolean {
  const list = fieldOf(holder, field)
  return Array.isArray(list) && list.length > 0
}

const fieldOf = (holder: unknown, field: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, field) : undefined

/** No such card, a wrong pin, or a search for a number that found nothing. */
function isCardMiss(finished: Finished): boolean {
  if (finished.kind === 'refused') return finished.code === 2 || finished.code === 10
  const cards = fieldOf(finished.response, 'cards')
  return Array.isArray(cards) && cards.length === 0
}

/** Coupons and codes that exist and cannot be used now are no guesses: half the town may present one that is used up. */
function couponsMissed(finished: Finished): number {
  if (finished.unknownCoupons !== undefined) return finished.unknownCoupons
  return finished.kind === 'refused' && finished.code === 121 ? 1 : 0
}
