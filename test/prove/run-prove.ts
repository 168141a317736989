import { parseArgs } from 'node:util'
import { Progress } from './progress.ts'
import { prove } from './prove.ts'
import { stopOnSignals } from './stopping.ts'
import { added, emptyTally, isClean, lastLine, type Tally } from './tally.ts'

/**
 * `npm run prove -- --seconds 120 --seed 1`; `--seeds 3` also takes the seeds after it, each for so many seconds, `--only races`
 * runs one stage (may be repeated), `--mutants` also those, `--state FILE` keeps what is done, so that a run that was ended can go on.
 * Stopped by a signal, it ends what it has started. It ends with 0 only if it came to its end and found nothing.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    state: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
})
let isStopped = false
/** What fails because its servers are ended is no fault. */
const say = (text: string) => isStopped || process.stdout.write(`${text}\n`)
// Who reads along may leave; the servers have to be ended all the same.
process.stdout.on('error', () => undefined)
stopOnSignals((signal) => {
  say(`Stopped by ${signal}: servers and databases are ended.`)
  isStopped = true
})
const [seconds, first, count] = [values.seconds, values.seed, values.seeds].map(Number)
if (!seconds || !Number.isInteger(first) || !count) throw new Error('--seconds, --seed and --seeds are numbers')
const seeds = Array.from({ length: count }, (_, at) => Number(first) + at)
const progress = new Progress(values.state, seconds)
let tally = emptyTally()
for (const seed of seeds) {
  const finished = (stage: string, done: Tally) => progress.keep(seed, stage, done)
  tally = added(
    tally,
    await prove({
      seconds,
      seed,
      only: values.only,
      withMutants: values.mutants,
      say,
      earlier: progress.of(seed),
      finished,
    }),
  )
}
const [only] = seeds
say(lastLine(seeds.length === 1 && only !== undefined ? only : seeds, tally))
process.exitCode = isClean(tally) ? 0 : 1
