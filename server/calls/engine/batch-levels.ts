import type { Brand } from '../../domain/brand/brand.ts'
import type { LocalClock } from '../../domain/campaign/clock.ts'
import { pastByTally, tallyOn } from '../../domain/campaign/tier/tally.ts'
import type { StoredTier, TierPast } from '../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../domain/card/card.ts'
import type { TierChange } from '../../domain/decision/outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { type CardLevels, levelIn } from '../../storage/store/facts/tiers.ts'

export interface LevelSource {
  readonly brand: Brand
  readonly clock: () => LocalClock
  /** As they were booked before the batch; absent where nobody could ask for them. */
  readonly levels: CardLevels | undefined
}

/** What a card says itself about its level. Undefined when its last call left no sums, or sums that no longer hold. */
export function pastByCard(card: Card, program: string, { brand, clock, levels }: LevelSource): TierPast | undefined {
  const tiers = brand.programs.get(program)?.tiers
  const tally = tiers && tallyOn(card, tiers)
  if (!tally || !levels) return undefined
  return pastByTally({ tally, stored: levelIn(levels, card.id, program), tiers, brand, clock: clock() })
}

/**
 * Levels as the commands of a batch so far leave them. A second sale to a card needs nothing from the database: what
 * counts is on the card, and a level that was just reached is here.
 */
export class BatchLevels {
  private readonly source: LevelSource
  private readonly cardById: (card: CardId) => Card | undefined
  private readonly booked: Map<CardId, StoredTier>

  constructor(source: LevelSource, cardById: (card: CardId) => Card | undefined) {
    this.booked = new Map(source.levels)
    this.source = source.levels ? { ...source, levels: this.booked } : source
    this.cardById = cardById
  }

  note(changes: readonly TierChange[]): void {
    for (const change of changes) this.booked.set(change.cardId, storedBy(change))
  }

  pastOf(id: CardId, program: string): TierPast | undefined {
    const card = this.cardById(id)
    return card && pastByCard(card, program, this.source)
  }
}

/** What the database has once the change is stored. */
function storedBy({ program, to, state, seq }: TierChange): StoredTier {
  const { level, keptUntil, override } = state
  return defined({ program, shown: to, level, keptUntil, override, changes: seq })
}
