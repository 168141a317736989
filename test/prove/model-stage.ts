import { runModel } from '../model/model-run.ts'
import { shrinkStory } from './shrink-story.ts'
import type { Stage, StageRun } from './stage.ts'

/** Operations for each second of its time; a kill for so many of them. */
const [operationsPerSecond, operationsOfKill] = [20, 400]

/** The model, on servers of its own, because time passes for them; what differs is told again with ever fewer steps. */
export const modelStage: Stage = { name: 'model', share: 5, brands: [], run: runModelStage }

async function runModelStage({ seed, seconds, tally, say, fault }: StageRun): Promise<void> {
  const operations = Math.max(150, Math.round(seconds * operationsPerSecond))
  const kills = Math.max(1, Math.round(operations / operationsOfKill))
  const told: string[] = []
  const result = await runModel({
    operations,
    kills,
    seed,
    lanes: 8,
    minutes: seconds / 60,
    divergences: 3,
    say: (text) => {
      if (text.includes('DIVERGENCE')) told.push(text)
      say(text)
    },
  })
  tally.operations += result.operations
  tally.kills += result.kills
  for (const text of told) fault('divergences', text.split('\n')[0] ?? '')
  const [story] = told.filter((text) => text.includes('DIVERGENCE on card'))
  if (story !== undefined) await shrinkStory(story, { say, seconds: Math.max(120, seconds) })
  if (result.divergences > told.length) fault('divergences', `${result.divergences - told.length} more`)
}
