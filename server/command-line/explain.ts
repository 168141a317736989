import { loadBrand } from '../brand/load.ts'
import { explainTrace } from '../campaign/explain.ts'
import { isUuid } from '../kernel/ids.ts'
import { formatDateTime } from '../kernel/time.ts'
import { findTracedCall, type TracedCall } from '../store/trace-view.sql.ts'
import { CommandFailed } from './command-failed.ts'
import { withPool } from './pool.ts'

/** Prints why each rule fired in a call, or did not. */
export async function explain(url: string, given: string): Promise<void> {
  const ref = given.toLowerCase()
  if (!isUuid(ref)) throw new CommandFailed([`${given} is no requestRef.`])
  const lines = await withPool(url, async (pool) => {
    const call = await findTracedCall(pool, ref)
    if (!call) throw new CommandFailed([`There is no call ${ref}.`])
    const brand = await loadBrand(pool.pool, call.brand_id)
    if (!call.trace || !brand) return [headOf(call), 'No rule was considered.']
    return [headOf(call), ...explainTrace(call.trace, brand.document)]
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Of the card only the last digits: what is printed may be passed on. */
function headOf(call: TracedCall): string {
  const parts = [
    `${call.operation} (${call.call_type}) of brand ${call.brand_id}, ${formatDateTime(call.happened_at)} UTC`,
    ...(call.location_id ? [`at ${call.location_id}`] : []),
    ...(call.card_number ? [`card …${call.card_number.slice(-4)}`] : []),
    ...(call.error_code ? [`refused with ${call.error_code}`] : []),
  ]
  return parts.join(', ')
}
