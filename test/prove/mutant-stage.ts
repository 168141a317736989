import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Dice } from '../model/draw-step.ts'
import { cleanEnvironment } from '../model/server-seat.ts'
import { mutants } from '../mutants/all.ts'
import { shuffled } from './shuffled.ts'
import type { Stage, StageRun } from './stage.ts'
import { endsWithUs } from './stopping.ts'

/** About what one takes on a machine with two cores, its guards without the fault included. */
const secondsOfOne = 30
/** From so much time on, all are tried, however long that takes. */
const secondsForAll = 3000

/** Faults put into a copy of the code: a part of the list that the seed chooses, in long runs all of it. */
export const mutantStage: Stage = { name: 'mutants', share: 4, brands: [], isOptional: true, run: runMutants }

async function runMutants({ seed, seconds, tally, say, fault }: StageRun): Promise<void> {
  const count = seconds >= secondsForAll ? mutants.length : Math.max(1, Math.floor(seconds / secondsOfOne))
  const chosen = shuffled(mutants, new Dice(seed)).slice(0, count)
  const file = join(import.meta.dirname, '../mutants/run-mutants.ts')
  const words = chosen.map(({ breaks }) => breaks)
  const child = spawn(process.execPath, [file, ...words], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const done = endsWithUs(() => {
    child.kill('SIGTERM')
    return once(child, 'close')
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    for (const line of text.split('\n')) if (line.trim() !== '') say(line)
  })
  const [status] = await once(child, 'close')
  done()
  const [, caught = '0', survived = '0'] = /^(\d+) caught, (\d+) survived$/m.exec(output) ?? []
  tally.mutantsCaught += Number(caught)
  tally.mutantsTried += Number(caught) + Number(survived)
  if (status !== 0 && Number(survived) === 0)
    fault('divergences', `the faults could not be tried: ${output.slice(-2000)}`)
}
