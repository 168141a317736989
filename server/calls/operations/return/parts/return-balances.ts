import assert from 'node:assert/strict'
import { isLotExpired } from '../../../../domain/card/lots.ts'
import { findLot, passOn, takeableOf, takeBack, toOpenLot, type Undoable } from '../../../../domain/card/take-back.ts'
import type { BalanceMutation, CheckoutRecord, PaidBack, Shortfall } from '../../../../domain/checkout/record.ts'
import type { GivenMutation } from '../../../../domain/checkout/return-shares.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import type { PastRequest } from '../../../../domain/decision/past-request.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Minor, multiplyDivide } from '../../../../ground/kernel/money.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { BooksById } from '../../open-books.ts'
import type { PaymentsBack } from './returned-payments.ts'

/** What a campaign gave or took in a sale, and what returns have taken back of it. */
export interface GivenInSale {
  /** Its place among the sale's mutations. */
  readonly place: number
  readonly mutation: BalanceMutation
  readonly share: GivenMutation
}

/** Payments and discounts are not what campaigns gave to the card; what was given for a level goes with that. */
export function givenMutations(sale: CheckoutRecord): readonly GivenInSale[] {
  return (sale.content.mutations ?? []).flatMap((mutation, place) => {
    if (mutation.kind === 'discount' || mutation.kind === 'payment' || mutation.origin?.trigger === 'tier') return []
    const takenBack = (sale.returned?.returns ?? []).reduce((sum, one) => sum + (one.takenBack[place] ?? 0), 0)
    const of = mutation.ofLines?.map(({ line, units }) => ({ line, units: BigInt(units) })) ?? ('checkout' as const)
    const { amount, step, shareBy = 'units' } = mutation
    return [{ place, mutation, share: defined({ amount, takenBack, of, by: shareBy, step }) }]
  })
}

/** What a return does to balances, on the books of the cards. What a card no longer has is noted, not forced. */
export class ReturnedBalances {
  readonly shortfalls: Shortfall[] = []
  private readonly books: BooksById
  private readonly now: Instant
  private readonly kind: 'ReturnMerchandise' | 'Void'

  constructor(books: BooksById, now: Instant, kind: 'ReturnMerchandise' | 'Void' = 'ReturnMerchandise') {
    this.books = books
    this.now = now
    this.kind = kind
  }

  /** What an earlier call did to cards that are not its own, as far as they let it: what was taken is there to be taken. */
  undo(postings: readonly Undoable[]): void {
    for (const posting of postings) if (posting.amount < 0) this.giveBack(posting, -posting.amount)
    for (const posting of postings) if (posting.amount > 0) this.take(posting, posting.amount)
  }

  /**
   * What was paid with balances: so much of it in the checkout itself, and by redemptions that it referred to, with their
   * rewards. Of the first, each value gets its share of everything that is back by now, less what it has already: which of
   * its balances that went to is kept, because any of the returns may be voided. Answers what each ledger row got.
   */
  giveBackPayments(sale: PastRequest, redemptions: readonly PastRequest[], back: PaymentsBack): readonly PaidBack[] {
    const paid = sale.postings
      .filter((posting) => posting.amount < 0 && !posting.origin)
      .map((posting, place) => ({ posting, size: -posting.amount, had: hadBack(back.earlier, place, -posting.amount) }))
    const got = new Map<Undoable, Minor>()
    const part = back.before + back.now
    for (const group of Map.groupBy(paid, ({ posting }) => posting.valueType).values()) {
      const whole = group.reduce((sum, { size }) => sum + size, 0)
      const due = part >= back.whole ? whole : multiplyDivide(whole, part, back.whole)
      let left = due - group.reduce((sum, { had }) => sum + had, 0)
      for (const { posting, size, had } of group) {
        const amount = Math.max(0, Math.min(left, size - had))
        left -= amount
        got.set(posting, amount)
        if (amount > 0) this.giveBack(posting, amount)
      }
    }
    this.undo(redemptions.flatMap(({ postings }) => postings))
    return paid.map(({ posting, size }) => ({ amount: got.get(posting) ?? 0, of: size }))
  }

  /**
   * Gives back what campaigns took, then takes back what they gave: of each mutation so much. In between, conversions are
   * reversed, the last one first, because it may have converted what an earlier one gave. Returns what was taken back of
   * each mutation: of a conversion it may be less than was asked for.
   */
  takeBack(sale: PastRequest, given: readonly GivenInSale[], amounts: readonly Minor[]): readonly Minor[] {
    const taken = [...amounts]
    const single = given.flatMap((one, index) =>
      one.mutation.step === undefined ? [toShare(sale, one, amounts[index] ?? 0)] : [],
    )
    for (const share of single) if (share.now < 0) this.giveBackTaken(share)
    for (const conversion of conversionsIn(given).toReversed()) {
      const { index, source, target } = conversion
      const steps = this.reverseSteps(sale, conversion, (amounts[index + 1] ?? 0) / target.step)
      taken[index] = -steps * source.step
      taken[index + 1] = steps * target.step
    }
    for (const { postings, now } of single) {
      const [made] = postings
      if (now > 0 && made) this.take(made, now)
    }
    return taken
  }

  /**
   * Takes back what steps of a conversion gave, and gives back what they took. A step whose gain the card no longer has
   * stays converted: nobody is given points again for money that they have spent. Returns how many went back.
   */
  private reverseSteps(sale: PastRequest, { source, target }: Conversion, asked: number): number {
    const shareOf = (half: ConversionHalf, steps: number) => toShare(sale, half.given, half.sign * steps * half.step)
    const [made] = shareOf(target, asked).postings
    const book = made && this.books.get(made.cardId)
    if (!book || asked === 0) return 0
    const takeable = takeableOf(book.card, made, this.now)
    const whole = shareOf(target, asked).now
    let steps = whole <= takeable ? asked : Number((BigInt(takeable) * BigInt(asked)) / BigInt(whole))
    while (steps > 0 && shareOf(target, steps).now > takeable) steps -= 1
    if (steps === 0) return 0
    this.take(made, shareOf(target, steps).now)
    this.giveBackTaken(shareOf(source, steps))
    return steps
  }

  /** To the lots that it was taken from, in their order, after what earlier returns have given back. */
  private giveBackTaken({ postings, before, now }: Share): void {
    let [toSkip, left] = [-before, -now]
    for (const posting of postings) {
      const size = -posting.amount
      const skipped = Math.min(toSkip, size)
      const part = Math.min(left, size - skipped)
      toSkip -= skipped
      left -= part
      if (part > 0) this.giveBack(posting, part)
    }
  }

  /** To its lot, or where that has expired as a new return-related one. */
  private giveBack(posting: Undoable, amount: Minor): void {
    const book = this.books.get(posting.cardId)
    // Nobody can be given anything on a card that is locked or out of use: less than nothing is missing then.
    if (!book) {
      this.shortfalls.push({ cardId: posting.cardId, valueType: posting.valueType, amount: -amount })
      return
    }
    const lot = findLot(book.card, posting) ?? posting.moved?.lot
    if (lot && !isLotExpired(lot, this.now)) {
      const no = toOpenLot(book, posting)
      book.giveBack([{ lot: no, amount }], this.kind)
      passOn(book, no, { amount, kind: this.kind })
    } else {
      const { valueType, bucket } = posting
      book.issue({ valueType, bucket, amount, returnRelated: true }, this.kind)
    }
  }

  /** Less what has expired of it: from the lot that the issuance made, then from others of the value type. */
  private take(made: Undoable, amount: Minor): void {
    const book = this.books.get(made.cardId)
    const { short } = book ? takeBack(book, made, { amount, kind: this.kind, now: this.now }) : { short: amount }
    if (short > 0) this.shortfalls.push({ cardId: made.cardId, valueType: made.valueType, amount: short })
  }
}

/** What earlier returns gave back to a ledger row, in the units that it has by now. */
function hadBack(earlier: PaymentsBack['earlier'], place: number, size: Minor): Minor {
  return earlier.reduce((sum, list) => {
    const { amount = 0, of = size } = list[place] ?? {}
    return sum + (of === size ? amount : multiplyDivide(amount, size, of))
  }, 0)
}

/** Both halves of a conversion, and the place of the first among what was given. */
interface Conversion {
  readonly index: number
  readonly source: ConversionHalf
  readonly target: ConversionHalf
}

interface ConversionHalf {
  readonly given: GivenInSale
  readonly sign: 1 | -1
  readonly step: Minor
}

/** What is redeemed is always followed by what is issued for it. */
function conversionsIn(given: readonly GivenInSale[]): Conversion[] {
  return given.flatMap((source, index) => {
    const target = given[index + 1]
    const [per, gives] = [source.mutation.step, target?.mutation.step]
    if (per === undefined || source.mutation.kind !== 'redeem') return []
    assert(target?.mutation.kind === 'issue' && gives !== undefined, 'both halves of a conversion are kept')
    return [
      { index, source: { given: source, sign: -1, step: per }, target: { given: target, sign: 1, step: gives } },
    ] as const
  })
}

interface Share {
  readonly postings: readonly Undoable[]
  /** What earlier returns took or gave back, and what this one does. */
  readonly before: Minor
  readonly now: Minor
}

/** In the units of the ledger rows: after a transfer to another program a value type may have another scale. */
function toShare(sale: PastRequest, { mutation, share }: GivenInSale, amount: Minor): Share {
  const postings = postingsOf(sale, mutation)
  const whole = postings.reduce((sum, posting) => sum + posting.amount, 0)
  if (whole === mutation.amount) return { postings, before: share.takenBack, now: amount }
  const toHere = (part: Minor) => multiplyDivide(part, Math.abs(whole), Math.abs(mutation.amount))
  const before = toHere(share.takenBack)
  return { postings, before, now: toHere(share.takenBack + amount) - before }
}

/** The ledger rows of a sale by which a campaign's change was made. */
function postingsOf({ postings }: PastRequest, { origin, amount }: BalanceMutation): Undoable[] {
  return postings.filter(
    (posting) =>
      posting.origin?.rule === origin?.rule &&
      posting.origin?.result === origin?.result &&
      Math.sign(posting.amount) === Math.sign(amount),
  )
}

/** The redemptions that paid a checkout; one that was voided already is skipped. */
export function referredPayments(
  { detail }: PastRequest,
  { pastRequest }: Pick<DecisionContext<unknown>, 'pastRequest'>,
): readonly PastRequest[] | Needs {
  const refs = detail?.effects?.paidBy ?? []
  const missing = refs.filter((ref) => !pastRequest(ref))
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'more', touches: { requests: missing } }] }
  return refs.flatMap((ref) => pastRequest(ref) ?? []).filter(({ voidedBy }) => voidedBy === undefined)
}
