import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets every other process go first. On Linux priority belongs to a thread, and those that collect garbage exist before
 * any code of ours runs. Where this is not possible the errand runs like everything else.
 */
export function lowerPriority(to = constants.priority.PRIORITY_LOW): void {
  for (const thread of ownThreads()) {
    try {
      setPriority(thread, to)
    } catch {}
  }
}

function ownThreads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid]
  }
}
