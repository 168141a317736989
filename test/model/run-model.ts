import { type ModelOptions, runModel } from './model-run.ts'
import { retell } from './retell.ts'

/**
 * `npm run model -- --operations 100000 --kills 200 --seed 1`; `--lanes`, `--minutes` and `--divergences` bound it.
 * `--story FILE` tells what was printed of a divergence once more.
 */
const say = (text: string) => process.stdout.write(`${text}\n`)
const [, , first, file = ''] = process.argv
if (first === '--story') {
  process.exit((await retell(file, say)) ? 0 : 1)
}
const flags = new Map<string, number>()
for (let place = 2; place < process.argv.length; place += 2)
  flags.set(String(process.argv[place]).replace(/^--/, ''), Number(process.argv[place + 1]))

const options: ModelOptions = {
  operations: flags.get('operations') ?? 2000,
  kills: flags.get('kills') ?? 4,
  seed: flags.get('seed') ?? 1,
  lanes: flags.get('lanes') ?? 24,
  minutes: flags.get('minutes') ?? 600,
  divergences: flags.get('divergences') ?? 1,
  say,
}
const { divergences } = await runModel(options)
process.exitCode = divergences > 0 ? 1 : 0
