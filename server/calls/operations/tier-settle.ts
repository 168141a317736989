import { type BudgetUse, givenBack, lessOf, usesOf } from '../../domain/campaign/budgets.ts'
import type { BookedMove, LevelMove } from '../../domain/campaign/tier/level-history.ts'
import type { LevelPlan } from '../../domain/campaign/tier/level-plan.ts'
import { CardBook, type MutationType, type Origin, type Posting } from '../../domain/card/book.ts'
import type { Card } from '../../domain/card/card.ts'
import { endStandIn, passOn, takeBack, toOpenLot } from '../../domain/card/take-back.ts'
import type { Shortfall } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { DecisionContext, DecisionRefusal } from '../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../domain/decision/need.ts'
import type { Outcome, TierMoveChange } from '../../domain/decision/outcome.ts'
import type { MoveBefore, PastRequest, RequestDetail, TierPart } from '../../domain/decision/past-request.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import { onHeirs } from './past-on-heirs.ts'
import { ReturnedBalances } from './return/parts/return-balances.ts'
import { worthsOf } from './return/parts/returned-budgets.ts'
import { payAgain } from './tier-budgets.ts'
import { givenPart, takenCharges, takenCoupons, takenPart, tierBackOf } from './tier-part.ts'
import { type RanMove, runMoves } from './tier-runs.ts'
import { undoEffects } from './void/parts/undo-effects.ts'

type Context = DecisionContext<unknown>

export interface Settling {
  readonly root: Card
  readonly program: string
  readonly counted: string
  readonly level?: string | undefined
  readonly plan: LevelPlan
  /** All moves as they are booked before the call. */
  readonly booked: readonly BookedMove[]
}

/**
 * Brings what levels gave to what stands: gives back what stands again, runs the rules of what stands for the first time,
 * then takes back what no longer stands, as far as the card still has it.
 */
export function settleLevels(
  outcome: Outcome<object>,
  settling: Settling,
  context: Context,
): Outcome<object> | DecisionRefusal | Needs {
  const plan = payAgain(settling.plan, outcome, context)
  if (isUndecided(plan)) return plan
  const work = toWork(plan)
  const parts = findParts(work, context)
  if (isUndecided(parts)) return parts
  const moved = onHeirs(parts, context)
  if (isUndecided(moved)) return moved
  const coupons = findCoupons(work, context)
  if (isUndecided(coupons)) return coupons
  const books = new Map(outcome.cards.map((card) => [card.id, new CardBook(card, context.now)]))
  const settler = new Settler(books, outcome, context)
  for (const [index, { move }] of work.entries()) {
    const part = parts[index]
    const refusal = part && move.lostBy !== undefined ? settler.giveBack(move, part, coupons) : undefined
    if (refusal) return refusal
  }
  const ran = runMoves(plan.fresh, { ...settling, books, before: settler.sofar }, context)
  if (isUndecided(ran)) return ran
  for (const [index, { move }] of work.entries()) {
    const part = moved[index]
    if (!part || move.lostBy !== undefined) continue
    const refusal = settler.take(move, part)
    if (refusal) return refusal
  }
  const settled = settler.outcome(ran)
  const movesBefore = settling.booked.flatMap((move) => toBefore(move, plan))
  return {
    ...settled,
    ...(movesBefore.length > 0 && { detail: { ...settled.detail, movesBefore } }),
    tierMoves: bookMoves({ ...settling, plan }, ran, context.call.ref),
  }
}

/** Of a move that is the same one with another reason, or stands again: what nobody could tell later. */
function toBefore({ by: of, place, at, ref, lostBy }: BookedMove, { kept, back }: LevelPlan): MoveBefore[] {
  const isChanged = [...kept, ...back].some((move) => move.by === of && move.place === place)
  return isChanged ? [defined({ of, place, at, ref, lostBy })] : []
}

/** A booked move whose gains go one way or the other. Of old ones nobody knows what was taken back. */
interface Work {
  readonly move: BookedMove
  readonly ref: RequestRef
}

function toWork({ lost, back }: LevelPlan): Work[] {
  const given = back.filter(({ gave, isOld }) => gave && !isOld)
  return [
    ...given.flatMap((move) => (move.lostBy === undefined ? [] : [{ move, ref: move.lostBy }])),
    ...lost.filter(({ gave }) => gave).map((move) => ({ move, ref: move.by })),
  ]
}

function findParts(work: readonly Work[], context: Context): PastRequest[] | Needs {
  const missing = work.flatMap(({ move, ref }) => [ref, move.by]).filter((ref) => !context.pastRequest(ref))
  if (missing.length > 0) return needMore({ requests: [...new Set(missing)] })
  return work.flatMap(({ move, ref }) => {
    const call = context.pastRequest(ref)
    if (!call) return []
    return move.lostBy === undefined ? givenPart(call, move) : takenPart(call, move)
  })
}

function findCoupons(work: readonly Work[], { pastRequest, coupon }: Context): readonly Coupon[] | Needs {
  const ids = work.flatMap(({ move, ref }) => {
    const call = move.lostBy === undefined ? undefined : pastRequest(ref)
    return call ? takenCoupons(call, move) : []
  })
  const missing = ids.filter((id) => !coupon(id))
  return missing.length > 0 ? needMore({ coupons: missing }) : ids.flatMap((id) => coupon(id) ?? [])
}

function needMore(touches: { readonly requests?: readonly RequestRef[]; readonly coupons?: readonly string[] }): Needs {
  return { kind: 'needs', needs: [{ kind: 'more', touches }] }
}

/** Carries out the parts one after the other, and notes what each did. */
class Settler {
  private readonly books: Map<CardId, CardBook>
  private readonly before: Outcome<object>
  private readonly context: Context
  private readonly kind: Extract<MutationType, 'ReturnMerchandise' | 'Void'>
  private readonly parts: TierPart[] = []
  private readonly back: NonNullable<RequestDetail['tierBack']>[number][] = []
  private readonly origins = new Map<CardBook, Map<number, Origin>>()
  private readonly coupons = new Map<string, Coupon>()
  private accounts: NonNullable<Outcome<object>['accounts']>[number][] = []
  private readonly unfired: NonNullable<Outcome<object>['unfired']>[number][] = []
  private readonly refired: NonNullable<Outcome<object>['refired']>[number][] = []
  private readonly undone: RequestRef[] = []
  private readonly budgetUses: BudgetUse[] = []

  constructor(books: Map<CardId, CardBook>, before: Outcome<object>, context: Context) {
    this.books = books
    this.before = before
    this.context = context
    this.kind = before.checkout?.kind === 'return' ? 'ReturnMerchandise' : 'Void'
  }

  /** What was taken back when the level was lost, to the lots that gave it: if they have expired, it has, too. */
  giveBack(move: BookedMove, taken: PastRequest, coupons: readonly Coupon[]): DecisionRefusal | Needs | undefined {
    const { kind } = this
    // What others have got back meanwhile, by this very call too, they must not get again.
    const cardById = (id: CardId) => this.books.get(id)?.card ?? this.context.cardById(id)
    const moved = onHeirs([taken], { ...this.context, cardById })
    if (isUndecided(moved)) return moved
    const [part = taken] = moved
    const own = new Set(takenCoupons(this.context.pastRequest(part.ref) ?? part, move))
    const shortfalls: Shortfall[] = []
    const charged = takenCharges(this.context.pastRequest(part.ref) ?? part, move)
    this.budgetUses.push(...usesOf(charged))
    this.note(move, { isBack: true, coupons: [...own], charged }, shortfalls, () => {
      this.endStandIns(part)
      for (const posting of part.postings) {
        const book = this.books.get(posting.cardId)
        if (!book || posting.amount >= 0) continue
        const lot = toOpenLot(book, posting)
        book.giveBack([{ lot, amount: -posting.amount }], kind)
        passOn(book, lot, { amount: -posting.amount, kind })
      }
      for (const posting of part.postings) {
        const book = this.books.get(posting.cardId)
        if (!book || posting.amount <= 0) continue
        const { short } = takeBack(book, posting, { amount: posting.amount, kind, now: this.context.now })
        if (short > 0) shortfalls.push({ cardId: posting.cardId, valueType: posting.valueType, amount: short })
      }
      this.endSettlements(part)
    })
    for (const coupon of coupons) {
      const { disabled: _, ...enabled } = this.coupons.get(coupon.id) ?? coupon
      if (own.has(coupon.id)) this.coupons.set(coupon.id, enabled)
    }
    const given = this.context.pastRequest(move.by)
    const firings = given ? givenPart(given, move).detail?.effects?.fired : undefined
    if (given && firings) this.refired.push({ ref: given.ref, at: given.happenedAt, firings })
    return undefined
  }

  /** What rules gave for a level that no longer stands, as far as the card still has it. */
  take(move: BookedMove, part: PastRequest): DecisionRefusal | Needs | undefined {
    const balances = new ReturnedBalances(this.books, this.context.now, this.kind)
    const by = this.kind === 'Void' ? 'void' : 'return'
    const rules = { by, disableIssued: true, failIfUsed: false, resetUsed: false } as const
    const undone = undoEffects([part], this.books, rules, this.context)
    if (isUndecided(undone)) return undone
    const coupons = undone.coupons.map(({ id }) => id)
    // What the customer keeps stays spent, so the budget is known only afterwards.
    this.note(move, { coupons }, balances.shortfalls, () => balances.undo(part.postings))
    this.freeBudgets(part, balances.shortfalls)
    this.back.push(...tierBackOf(part.ref, part.postings, 1))
    for (const coupon of undone.coupons) this.coupons.set(coupon.id, coupon)
    this.accounts.push(...undone.accounts)
    this.unfired.push(...(undone.unfired ?? []).map(({ firings }) => ({ ref: move.by, firings })))
    this.undone.push(move.by)
    return undefined
  }

  /** What the call has done before rules run for levels that nobody has run them for. */
  get sofar(): Outcome<object> {
    return { ...this.before, budgetUses: [...(this.before.budgetUses ?? []), ...this.budgetUses] }
  }

  private freeBudgets({ detail }: PastRequest, shortfalls: readonly Shortfall[]): void {
    const kept = worthsOf(shortfalls, this.context.brand)
    const charged = lessOf(detail?.effects?.charged ?? [], kept).filter(({ amount }) => amount > 0)
    this.budgetUses.push(...givenBack(charged))
    const last = this.parts.pop()
    if (last) this.parts.push({ ...last, ...(charged.length > 0 && { charged }) })
  }

  outcome(ran: readonly RanMove[]): Outcome<object> {
    const { before } = this
    const all = [...this.books.values()]
    const cards = all.map(({ card }) => card)
    const cardNow = (id: number | undefined) => cards.find((card) => card.id === id)
    const [subject, child] = [cardNow(before.subject?.id), cardNow(before.child?.id)]
    const known = new Set((before.accounts ?? []).map(({ cardId }) => cardId))
    const made = ran.map(({ parts }) => parts)
    return {
      ...before,
      ...(subject && { subject }),
      ...(child && { child }),
      cards,
      postings: [
        ...before.postings,
        ...all.flatMap((book) => book.postings.map((one, at) => this.stamped(book, one, at))),
      ],
      coupons: merged(before.coupons ?? [], [...this.coupons.values(), ...made.flatMap(({ coupons }) => coupons)]),
      accounts: [
        ...(before.accounts ?? []),
        ...[...this.accounts, ...made.flatMap(({ accounts = [] }) => accounts)].filter(
          ({ cardId }) => !known.has(cardId),
        ),
      ],
      unfired: [...(before.unfired ?? []), ...this.unfired],
      refired: this.refired,
      fired: onceEach([...(before.fired ?? []), ...made.flatMap(({ fired = [] }) => fired)]),
      budgetUses: [...(this.sofar.budgetUses ?? []), ...made.flatMap(({ budgetUses = [] }) => budgetUses)],
      events: [...(before.events ?? []), ...made.flatMap(({ events = [] }) => events)],
      messages: [...(before.messages ?? []), ...made.flatMap(({ messages = [] }) => messages)],
      offerUses: [...(before.offerUses ?? []), ...made.flatMap(({ offerUses = [] }) => offerUses)],
      trace: [...(before.trace ?? []), ...made.flatMap(({ trace = [] }) => trace)],
      detail: this.detail(ran),
    }
  }

  private detail(ran: readonly RanMove[]): RequestDetail {
    const { detail = {} } = this.before
    const list = <K extends 'expired' | 'standIns' | 'shortfalls'>(name: K) => [
      ...(detail[name] ?? []),
      ...this.parts.flatMap((part) => (part[name] ?? []) as readonly unknown[]),
    ]
    const [expired, standIns, shortfalls] = [list('expired'), list('standIns'), list('shortfalls')]
    const given = ran.flatMap(({ postings }) => tierBackOf(this.context.call.ref, postings, -1))
    const tierBack = [...(detail.tierBack ?? []), ...this.back, ...given]
    return {
      ...detail,
      ...(expired.length > 0 && { expired }),
      ...(standIns.length > 0 && { standIns }),
      ...(shortfalls.length > 0 && { shortfalls }),
      ...(tierBack.length > 0 && { tierBack }),
      ...(this.parts.length > 0 && { tierParts: this.parts }),
      ...(ran.some(({ gave }) => gave) && { tierRuns: ran.map(({ effects }) => effects) }),
      ...(this.undone.length > 0 && { tierUndone: this.undone }),
    } as RequestDetail
  }

  /** Does one part and notes what it did beyond the ledger; its rows are put down to the rule that had given. */
  private note(
    { by, place }: BookedMove,
    more: Pick<TierPart, 'isBack' | 'coupons' | 'charged'>,
    shortfalls: readonly Shortfall[],
    carryOut: () => void,
  ): void {
    const books = [...this.books.values()]
    const marks = books.map((book) => [book.postings.length, book.settlements.length, book.standIns.length] as const)
    carryOut()
    const given = this.context.pastRequest(by)
    const [expired, standIns]: [TierPart['expired'], TierPart['standIns']] = [
      books.flatMap(({ settlements }, index) => settlements.slice(marks[index]?.[1])),
      books.flatMap((book, index) => book.standIns.slice(marks[index]?.[2])),
    ]
    for (const [index, book] of books.entries()) {
      const origins = this.origins.get(book) ?? new Map<number, Origin>()
      for (const [at, posting] of book.postings.entries()) {
        if (at >= (marks[index]?.[0] ?? 0)) origins.set(at, toOrigin(posting, { by, place }, given))
      }
      this.origins.set(book, origins)
      if (more.isBack)
        this.back.push(
          ...tierBackOf(
            by,
            book.postings.slice(marks[index]?.[0]).map((one) => ({ ...one, origin: tierOrigin })),
            -1,
          ),
        )
    }
    const { coupons = [], charged = [], ...rest } = more
    this.parts.push(
      defined({
        of: by,
        place,
        ...rest,
        ...(expired && expired.length > 0 && { expired }),
        ...(standIns && standIns.length > 0 && { standIns }),
        ...(shortfalls.length > 0 && { shortfalls: [...shortfalls] }),
        ...(coupons.length > 0 && { coupons }),
        ...(charged.length > 0 && { charged }),
      }),
    )
  }

  private endStandIns({ detail }: PastRequest): void {
    for (const standIn of detail?.standIns ?? []) {
      const book = standIn.amount > 0 ? this.books.get(standIn.cardId) : undefined
      if (book) endStandIn(book, standIn)
    }
  }

  private endSettlements({ detail }: PastRequest): void {
    for (const settled of detail?.expired ?? []) {
      const book = this.books.get(settled.cardId)
      book?.settle(toOpenLot(book, settled), -settled.amount)
    }
  }

  private stamped(book: CardBook, posting: Posting, at: number): Posting {
    const origin = this.origins.get(book)?.get(at)
    return origin ? { ...posting, origin } : posting
  }
}

/** A rule counts once in a call. */
function onceEach(firings: NonNullable<Outcome<object>['fired']>) {
  return [...new Map(firings.map((firing) => [firing.rule, firing])).values()]
}

const tierOrigin: Origin = { rule: '', revision: '', result: '', trigger: 'tier' }

/** The origin of what was given of the same value type, and the call that gave it. */
function toOrigin(
  { valueType }: Posting,
  { by, place }: Pick<BookedMove, 'by' | 'place'>,
  given?: PastRequest,
): Origin {
  const rows = given ? givenPart(given, { by, place }).postings : []
  const origin = (rows.find((one) => one.valueType === valueType) ?? rows[0])?.origin ?? tierOrigin
  return { ...origin, ...(place > 0 && { place }), of: by }
}

/** Each coupon once, as it becomes last. */
function merged(before: readonly Coupon[], after: readonly Coupon[]): Coupon[] {
  return [...new Map([...before, ...after].map((coupon) => [coupon.id, coupon])).values()]
}

function bookMoves(
  { plan, root, program, counted }: Settling,
  ran: readonly RanMove[],
  ref: RequestRef,
): TierMoveChange[] {
  const base = { program, counted }
  const stands = ({ lostBy: _, isOld: __, ...move }: BookedMove) => ({ ...move, ...base })
  return [
    ...plan.lost.map(({ isOld: _, ...move }) => ({ ...move, ...base, lostBy: ref })),
    ...plan.back.filter(({ gave, isOld }) => !(gave && isOld)).map(stands),
    ...plan.kept.map(stands),
    ...plan.fresh.map((move: LevelMove, place) => ({
      ...move,
      ...base,
      card: root.id,
      by: ref,
      place,
      gave: ran[place]?.gave ?? false,
    })),
  ]
}
