import { Caller } from './caller.ts'
import { Pace } from './pace.ts'
import type { CardChoice, Run, RunResult } from './run.ts'
import { Tally } from './tally.ts'

/** The load generator: a process of its own, which does each run that it is sent and answers with the result. */
process.on('message', async (run: Run) => {
  process.send?.(await carryOut(run))
})
// Ctrl-C goes to all processes; this one ends when the benchmark lets go of it.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())

async function carryOut(run: Run): Promise<RunResult> {
  const { port, requests, numberBase, cards, seed } = run
  const tally = new Tally()
  const random = mulberry32(seed)
  const nextNumber = () => numberBase + 1 + chooseCard(cards, random)
  const nextTurn = () => (requests.length === 1 ? 0 : Math.floor(random() * requests.length))
  const pace = run.perSecond === undefined ? undefined : new Pace(run.perSecond)
  const onIdle = pace && { onIdle: (caller: Caller) => pace.wait(caller) }
  const callers = Array.from(
    { length: run.connections },
    () => new Caller({ port, requests, numberBase, nextNumber, nextTurn, tally, ...onIdle }),
  )
  await Promise.all(callers.map((caller) => caller.connected()))
  tally.start(run.seconds)
  pace?.start(run.seconds)
  await Promise.all(callers.map((caller) => caller.run()))
  return tally.result()
}

function chooseCard({ count, hot }: CardChoice, random: () => number): number {
  const range = hot && random() * hot.oneIn < 1 ? hot.count : count
  return Math.floor(random() * range)
}

/** Small, quick and even enough to choose cards by. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
