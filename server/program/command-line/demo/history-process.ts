import { lowerPriority } from '../../../background/errand-runner/low-priority.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { faultFields, openLog, writeToStderr } from '../../../ground/log/log.ts'
import { makeHistory } from '../../demo/make-history.ts'
import { openPins } from '../keys/open-pins.ts'
import { withPool } from '../pool.ts'
import type { HistoryOrder, HistoryReport } from './history-order.ts'

/**
 * The process that makes the demo brand's history beside a server. Signals of a terminal reach the server too, which
 * decides; without the server it ends, and the next start goes on.
 */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
process.on('disconnect', () => process.exit(1))
lowerPriority()

process.once('message', async (order: HistoryOrder) => {
  const report = await make(order)
  process.send?.(report, () => process.exit(0))
})

async function make({ url, brand, keys, logLevel, logFormat }: HistoryOrder): Promise<HistoryReport> {
  const log = openLog(logLevel, writeToStderr, logFormat)
  try {
    const pins = await withPool(url, (pool) => openPins(pool, keys))
    const made = await makeHistory({ url, brand, pins, environment: 'demo', log })
    return defined({ kind: 'ended', made })
  } catch (error) {
    return { kind: 'failed', text: faultFields(error).text }
  }
}
