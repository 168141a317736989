import { constants, setPriority } from 'node:os'
import { type ReplayPeriod, readPeriod } from '../../../calls/replay/period.ts'
import { runReplay } from '../../../calls/replay/run-replay.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { formatFault } from '../../../domain/brand/read-brand-file.ts'
import { sayingWords } from '../../../storage/errand/sayings.ts'
import { faultyDraft, readDraft } from '../brand/named-draft.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { replayLines } from './replay-words.ts'

/** Decides the checkouts and returns of a past period again, and prints how that differs from what happened. */
export async function replayPeriod(brandId: string, { url, config }: DatabaseContext): Promise<void> {
  const { draft: file } = config.simulationFlags
  const brand = await withPool(url, (pool) => knownBrand(pool, brandId))
  const draft = file === undefined ? undefined : await readDraft(file)
  // Tills come first, whatever else runs on the machine.
  setPriority(constants.priority.PRIORITY_LOW)
  const { sample } = config.replayFlags
  const request = { brandId, ...periodOf(brand, config.brandFlags), sample, workLimit: config.workLimit }
  const result = await runReplay(
    url,
    { ...request, ...(draft && { draft: draft.draft }) },
    { progress: tellProgress() },
  )
  if (result.kind === 'faulty' && draft) throw faultyDraft(draft, result.faults)
  if (result.kind === 'faulty')
    throw new CommandFailed(result.faults.map((fault) => `${brandId}: ${formatFault(fault)}`))
  const text = config.json ? JSON.stringify(result.report, undefined, 2) : replayLines(result.report).join('\n')
  process.stdout.write(`${text}\n`)
}

function periodOf({ timeZone }: Brand, { from, to }: { readonly from?: string; readonly to?: string }): ReplayPeriod {
  if (from === undefined || to === undefined)
    throw new CommandFailed(['Say which period: --from 2026-11-01 --to 2026-11-30, both days included.'])
  const period = readPeriod(from, to, timeZone)
  if ('saying' in period) throw new CommandFailed([sayingWords(period, 'en')])
  return period
}

/** Once a second, on the error output, so that what is printed can be used by programs. */
function tellProgress(): (done: number, total: number) => void {
  const begun = performance.now()
  let next = begun + 1000
  return (done, total) => {
    const now = performance.now()
    if (now < next && done < total) return
    next = now + 1000
    const rate = Math.round((1000 * done) / (now - begun))
    process.stderr.write(`${done} of ${total} checkouts and returns, ${rate} a second\n`)
  }
}
