import type { CardBook, Posting } from '../../../card/book.ts'
import { isOf } from '../../../card/card.ts'
import { freeOf, isLotExpired, takeFromLots } from '../../../card/lots.ts'
import type { BalanceMutation, CheckoutRecord, Shortfall } from '../../../checkout/record.ts'
import type { GivenMutation } from '../../../checkout/return-shares.ts'
import type { DecisionContext } from '../../../decision/decision.ts'
import type { Needs } from '../../../decision/need.ts'
import type { PastRequest } from '../../../decision/past-request.ts'
import type { CardId } from '../../../kernel/ids.ts'
import type { Minor } from '../../../kernel/money.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { BooksById } from '../../open-books.ts'

/** What a campaign gave or took in a sale, and what returns have taken back of it. */
export interface Given {
  /** Its place among the sale's mutations. */
  readonly place: number
  readonly cardId: CardId | undefined
  readonly mutation: BalanceMutation
  readonly share: GivenMutation
}

/** Payments and discounts are not what campaigns gave to the card. */
export function givenMutations(sale: CheckoutRecord): readonly Given[] {
  return (sale.content.mutations ?? []).flatMap((mutation, place) => {
    if (mutation.kind === 'discount' || mutation.kind === 'payment') return []
    const takenBack = (sale.returned?.returns ?? []).reduce((sum, one) => sum + (one.takenBack[place] ?? 0), 0)
    const of = mutation.ofLines?.map(({ line, units }) => ({ line, units: BigInt(units) })) ?? ('checkout' as const)
    return [{ place, cardId: holderId(mutation, sale), mutation, share: { amount: mutation.amount, takenBack, of } }]
  })
}

function holderId({ holder }: BalanceMutation, { cardId, childId, content }: CheckoutRecord): CardId | undefined {
  return holder === 'root' ? cardId : holder === 'child' ? childId : content.referrerId
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
  undo(postings: readonly Posting[]): void {
    for (const posting of postings) if (posting.amount < 0) this.giveBack(posting, -posting.amount)
    for (const posting of postings) if (posting.amount > 0) this.take(posting, posting.amount)
  }

  /** What was paid with balances: in the checkout itself, and by redemptions that it referred to, with their rewards. */
  giveBackPayments(sale: PastRequest, redemptions: readonly PastRequest[]): void {
    const paid = sale.postings.filter((posting) => posting.amount < 0 && !posting.origin)
    const referred = redemptions.flatMap(({ postings }) => postings)
    for (const posting of [...paid, ...referred]) if (posting.amount < 0) this.giveBack(posting, -posting.amount)
    for (const posting of referred) if (posting.amount > 0) this.take(posting, posting.amount)
  }

  /** Gives back what campaigns took, then takes back what they gave: of each mutation so much. */
  takeBack(sale: PastRequest, given: readonly Given[], amounts: readonly Minor[]): void {
    const shares = given.map((one, index) => ({ ...one, amount: amounts[index] ?? 0 }))
    for (const { amount, ...one } of shares) {
      if (amount < 0) this.giveBackTaken(postingsOf(sale, one), { skip: -one.share.takenBack, amount: -amount })
    }
    for (const { amount, ...one } of shares) {
      const [made] = postingsOf(sale, one)
      if (amount > 0 && made) this.take(made, amount)
    }
  }

  /** To the lots that it was taken from, in their order; earlier returns have given back the first `skip` of it. */
  private giveBackTaken(taken: readonly Posting[], { skip, amount }: { skip: Minor; amount: Minor }): void {
    let [toSkip, left] = [skip, amount]
    for (const posting of taken) {
      const size = -posting.amount
      const skipped = Math.min(toSkip, size)
      const part = Math.min(left, size - skipped)
      toSkip -= skipped
      left -= part
      if (part > 0) this.giveBack(posting, part)
    }
  }

  /** To its lot, or where that has expired as a new return-related one. */
  private giveBack({ cardId, valueType, bucket, lot: no }: Posting, amount: Minor): void {
    const book = this.books.get(cardId)
    // Nobody can be given anything on a card that is locked or out of use: less than nothing is missing then.
    if (!book) this.shortfalls.push({ cardId, valueType, amount: -amount })
    const lot = book?.card.lots.find((one) => one.no === no)
    if (lot && !isLotExpired(lot, this.now)) book?.giveBack([{ lot: no, amount }], this.kind)
    else book?.issue({ valueType, bucket, amount, returnRelated: true }, this.kind)
  }

  /** From the lot that the issuance made, then from others of the value type. */
  private take(made: Posting, amount: Minor): void {
    const book = this.books.get(made.cardId)
    const short = book ? takeIssued(book, made, { amount, now: this.now, kind: this.kind }) : amount
    if (short > 0) this.shortfalls.push({ cardId: made.cardId, valueType: made.valueType, amount: short })
  }
}

/** The ledger rows of a sale by which a campaign's change was made. */
function postingsOf({ postings }: PastRequest, { mutation, cardId }: Pick<Given, 'mutation' | 'cardId'>): Posting[] {
  const { origin } = mutation
  return postings.filter(
    (posting) =>
      posting.cardId === cardId &&
      isOf(mutation)(posting) &&
      posting.origin?.rule === origin?.rule &&
      posting.origin?.result === origin?.result &&
      Math.sign(posting.amount) === Math.sign(mutation.amount),
  )
}

/** Answers what was not there. */
function takeIssued(
  book: CardBook,
  made: Posting,
  { amount, now, kind }: { amount: Minor; now: Instant; kind: 'ReturnMerchandise' | 'Void' },
): Minor {
  const usable = book.card.lots.filter(isOf(made)).filter((lot) => freeOf(lot) > 0 && !isLotExpired(lot, now))
  const own = usable.find((lot) => lot.no === made.lot)
  const fromOwn = own ? Math.min(freeOf(own), amount) : 0
  const rest = takeFromLots(
    usable.filter((lot) => lot !== own),
    amount - fromOwn,
  )
  book.take([...(own ? [{ lot: own.no, amount: fromOwn }] : []), ...rest.parts], kind)
  return rest.short
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
