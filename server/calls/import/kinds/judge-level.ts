import type { Tiers } from '../../../domain/brand/shapes/tier-shape.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { decimalOfMicro, microOfNumber } from '../../../domain/campaign/tier/measure.ts'
import { measureKey } from '../../../domain/campaign/tier/tally.ts'
import { showTier } from '../../../domain/campaign/tier/tier-in-call.ts'
import {
  afterReaching,
  levelAt,
  rankOf,
  rankReached,
  shownLevel,
  type TierPast,
  type TierState,
  withoutOverride,
} from '../../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../../domain/card/card.ts'
import type { TierChange, TierMoveChange } from '../../../domain/decision/outcome.ts'
import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../ground/kernel/ids.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { type CellFault, faultIn } from '../column.ts'

/** A level as a file says it, in its words. */
export interface GivenLevel {
  readonly level: string
  readonly reachedAt?: Instant
  readonly until?: Instant
}

/** What is booked for a level once its call has a reference. */
export interface BookedLevel {
  readonly change: TierChange
  readonly moveBy: (ref: RequestRef) => TierMoveChange | undefined
}

export type LevelVerdict = 'same' | CellFault | { readonly kind: 'given'; readonly given: BookedLevel }

interface Judging {
  readonly card: Card
  readonly program: string
  readonly tiers: Tiers
  readonly past: TierPast
  readonly clock: LocalClock
  readonly overwrites: boolean
}

/** The level as one that is given by hand. What the card has here is never lowered or replaced unless that is asked for. */
export function judgeLevel(given: GivenLevel, judging: Judging): LevelVerdict {
  const { tiers, past, clock, overwrites } = judging
  const { now } = clock
  const level = tiers.levels.find(({ id, name }) => isCalled(given.level, id) || isCalled(given.level, name))
  if (!level)
    return faultIn(
      'level',
      `is none of ${tiers.levels.map(({ id }) => id).join(', ')}; --word "level:their word=our word" says which it is`,
    )
  if (given.reachedAt !== undefined && given.reachedAt > now) return faultIn('reachedDate', 'lies ahead')
  const until = given.until ?? endByProgram(given.reachedAt, judging)
  if (until === undefined)
    return faultIn('expirationDate', 'is empty, and the program keeps its levels for good: say when this one ends')
  if (until <= now)
    return faultIn(
      'expirationDate',
      `has passed${given.until === undefined ? ', by what the program keeps' : ''}: leave the level empty`,
    )
  const { override } = past.state
  const manual = override && override.until > now ? override : undefined
  if (manual && manual.level === level.id && manual.until === until) return 'same'
  if (manual && !overwrites)
    return faultIn('level', `differs from ${manual.level}, which was given by hand; to replace it, say --overwrite`)
  const reached = showTier(tiers, { ...past, state: withoutOverride(past.state) }, clock)
  if (reached.rank > rankOf(tiers, level.id) && !overwrites)
    return faultIn('level', `is below ${reached.id}, which was reached here; to hide that, say --overwrite`)
  return { kind: 'given', given: bookGiven({ level: level.id, until, reachedAt: given.reachedAt }, judging) }
}

const isCalled = (theirs: string, ours: string) => theirs.toLowerCase() === ours.toLowerCase()

/** As long as a level is kept that was reached then. */
function endByProgram(reachedAt: Instant | undefined, { tiers: { keep }, clock }: Judging): Instant | undefined {
  if (!keep) return undefined
  return reachedAt === undefined ? clock.after(keep) : new LocalClock(reachedAt, clock.timeZone).after(keep)
}

interface Decided {
  readonly level: string
  readonly until: Instant
  readonly reachedAt: Instant | undefined
}

function bookGiven({ level, until, reachedAt }: Decided, { card, program, tiers, past, clock }: Judging): BookedLevel {
  const { now } = clock
  const state = { ...reachedState(tiers, past, clock), override: { level, until } }
  const [from, to] = [past.stored?.shown, shownLevel(tiers, state, now)]
  const at = levelAt(tiers, rankOf(tiers, state.level))?.at
  const change: TierChange = defined({
    cardId: card.id,
    program,
    why: 'override',
    from,
    to,
    state,
    reason: reachedAt === undefined ? 'imported' : `imported, reached ${dayOf(reachedAt, clock)}`,
    seq: (past.stored?.changes ?? 0) + 1,
    judgedAt: now,
    measured: decimalText(decimalOfMicro(past.measured)),
    enough: decimalText(decimalOfMicro(at === undefined ? 0n : microOfNumber(at))),
  } as const)
  const difference = rankOf(tiers, to) - rankOf(tiers, from)
  const moved = difference > 0 ? to : from
  const moveBy = (ref: RequestRef): TierMoveChange | undefined =>
    difference === 0 || moved === undefined
      ? undefined
      : {
          on: difference > 0 ? 'up' : 'down',
          level: moved,
          at: now,
          ref,
          card: card.id,
          by: ref,
          place: 0,
          gave: false,
          program,
          counted: measureKey(tiers.by),
        }
  return { change, moveBy }
}

/** What the card has below the given level, with what is enough now and no call has booked yet. */
function reachedState(tiers: Tiers, past: TierPast, clock: LocalClock): TierState {
  const state = withoutOverride(past.state)
  const reached = rankReached(tiers, past.measured)
  return reached > rankOf(tiers, state.level) ? afterReaching(tiers, state, reached, clock) : state
}

/** The day in the brand's time zone, as files write it. */
const dayOf = (at: Instant, { timeZone }: LocalClock) => formatDateTime(at, timeZone).slice(0, 10)
