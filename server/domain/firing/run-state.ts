import { defined } from '../../ground/kernel/defined.ts'
import type { Account } from '../account/account.ts'
import { worthInMain } from '../brand/exchange.ts'
import { programOf } from '../brand/value-types.ts'
import type { AccountFacts, CallFacts } from '../campaign/call-facts.ts'
import { FiredRules } from '../campaign/fired-rules.ts'
import { homeZone } from '../campaign/home-zone.ts'
import type { CardBook } from '../card/book.ts'
import { drawnAs } from '../card/card.ts'
import type { Basket } from '../checkout/basket.ts'
import { toBasketFacts } from '../checkout/basket-facts.ts'
import type { Holder } from '../checkout/record.ts'
import type { RunContext } from './run-context.ts'
import type { RunInput } from './run-input.ts'
import { findTierPast, tierGain } from './tier-gain.ts'

type Changing<T> = { -readonly [K in keyof T]: T[K] }

/** The facts as they change while rules run: each rule sees the effects of those before it. */
export class RunState {
  readonly facts: Changing<CallFacts>
  /** Whose balances the call changes. */
  readonly holder: 'root' | 'child'
  readonly input: RunInput

  /** `known` are the facts to begin with, instead of those of the call as it came in. */
  constructor(input: RunInput, context: RunContext, known?: CallFacts) {
    this.input = input
    this.holder = input.books.child && !input.usesRootOnly ? 'child' : 'root'
    this.facts = known ? { ...known, fired: known.fired.fork() } : firstFacts(input, context, this.holder)
    const { tiers } = this.facts.program ?? {}
    if (tiers) this.facts.tierGain = () => tierGain(tiers, this.facts, input.books, context)
    if (known) return
    this.showCard()
    if (input.checkout) this.showBasket(input.checkout.basket)
  }

  /** As it was, when `before` was made of it. */
  restore({ facts }: RunState): void {
    const { coupons, opened, basket, checkout, card } = facts
    Object.assign(this.facts, { coupons, opened, basket, checkout, card, fired: facts.fired.fork() })
  }

  bookOf(holder: Holder): CardBook | undefined {
    return this.input.books[holder]
  }

  showCard(): void {
    const card = this.bookOf(this.holder)?.card
    if (card) this.facts.card = card
  }

  showBasket(basket: Basket): void {
    const { scale, total, netTotal, shippingLeft: shipping, tip } = basket
    const { orderMode } = this.input.checkout ?? {}
    this.facts.basket = toBasketFacts(basket)
    const numbers = { scale, total, netTotal, shipping, tip }
    this.facts.checkout = orderMode === undefined ? numbers : { ...numbers, orderMode }
  }

  showAccount(account: Account): void {
    this.facts.account = toAccountFacts(account)
  }
}

export function toAccountFacts(account: Account): AccountFacts {
  const { enrolledAt, hasChildren, customer, demographics, optIns } = account
  return defined({
    isEnrolled: enrolledAt !== undefined,
    enrolledAt,
    hasChildren,
    customer,
    demographics,
    optIns,
  })
}

function firstFacts(input: RunInput, from: RunContext, holder: 'root' | 'child'): Changing<CallFacts> {
  const { brand, call, clock, work } = from
  const { books } = input
  const location = brand.locations.get(call.locationId)
  const past = from.past(books[holder]?.card.id)
  const program = books.root && programOf(brand, books.root.card)
  const referrerProgram = books.referrer && programOf(brand, books.referrer.card)
  return {
    brand: brand.id,
    work,
    clock,
    due: input.due,
    home: books.root && clock.in(homeZone(brand, books.root.card)),
    wall: input.due || location?.timeZone === undefined ? undefined : clock.in(location.timeZone),
    callType: input.callType,
    trigger: input.trigger,
    location,
    money: { currency: location?.currency ?? brand.currency, toMain: (sum) => worthInMain(brand, sum) },
    terminal: call.terminalId,
    employee: call.employeeId,
    program,
    hasReferrer: books.referrer !== undefined,
    referrerProgram,
    target: holder,
    isChild: books.child !== undefined,
    code: input.coupons?.find(({ codeKey }) => codeKey !== undefined)?.codeKey,
    childId: books.child?.card.id,
    rootId: books.root?.card.id,
    device: input.device,
    drawnAs: books.root && drawnAs(books.root.card),
    segments: past.segments,
    scores: past.scores,
    past: past.answers,
    fired: new FiredRules(input.fired, input.firedEarlier),
    events: input.events ?? [],
    ownReturn: input.ownReturn,
    removesEventsOf: input.removesEventsOf,
    payments: input.payments ?? [],
    coupons: input.coupons ?? [],
    blockedCodes: input.blockedCodes,
    keyValues: input.keyValues ?? [],
    orderAttributes: input.orderAttributes,
    choices: input.choices ?? [],
    segmentChange: input.segmentChange,
    tierPast: findTierPast(books, program, from),
    tierInCall: from.tier,
    tierMove: input.tierMove ?? from.tier?.move,
    message: input.message,
    referral: input.referral,
  }
}
