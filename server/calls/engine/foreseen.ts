import type { Brand } from '../../domain/brand/brand.ts'
import { programOf } from '../../domain/brand/value-types.ts'
import type { LocalClock } from '../../domain/campaign/clock.ts'
import { type FactNeed, needKey } from '../../domain/campaign/needs.ts'
import type { TierPast } from '../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../domain/card/card.ts'
import { pastByCard } from './batch-levels.ts'
import type { FetchedPasts } from './batch-past.ts'
import type { FactRoom, Facts } from './needs.ts'
import { type FactWish, fetchFacts } from './past-facts.ts'
import type { QueuedCommand } from './queued-command.ts'
import { firstCard } from './touches.ts'

export const hasTiers = ({ programs }: Brand) => programs.values().some(({ tiers }) => tiers)

/**
 * Sees to what commands of a batch are sure to ask for, before they are decided for the first time: a sale to a card of
 * a program with levels is measured by what the card has bought. Mostly the card itself says that.
 */
export async function foresee(room: FactRoom, clock: () => LocalClock, facts: Facts): Promise<void> {
  const { brand, commands, loaded } = room
  if (!hasTiers(brand)) return
  const roots = new Map(loaded.cards.filter(({ root }) => !root).map((card) => [card.number, card]))
  const wishes: FactWish[] = []
  for (const command of commands.filter(({ work }) => work.operation.name === 'checkout')) {
    const card = roots.get(firstCard(command.touches) ?? '')
    const program = card && programOf(brand, card)
    if (!card || !program?.tiers) continue
    const need = { kind: 'tier', program: program.id } as const
    const past = pastByCard(card, program.id, { brand, clock, levels: loaded.levels })
    if (past) remember(facts.pasts, { command, card, need, past })
    else if (isSale(command)) wishes.push({ command, need: { kind: 'facts', card: card.id, facts: [need] } })
  }
  if (wishes.length > 0) await fetchFacts({ ...room, now: loaded.now }, wishes, facts.pasts)
}

/** Completions and cancellations name their setup; a cancellation asks for nothing. */
const isSale = ({ touches }: QueuedCommand) => (touches.checkouts ?? []).length === 0

interface ForeseenBasis {
  readonly command: QueuedCommand
  readonly card: Card
  readonly need: Extract<FactNeed, { kind: 'tier' }>
  readonly past: TierPast
}

function remember(pasts: FetchedPasts, { command, card, need, past }: ForeseenBasis): void {
  const key = needKey(need)
  pasts.set(command, new Map([[card.id, { answers: new Map([[key, past]]), needs: new Map([[key, need]]) }]]))
}
