import { stages } from './all.ts'
import { ProveServers } from './prove-servers.ts'
import type { Stage } from './stage.ts'
import { added, emptyTally, isClean, type Tally } from './tally.ts'

export interface ProveOptions {
  readonly seconds: number
  readonly seed: number
  /** Only stages whose names these are; all when empty. */
  readonly only: readonly string[]
  readonly say: (text: string) => void
  /** Also the faults that are put into the code. */
  readonly withMutants?: boolean
  /** What stages have done in an earlier part of the run, which are left out in this one. */
  readonly earlier?: ReadonlyMap<string, Tally>
  readonly finished?: (stage: string, tally: Tally) => void
}

/** Runs the stages one after the other, each with its part of the time. */
export async function prove(options: ProveOptions): Promise<Tally> {
  const { seconds, seed, only, say, withMutants = false, earlier = new Map<string, Tally>() } = options
  const isChosen = ({ name, isOptional }: Stage) => (only.length === 0 ? !isOptional : only.includes(name))
  const chosen = stages.filter((stage) => isChosen(stage) || (withMutants && stage.name === 'mutants'))
  const unknown = only.filter((name) => !stages.some((stage) => stage.name === name))
  if (unknown.length > 0) throw new Error(`no stage is called ${unknown.join(', ')}`)
  const shares = chosen.reduce((sum, { share }) => sum + share, 0)
  const left = chosen.filter(({ name }) => !earlier.has(name))
  let sum = chosen.reduce((tally, { name }) => added(tally, earlier.get(name) ?? emptyTally()), emptyTally())
  if (left.length === 0) return sum
  const brands = left.flatMap((stage) => stage.brands)
  const servers = await ProveServers.open(brands, seed)
  try {
    for (const stage of left) {
      const tally = await runStage(stage, { ...options, seconds: (seconds * stage.share) / shares, servers })
      options.finished?.(stage.name, tally)
      sum = added(sum, tally)
    }
  } finally {
    await servers.close()
  }
  if (!isClean(sum)) say(`Something is wrong. The same again: npm run prove -- --seconds ${seconds} --seed ${seed}`)
  return sum
}

interface Run extends ProveOptions {
  readonly servers: ProveServers
}

async function runStage(stage: Stage, { seconds, seed, say, servers }: Run): Promise<Tally> {
  const began = performance.now()
  const tally = emptyTally()
  const tell = (text: string) => say(`  ${stage.name}: ${text}`)
  say(`${stage.name}, seed ${seed}, ${Math.round(seconds)} s`)
  try {
    await servers.ready()
    await stage.run({
      servers,
      seed,
      seconds,
      tally,
      say: tell,
      fault: (count, text) => {
        tally[count] += 1
        tell(`FAULT (${count}): ${text}`)
      },
    })
  } catch (error) {
    tally.divergences += 1
    tell(`FAULT: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  tell(`through after ${Math.round((performance.now() - began) / 1000)} s`)
  return tally
}
