import type { Brand } from '../../domain/brand/brand.ts'
import { programOf } from '../../domain/brand/value-types.ts'
import { isOver } from '../../domain/campaign/tier/tier-state.ts'
import { type Card, lockOf } from '../../domain/card/card.ts'
import { type RandomBytes, uuidV7 } from '../../ground/kernel/ids.ts'
import type { Loaded } from '../../storage/store/batch/load.ts'
import { levelIn } from '../../storage/store/facts/tiers.ts'
import { bookTier } from '../operations/tier-book.ts'
import { type QueuedCommand, replayable } from './queued-command.ts'

interface Room {
  readonly loaded: Loaded
  readonly brand: Brand
  readonly random: RandomBytes
}

interface SplitCommands {
  readonly ready: readonly QueuedCommand[]
  /** To run alone, in this order: what is due on cards, and the commands that come after that. */
  readonly after: readonly QueuedCommand[]
}

/**
 * A level whose time is over is booked before anything else happens to its card, as if the job had been in time: else a
 * level that is lost and reached again would show no change, and give nothing.
 */
export function splitByDueLevels(commands: readonly QueuedCommand[], room: Room): SplitCommands {
  const due = dueCards(room)
  if (due.size === 0) return { ready: commands, after: [] }
  const [ready, late]: [QueuedCommand[], QueuedCommand[]] = [[], []]
  const first = new Map<string, QueuedCommand>()
  for (const command of commands) {
    const own = isBooking(command) || command.comesAfterLevels ? [] : dueOf(command, due)
    if (own.length === 0) ready.push(command)
    else {
      for (const card of own) if (!first.has(card.number)) first.set(card.number, toBook(card, command, room))
      command.comesAfterLevels = true
      late.push(command)
    }
  }
  return { ready, after: [...first.values(), ...late] }
}

const isBooking = ({ work }: QueuedCommand) => work.operation === bookTier

/** Cards that a checkout has are left alone until it lets go of them. */
function dueCards({ loaded: { cards, levels, now }, brand }: Room): ReadonlyMap<string, Card> {
  if (!levels || levels.size === 0) return new Map()
  const due = cards.filter((card) => {
    const program = card.root ? undefined : programOf(brand, card)
    const stored = program?.tiers && levelIn(levels, card.id, program.id)
    return stored && (isOver(stored, now) || (stored.override?.until ?? now + 1) <= now) && !lockOf(card, now)
  })
  return new Map(due.map((card) => [card.number, card]))
}

function dueOf({ touches: { cards = [], children = [] } }: QueuedCommand, due: ReadonlyMap<string, Card>): Card[] {
  const numbers = new Set([...cards, ...children.map(({ root }) => root)])
  return [...numbers].flatMap((number) => due.get(number) ?? [])
}

function toBook({ number }: Card, { since, until }: QueuedCommand, { loaded, brand, random }: Room): QueuedCommand {
  const request = { cardNumber: number }
  const call = { ref: uuidV7(loaded.now, random(10)), locationId: '', terminalId: '' }
  const work = { operation: bookTier, request, call, brand, unknownFields: [] }
  const touches = bookTier.touches(request, work)
  return { work, touches, recorded: true, random: replayable(random), since, until, finish: () => undefined }
}
