import type { Tiers } from '../../domain/brand/shapes/tier-shape.ts'
import { needKey } from '../../domain/campaign/needs.ts'
import type { LevelHistory } from '../../domain/campaign/tier/level-history.ts'
import { type LevelPlan, planLevels } from '../../domain/campaign/tier/level-plan.ts'
import { type Levels, levelsOf } from '../../domain/campaign/tier/levels-of.ts'
import type { TierGain } from '../../domain/campaign/tier/measure.ts'
import { measureKey } from '../../domain/campaign/tier/tally.ts'
import type { TierState } from '../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../domain/decision/decision.ts'
import type { Needs } from '../../domain/decision/need.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { settleLevels } from './tier-settle.ts'
import { withCall } from './tier-standing.ts'

type Context = DecisionContext<unknown>

/** What a call makes of a card's level by what it undoes: what the history said before, and says with it. */
export interface Undoing {
  readonly kind: 'undoing'
  readonly history: LevelHistory
  readonly before: Levels
  readonly after: Levels
}

interface Ladder {
  readonly tiers: Tiers
  readonly root: Card
  readonly program: string
}

export function findUndoing(
  { tiers, root, program }: Ladder,
  gains: readonly TierGain[],
  context: Context,
): Undoing | Needs {
  const history = findHistory(program, root.id, context)
  if (history.kind === 'needs') return history
  const judging = { tiers, brand: context.brand, now: context.now }
  const after = withCall(history.found, { root, gains, by: tiers.by }, context)
  return {
    kind: 'undoing',
    history: history.found,
    before: levelsOf(history.found, judging),
    after: levelsOf(after, judging),
  }
}

/** What the level is derived from. The key is made from the need, so what is found under it is its answer. */
function findHistory(
  program: string,
  card: CardId,
  { past }: Pick<Context, 'past'>,
): { readonly kind: 'found'; readonly found: LevelHistory } | Needs {
  const need = { kind: 'tierHistory', program } as const
  const found = past(card).answers.get(needKey(need)) as LevelHistory | undefined
  return found ? { kind: 'found', found } : { kind: 'needs', needs: [{ kind: 'facts', card, facts: [need] }] }
}

/**
 * The level by what stands. Where the history does not tell why the card has its level, as before moves were booked, the
 * level stays unless the call changes what the history says.
 */
export function stateByHistory({ history, before, after }: Undoing, booked: TierState): TierState {
  const isKnown = !history.isPartial || isSameLevel(before.state, booked)
  return isKnown || !isSameLevel(before.state, after.state) ? after.state : booked
}

const isSameLevel = (one: TierState, other: TierState) => one.level === other.level && one.keptUntil === other.keptUntil

/** What levels gave becomes what they give by what stands. */
export function settleUndoing(
  outcome: Outcome<object>,
  { undoing, tiers, root, program, to }: Ladder & { readonly undoing: Undoing; readonly to?: string | undefined },
  context: Context,
): Decision<object> {
  const plan = planOf(outcome, undoing, context)
  if (isEmpty(plan)) return outcome
  const { booked } = undoing.history
  return settleLevels(outcome, { root, program, counted: measureKey(tiers.by), level: to, plan, booked }, context)
}

const isEmpty = ({ lost, back, fresh, kept }: LevelPlan) => lost.length + back.length + fresh.length + kept.length === 0

/** Before moves were booked, the void of a return brought back by itself what that had taken for a level. */
function planOf(outcome: Outcome<object>, { history, before, after }: Undoing, { pastRequest }: Context): LevelPlan {
  const voided = (outcome.requests ?? []).filter(({ voidedBy }) => voidedBy !== undefined)
  const details = voided.flatMap(({ ref }) => pastRequest(ref)?.detail ?? [])
  const returned = new Set(details.flatMap(({ tierUndone = [], tierParts }) => (tierParts ? [] : tierUndone)))
  const again = history.booked.filter(({ by, isOld, lostBy }) => isOld && lostBy !== undefined && returned.has(by))
  if (again.length === 0) return planLevels({ booked: history.booked, before: before.moves, after: after.moves })
  // It is booked from now on, so it is taken back wherever it does not stand.
  const standing = again.map(({ lostBy: _, isOld: __, ...move }) => move)
  const others = history.booked.filter((move) => !again.includes(move))
  const plan = planLevels({ booked: [...standing, ...others], before: before.moves, after: after.moves })
  const isPlanned = ({ by }: { readonly by: string }) => [...plan.lost, ...plan.kept].some((move) => move.by === by)
  return { ...plan, kept: [...plan.kept, ...standing.filter((move) => !isPlanned(move))] }
}
