import type { Brand } from '../brand/brand.ts'
import { loadBrandWithoutSecrets } from '../brand-store/load-brand.ts'
import { campaignsOf } from '../campaign/campaigns-of.ts'
import { explainTrace } from '../campaign/explain.ts'
import type { Trace } from '../campaign/trace.ts'
import { isUuid } from '../kernel/ids.ts'
import { formatDateTime } from '../kernel/time.ts'
import { findTracedCall, type TracedCall } from '../store/queries/trace-view.sql.ts'
import { CommandFailed } from './command-failed.ts'
import { withPool } from './pool.ts'

/** Prints why each rule fired in a call, or did not. */
export async function explain(url: string, given: string): Promise<void> {
  const ref = given.toLowerCase()
  if (!isUuid(ref)) throw new CommandFailed([`${given} is not a requestRef: a UUID is expected.`])
  const lines = await withPool(url, async (pool) => {
    const call = await findTracedCall(pool, ref)
    if (!call) throw new CommandFailed([`There is no call ${ref}.`])
    const brand = await loadBrandWithoutSecrets(pool, call.brand_id)
    if (!call.trace || !brand) return [headOf(call), 'No rule was considered.']
    return [headOf(call), ...explainTrace(call.trace, brand.document), ...notLookedAt(call, call.trace, brand)]
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Rules of the present configuration that were not looked at, because something they require was absent altogether. */
function notLookedAt({ operation }: TracedCall, trace: Trace, brand: Brand): string[] {
  const considered = new Set(trace.map(({ rule }) => rule))
  const others = operation === 'checkout' ? campaignsOf(brand).rules.filter((rule) => rule.trigger === 'checkout') : []
  const names = others.filter(({ id }) => !considered.has(id)).map(({ campaign, name }) => `${campaign.name} / ${name}`)
  if (names.length === 0) return []
  const shown = names.slice(0, mostNames).join(', ')
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return [
    `Not looked at, because a product, coupon, place, total or time that they ask for was not there: ${shown}${more}`,
  ]
}

const mostNames = 20

/** Shows only the last digits of the card number: what is printed may be passed on. */
function headOf(call: TracedCall): string {
  const parts = [
    `${call.operation} (${call.call_type}) of brand ${call.brand_id}, ${formatDateTime(call.happened_at)} UTC`,
    ...(call.location_id ? [`at ${call.location_id}`] : []),
    ...(call.card_number ? [`card …${call.card_number.slice(-4)}`] : []),
    ...(call.error_code ? [`refused with ${call.error_code}`] : []),
  ]
  return parts.join(', ')
}
