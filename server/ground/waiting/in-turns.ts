import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** How long something may keep the thread before others have their turn. */
const turnMs = 10

/** Does something in steps, and lets others have the thread after each few milliseconds of it. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  await turnOfOthers()
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < turnMs) continue
    await turnOfOthers()
    began = performance.now()
  }
}
