import { type MergedTouches, mergeTouches, type Touches } from '../../domain/decision/touches.ts'
import type { QueuedCommand } from './queued-command.ts'

/** The number of the root card whose commands a command queues behind. */
export function firstCard(touches: Touches): string | undefined {
  return touches.cards?.[0] ?? touches.children?.[0]?.root
}

/** What the commands of a batch touch, each once: the roots of children too, and no event type both locked and read. */
export function namesOf(commands: readonly QueuedCommand[]): MergedTouches {
  const all = mergeTouches(commands.map(({ touches }) => touches))
  const { cards, children, eventTypes, namedEventTypes } = all
  const roots = children.map(({ root }) => root)
  return {
    ...all,
    ...(roots.length > 0 && { cards: [...new Set([...cards, ...roots])] }),
    namedEventTypes: namedEventTypes.filter((id) => !eventTypes.includes(id)),
  }
}
