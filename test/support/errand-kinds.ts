import { setTimeout as wait } from 'node:timers/promises'
import { verifyBrand } from '../../server/background/errand-runner/kinds/verify-brand.ts'
import { id, integer } from '../../server/ground/contract/field.ts'
import { ErrandFailed, type ErrandTable, errandKind } from '../../server/storage/errand/kind.ts'

/** Counts in steps, and goes on where an attempt before was cut off. */
const count = errandKind({
  name: 'count',
  summary: 'Count.',
  inputModel: 'CountInput',
  input: { steps: integer('How far.').required(), pauseMs: integer('How long each step takes.').default(100) },
  run: async ({ steps, pauseMs }, { progress, checkpoint, signal }) => {
    const from = Number(checkpoint ?? 0)
    for (let done = from; done < steps; done += 1) {
      progress({ done, total: steps, saying: { saying: 'checking', check: `${done}` }, checkpoint: done })
      await wait(pauseMs, undefined, { signal })
    }
    return { counted: steps, from }
  },
})

/** Keeps its thread busy without a pause, and its neighbours' heap too. */
const burn = errandKind({
  name: 'burn',
  summary: 'Burn.',
  inputModel: 'BurnInput',
  input: { seconds: integer('How long.').required() },
  run: async ({ seconds }, { progress }) => {
    const end = performance.now() + seconds * 1000
    let rounds = 0
    const kept: object[] = []
    while (performance.now() < end) {
      kept.push(Array.from({ length: 1000 }, (_, at) => ({ at, text: `card ${at}` })))
      if (kept.length > 100) kept.shift()
      rounds += 1
      progress({ done: rounds })
    }
    return { rounds }
  },
})

/** Ends in one way or another. */
const end = errandKind({
  name: 'end',
  summary: 'End.',
  inputModel: 'EndInput',
  input: { how: id('How.').required(), bytes: integer('Of the result.').default(0) },
  memoryMb: 64,
  run: async ({ how, bytes }) => {
    if (how === 'failed') throw new ErrandFailed({ saying: 'wrongInput', text: 'There is nothing to count in 2031.' })
    if (how === 'fault') throw new Error('a bug')
    if (how === 'killed') process.kill(process.pid, 'SIGKILL')
    if (how === 'hoard') for (const kept: object[] = []; ; ) kept.push({ text: `${kept.length}` })
    return { text: 'x'.repeat(bytes) }
  },
})

/** Takes longer than it may. */
const dawdle = errandKind({
  name: 'dawdle',
  summary: 'Dawdle.',
  inputModel: 'DawdleInput',
  input: {},
  hoursMax: 0.001,
  run: async () => {
    await wait(600_000)
    return {}
  },
})

/** Waits inside the database, as long as nobody ends it. */
const sleep = errandKind({
  name: 'sleep',
  summary: 'Sleep.',
  inputModel: 'SleepInput',
  input: {},
  run: async (_, { pool, progress }) => {
    progress({ done: 0 })
    await pool.rows`select pg_sleep(600), 'errand of a test'`
    return {}
  },
})

export const errands: ErrandTable = { kinds: [verifyBrand, count, burn, end, dawdle, sleep], module: import.meta.url }
