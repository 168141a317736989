import type { Account } from '../account/account.ts'
import type { Situation } from '../campaign/situation.ts'
import type { CardBook } from '../card/book.ts'
import type { Basket } from '../checkout/basket.ts'
import { toBasketFacts } from '../checkout/basket-facts.ts'
import type { Holder } from '../checkout/record.ts'
import type { Occasion, Surroundings } from './stage.ts'

type Changing<T> = { -readonly [K in keyof T]: T[K] }

/** The situation as it becomes while rules run: each rule sees the effects of those before it. */
export class Scene {
  readonly situation: Changing<Situation>
  /** Whose balances the call changes. */
  readonly holder: 'root' | 'child'
  readonly occasion: Occasion

  constructor(occasion: Occasion, surroundings: Surroundings) {
    this.occasion = occasion
    this.holder = occasion.books.child && !occasion.usesRootOnly ? 'child' : 'root'
    this.situation = firstSituation(occasion, surroundings, this.holder)
    this.showCard()
    if (occasion.checkout) this.showBasket(occasion.checkout.basket)
  }

  bookOf(holder: Holder): CardBook | undefined {
    return this.occasion.books[holder]
  }

  showCard(): void {
    const card = this.bookOf(this.holder)?.card
    if (card) this.situation.card = card
  }

  showBasket(basket: Basket): void {
    const { scale, total, netTotal, shipping, tip } = basket
    const { orderMode } = this.occasion.checkout ?? {}
    this.situation.basket = toBasketFacts(basket)
    this.situation.checkout = {
      scale,
      total,
      netTotal,
      shipping,
      tip,
      ...(orderMode !== undefined && { orderMode }),
    }
  }

  showAccount(account: Account): void {
    const { enrolledAt, hasChildren, customer, demographics, optIns } = account
    this.situation.account = {
      isEnrolled: enrolledAt !== undefined,
      ...(enrolledAt !== undefined && { enrolledAt }),
      hasChildren,
      customer,
      demographics,
      optIns,
    }
  }
}

function firstSituation(occasion: Occasion, from: Surroundings, holder: 'root' | 'child'): Changing<Situation> {
  const { brand, call, clock } = from
  const { books } = occasion
  const location = brand.locations.get(call.locationId)
  const past = from.past(books[holder]?.card.id)
  const program = books.root && brand.cardSets.get(books.root.card.setId)
  const referrerProgram = books.referrer && brand.cardSets.get(books.referrer.card.setId)
  return {
    brand: brand.id,
    clock,
    ...(occasion.due && { due: occasion.due }),
    callType: occasion.callType,
    trigger: occasion.trigger,
    ...(location && { location }),
    terminal: call.terminalId,
    ...(call.employeeId !== undefined && { employee: call.employeeId }),
    ...(program && { program }),
    ...(referrerProgram && { referrerProgram }),
    target: holder,
    isChild: books.child !== undefined,
    ...(past.segments && { segments: past.segments }),
    ...(past.scores && { scores: past.scores }),
    past: past.answers,
    fired: occasion.fired ?? [],
    events: occasion.events ?? [],
    ...(occasion.ownReturn && { ownReturn: occasion.ownReturn }),
    ...(occasion.removesEventsOf !== undefined && { removesEventsOf: occasion.removesEventsOf }),
    payments: occasion.payments ?? [],
    coupons: occasion.coupons ?? [],
    keyValues: occasion.keyValues ?? [],
    choices: occasion.choices ?? [],
    ...(occasion.segmentChange && { segmentChange: occasion.segmentChange }),
    ...(occasion.message && { message: occasion.message }),
    ...(occasion.referral && { referral: occasion.referral }),
  }
}
