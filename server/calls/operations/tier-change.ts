import assert from 'node:assert/strict'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Tiers } from '../../domain/brand/shapes/tier-shape.ts'
import { needKey } from '../../domain/campaign/needs.ts'
import {
  decimalOfMicro,
  measureOf,
  microOfNumber,
  spanAt,
  type TierGain,
  type TierMicro,
  withGains,
} from '../../domain/campaign/tier/measure.ts'
import { measureKey, type NewTally, tallyAfter, tallyOn } from '../../domain/campaign/tier/tally.ts'
import { showTier, type TierInCall, type TierMove } from '../../domain/campaign/tier/tier-in-call.ts'
import {
  afterReaching,
  betterOf,
  levelAt,
  rankOf,
  rankReached,
  shownLevel,
  type TierPast,
  type TierState,
  withoutOverride,
} from '../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../domain/decision/decision.ts'
import type { Need, Needs } from '../../domain/decision/need.ts'
import type { Outcome, TierChange, TierMoveChange, TierWhy } from '../../domain/decision/outcome.ts'
import { decimalText } from '../../ground/kernel/decimal.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { WorkMeter } from '../../ground/kernel/work-meter.ts'
import { gainsOf, tierOwnerOf } from './tier-gains.ts'
import { findUndoing, settleUndoing, stateByHistory, type Undoing } from './tier-undoing.ts'

type Context = DecisionContext<unknown>
type Decide = (context: Context) => Decision<object>

/**
 * Around every command: what the call does may reach a level or take one away. It is then decided again at that level,
 * so that its rules see it, until no higher one is reached. What the rules of a level take does not take it away.
 */
export function withTiers(decide: Decide): Decide {
  return (context) => (hasTiers(context.brand) ? decideOnLadder(decide, context) : decide(context))
}

const hasTiers = oncePer((brand: Brand) => brand.programs.values().some(({ tiers }) => tiers !== undefined))

function decideOnLadder(decide: Decide, context: Context): Decision<object> {
  let shown: TierInCall | undefined
  for (;;) {
    const at = shown ? { ...context, tier: shown, work: new WorkMeter(context.work.limit) } : context
    const decision = decide(at)
    if (decision.kind !== 'outcome') return decision
    const judged = judgeLevel(decision, context, shown)
    if (!judged) return withTally(decision, unchangedTally(decision, context))
    if (judged.kind === 'needs') return judged
    const next = nextLevel(judged, shown)
    if (!next) return book(decision, judged, context)
    shown = next
  }
}

/** The levels that a call leaves a card with. */
interface JudgedLevel {
  readonly kind: 'judged'
  readonly root: Card
  readonly program: string
  readonly tiers: Tiers
  readonly past: TierPast
  readonly gains: readonly TierGain[]
  /** Of a call that undoes something: what its history said before, and says with it. */
  readonly undoing?: Undoing
  readonly state: TierState
  readonly why: TierWhy
  readonly judgedAt: Instant
  readonly measured: string
  readonly enough: string
  /** What rules saw when the call was decided first, and what the customer had and has. */
  readonly seen?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The level to decide the call at once more; undefined when it was decided at the right one. */
function nextLevel(
  { tiers, seen, from, to, why, undoing }: JudgedLevel,
  shown: TierInCall | undefined,
): TierInCall | undefined {
  const rank = rankOf(tiers, to)
  const isRight = shown
    ? rank <= rankOf(tiers, shown.level)
    : rank === rankOf(tiers, seen) && from === to && why !== 'kept'
  if (isRight) return undefined
  // What an undoing does to levels is settled after it, whichever call had brought them about.
  return defined({ level: to, move: undoing ? undefined : moveOf(tiers, from, to, why) })
}

function moveOf(tiers: Tiers, from: string | undefined, to: string | undefined, why: TierWhy): TierMove | undefined {
  // A level that moves with a transfer is not reached again: else cards would be transferred for what rules give.
  if (why === 'moved') return undefined
  const difference = rankOf(tiers, to) - rankOf(tiers, from)
  if (difference > 0 && to !== undefined) return { on: 'up', level: to }
  if (difference < 0 && from !== undefined) return { on: 'down', level: from }
  return why === 'kept' && to !== undefined ? { on: 'keep', level: to } : undefined
}

function judgeLevel(
  outcome: Outcome<object>,
  context: Context,
  shown: TierInCall | undefined,
): JudgedLevel | Needs | undefined {
  const owner = tierOwnerOf(outcome, context)
  if (!owner) return undefined
  const { root, program, tiers } = owner
  const gains = gainsOf({ by: tiers.by, root, outcome, context })
  const heirs = outcome.inheritance?.to === root.id ? [outcome.inheritance.from] : []
  if (gains.length === 0 && heirs.length === 0 && !outcome.tierWish) return undefined
  const known = findPasts({ program, cards: [root.id, ...heirs] }, context)
  if (known.kind === 'needs') return known
  const [past, former] = known.pasts
  assert(past, 'the level was fetched')
  const isUndoing = gains.some(({ at, amount }) => at < context.now || amount < 0n)
  const undoing = isUndoing ? findUndoing(owner, gains, context) : undefined
  if (undoing?.kind === 'needs') return undoing
  const judging = defined({ tiers, past, former, gains, undoing, outcome, context, shown })
  const after = judgeState(judging)
  const seen = showTier(tiers, past, context.clock).id
  const from = past.stored?.shown
  const to = shownLevel(tiers, after.state, context.now)
  return {
    kind: 'judged',
    root,
    program,
    tiers,
    past,
    gains,
    ...(undoing && { undoing }),
    ...after,
    seen,
    from,
    to,
  }
}

interface Judging {
  readonly tiers: Tiers
  readonly past: TierPast
  /** Of the card that is transferred here. */
  readonly former?: TierPast
  readonly gains: readonly TierGain[]
  readonly undoing?: Undoing
  readonly outcome: Outcome<object>
  readonly context: Context
  readonly shown?: TierInCall
}

type JudgedState = Pick<JudgedLevel, 'state' | 'why' | 'judgedAt' | 'measured' | 'enough'>

function judgeState(judging: Judging): JudgedState {
  const { tiers, past, former, gains, outcome, context } = judging
  const { brand, clock, now } = context
  const sums = withGains([...past.sums], gains, spanAt(tiers.by.within, clock))
  const all = former ? [...sums, ...former.sums] : sums
  const measured = measureOf(tiers.by, all, brand)
  if (judging.undoing) return undoneState(judging, judging.undoing, measured)
  const base = baseState(judging)
  const rank = reachedIn(judging, measured, base)
  // Only what adds to the measure prolongs a level: not the time that passes.
  const isMore = gains.length > 0 || rank > rankOf(tiers, base.level)
  const reached = isMore ? afterReaching(tiers, base, rank, clock) : base
  const wish = outcome.tierWish
  const manual = wish?.kind === 'override' ? wish.override : reached.override
  const state = defined({
    ...withoutOverride(reached),
    ...(manual && manual.until > now && { override: manual }),
  })
  const why = whyOf(judging, base, reached)
  const isLapse = why === 'kept' || why === 'lapsed'
  return {
    state,
    why,
    judgedAt: isLapse ? (past.lapsedAt ?? now) : now,
    measured: decimalText(decimalOfMicro(measured)),
    enough: decimalText(decimalOfMicro(enoughFor(tiers, { state, why, measured }))),
  }
}

function undoneState(judging: Judging, undoing: Undoing, measured: TierMicro): JudgedState {
  const { tiers, past, context } = judging
  const state = stateByHistory(undoing, past.state)
  const change = rankOf(tiers, state.level) - rankOf(tiers, past.stored?.level)
  const isLess = change < 0 || (change === 0 && endOf(state) < endOf(past.stored ?? {}))
  return {
    state,
    why: isLess ? 'undone' : 'restored',
    judgedAt: context.now,
    measured: decimalText(decimalOfMicro(measured)),
    enough: '0',
  }
}

/** What was enough for the level: a level that rules have seen was reached with less, if they took something off. */
function enoughFor(
  tiers: Tiers,
  { state, why, measured }: { readonly state: TierState; readonly why: TierWhy; readonly measured: TierMicro },
): TierMicro {
  const level = levelAt(tiers, rankOf(tiers, state.level))
  if (!level) return 0n
  if (why === 'kept') return microOfNumber(level.keepAt ?? level.at)
  const at = microOfNumber(level.at)
  return why === 'reached' && measured < at ? measured : at
}

/** The level without what is enough now: the one that is kept. */
function baseState(judging: Judging): TierState {
  const { tiers, past, former } = judging
  if (endsManualFirst(judging)) return defined({ level: past.stored?.level, keptUntil: past.stored?.keptUntil })
  return former ? betterOf(tiers, past.state, former.state) : past.state
}

/** Where a manual level and then the one below it are over, the job books one after the other: each is lost by itself. */
function endsManualFirst({ past: { stored, lapsedAt }, outcome, context }: Judging): boolean {
  const { override, keptUntil } = stored ?? {}
  if (outcome.tierWish?.kind !== 'due' || !override || lapsedAt === undefined) return false
  return override.until <= Math.min(context.now, keptUntil ?? context.now)
}

/** A setup has decided what its completion reaches. A level that rules have seen is reached, whatever they took. */
function reachedIn({ tiers, outcome, context, shown }: Judging, measured: bigint, base: TierState): number {
  if (outcome.confirms !== undefined) {
    const plan = context.checkout(outcome.confirms)?.content.plan
    const planned = plan?.tier?.move?.on === 'up' ? rankOf(tiers, plan.tier.level) : 0
    return Math.max(Math.min(rankOf(tiers, base.level), rankReached(tiers, measured)), planned)
  }
  const reached = rankReached(tiers, measured)
  // The level that rules see while there is a manual one is not reached by it.
  const isManual = base.override !== undefined || outcome.tierWish?.kind === 'override'
  return shown?.move?.on === 'up' && !isManual ? Math.max(reached, rankOf(tiers, shown.level)) : reached
}

function whyOf(judging: Judging, base: TierState, reached: TierState): TierWhy {
  const { tiers, past, former, outcome, context } = judging
  const { stored } = past
  const wish = outcome.tierWish
  if (wish?.kind === 'override') return wish.override ? 'override' : 'overrideEnded'
  const change = rankOf(tiers, reached.level) - rankOf(tiers, stored?.level)
  if (reached !== base && reached.level !== undefined)
    return rankOf(tiers, reached.level) > rankOf(tiers, base.level) ? 'reached' : 'prolonged'
  if (former) return 'moved'
  if (endsManualFirst(judging)) return 'overrideEnded'
  if (past.lapsedAt !== undefined) return change < 0 ? 'lapsed' : 'kept'
  return stored?.override && stored.override.until <= context.now ? 'overrideEnded' : 'reconfigured'
}

const endOf = ({ keptUntil = Number.POSITIVE_INFINITY }: TierState) => keptUntil

/** The outcome with the level as it becomes, and without what was given for a level that is gone. */
function book(outcome: Outcome<object>, judged: JudgedLevel, context: Context): Decision<object> {
  const isPreview = outcome.checkout?.kind === 'setup' || outcome.supposes !== undefined
  if (isPreview) return withTally(outcome, unchangedTally(outcome, context))
  const isSame = isSameState(judged)
  if (isSame && outcome.tierWish?.kind === 'due') return refuse(100, 'Nothing is due on this card.')
  const former = outcome.inheritance && formerChange(judged, outcome.inheritance.from, context)
  const { undoing } = judged
  const settled = undoing ? settleUndoing(outcome, { ...judged, undoing }, context) : outcome
  if (settled.kind !== 'outcome') return settled
  const tallied = withTally(settled, tallyOf(outcome, judged, context))
  if (isSame && !former) return tallied
  const tiers = [...(former ? [former] : []), ...(isSame ? [] : [toChange(judged, outcome)])]
  const move = judged.undoing || isSame ? undefined : toMove(judged, outcome, context)
  return { ...tallied, tiers, ...(move && { tierMoves: [move] }) }
}

/** A level that is reached, lost or kept by the call itself, or by the time that is over. */
function toMove(judged: JudgedLevel, { detail }: Outcome<object>, { call, now }: Context): TierMoveChange | undefined {
  const { tiers, root, program, from, to, why, judgedAt, past } = judged
  const move = moveOf(tiers, from, to, why)
  if (!move) return undefined
  const isOver = why === 'kept' || why === 'lapsed'
  const manualEnd = past.stored?.override?.until ?? judgedAt
  const isEnded = why === 'overrideEnded' && manualEnd <= judgedAt
  // What lapses under a manual level shows when that is over, too.
  const isHidden = why === 'lapsed' && manualEnd <= now && manualEnd > judgedAt
  return defined({
    ...move,
    at: isEnded || isHidden ? manualEnd : judgedAt,
    ref: isOver || isEnded ? undefined : call.ref,
    card: root.id,
    by: call.ref,
    place: 0,
    gave: detail?.effects?.tier !== undefined,
    program,
    counted: measureKey(tiers.by),
  })
}

function withTally(outcome: Outcome<object>, tierTally: NewTally | undefined): Outcome<object> {
  return tierTally ? { ...outcome, tierTally } : outcome
}

/** A call that adds nothing leaves what counts as it was. */
function unchangedTally(outcome: Outcome<object>, context: Context): NewTally | undefined {
  const owner = outcome.subject && !movesPast(outcome) ? tierOwnerOf(outcome, context) : undefined
  return owner && tallyOn(owner.root, owner.tiers)
}

/** A card on its way to another makes no more calls that would correct its sums. */
function tallyOf(outcome: Outcome<object>, { root, past, gains, tiers }: JudgedLevel, { clock }: Context) {
  return movesPast(outcome) || root.status === 'Transfer' ? undefined : tallyAfter(past, gains, tiers, clock)
}

/** Whether the call changes what happened before it, or whose it is: then it is summed up anew. */
const movesPast = ({ inheritance, snapshots = [], requests = [], checkouts = [] }: Outcome<object>) =>
  inheritance !== undefined || snapshots.length + requests.length > 0 || checkouts.some(({ kind }) => kind !== 'setup')

function isSameState({ past: { stored }, state, from, to }: JudgedLevel): boolean {
  const { level, keptUntil, override } = state
  return (
    from === to &&
    stored?.level === level &&
    stored?.keptUntil === keptUntil &&
    stored?.override?.level === override?.level &&
    stored?.override?.until === override?.until
  )
}

function toChange(judged: JudgedLevel, { tierWish }: Outcome<object>): TierChange {
  const { root, program, past, state, why, from, to, judgedAt, measured, enough } = judged
  const reason = tierWish?.kind === 'override' ? tierWish.reason : undefined
  const seq = (past.stored?.changes ?? 0) + 1
  return defined({ cardId: root.id, program, why, from, to, state, reason, seq, judgedAt, measured, enough })
}

/** A card that was transferred has no level any more, so nothing of it becomes due. */
function formerChange({ program, measured }: JudgedLevel, cardId: CardId, context: Context): TierChange | undefined {
  const known = findPasts({ program, cards: [cardId] }, context)
  const stored = known.kind === 'found' ? known.pasts[0]?.stored : undefined
  if (!stored || (stored.level === undefined && !stored.override)) return undefined
  const seq = stored.changes + 1
  const judged = { judgedAt: context.now, measured, enough: '0' }
  return defined({ cardId, program, why: 'moved', from: stored.shown, state: {}, seq, ...judged })
}

type Found = { readonly kind: 'found'; readonly pasts: readonly TierPast[] }

function findPasts(
  { program, cards }: { readonly program: string; readonly cards: readonly CardId[] },
  { past }: Pick<Context, 'past'>,
): Found | Needs {
  const need = { kind: 'tier', program } as const
  const pasts = cards.map((card) => past(card).answers.get(needKey(need)) as TierPast | undefined)
  const missing = cards.filter((_, index) => !pasts[index])
  if (missing.length === 0) return { kind: 'found', pasts: pasts.flatMap((one) => one ?? []) }
  return { kind: 'needs', needs: missing.map((card): Need => ({ kind: 'facts', card, facts: [need] })) }
}
