import type { Brand } from '../brand/brand.ts'
import { programOf } from '../brand/value-types.ts'
import type { Card } from '../card/card.ts'
import type { FactRoom, Facts } from './needs.ts'
import { type FactWish, fetchFacts } from './past-facts.ts'
import type { QueuedCommand } from './queued-command.ts'
import { firstCard } from './touches.ts'

/**
 * Fetches what commands of a batch are sure to ask for, before they are decided for the first time: a sale to a card of a
 * program with levels is measured by what the card has bought.
 */
export async function fetchForeseen(room: FactRoom, facts: Facts): Promise<void> {
  const { brand, commands, loaded } = room
  if (!hasTiers(brand)) return
  const roots = new Map(loaded.cards.filter(({ root }) => !root).map((card) => [card.number, card]))
  const wishes = commands.filter(isSale).flatMap((command) => levelsFor(command, roots, brand))
  if (wishes.length > 0) await fetchFacts({ ...room, now: loaded.now }, wishes, facts.pasts)
}

const hasTiers = ({ programs }: Brand) => programs.values().some(({ tiers }) => tiers)

/** Completions and cancellations name their setup: what they do was decided then. */
const isSale = ({ work, touches }: QueuedCommand) =>
  work.operation.name === 'checkout' && (touches.checkouts ?? []).length === 0

function levelsFor(command: QueuedCommand, roots: ReadonlyMap<string, Card>, brand: Brand): FactWish[] {
  const card = roots.get(firstCard(command.touches) ?? '')
  const program = card && programOf(brand, card)
  if (!card || !program?.tiers) return []
  return [{ command, need: { kind: 'facts', card: card.id, facts: [{ kind: 'tier', program: program.id }] } }]
}
