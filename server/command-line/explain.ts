import type { Brand } from '../brand/brand.ts'
import { loadBrandWithoutSecrets } from '../brand-store/load-brand.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import { campaignsOf } from '../campaign/campaigns-of.ts'
import { conditionWords } from '../campaign/condition-words.ts'
import { explainTrace } from '../campaign/explain.ts'
import { isLookedUp } from '../campaign/lookup.ts'
import type { Trace } from '../campaign/trace.ts'
import { catalogue } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import { formatDateTime, type Instant } from '../kernel/time.ts'
import { findTracedCall, type TracedCall } from '../store/queries/trace-view.sql.ts'
import { showShortfalls } from '../view/shortfall-view.ts'
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
    if (!brand) return [headOf(call, 'UTC')]
    const { trace } = call
    const rules = trace
      ? [...explainTrace(trace, brand.document), ...notLookedAt(call, trace, brand)]
      : [withoutTrace(call)]
    return [headOf(call, brand.timeZone), ...shortfallLines(call, brand), ...rules]
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Rules of today's configuration that the call never came to, each with the conditions that it is looked up by. */
function notLookedAt({ operation, error_code }: TracedCall, trace: Trace, brand: Brand): string[] {
  const considered = new Set(trace.map(({ rule }) => rule))
  const others = operation === 'checkout' ? campaignsOf(brand).rules.filter((rule) => rule.trigger === 'checkout') : []
  const left = others.filter(({ id }) => !considered.has(id))
  if (left.length === 0) return []
  const early = error_code === null ? '' : 'the call was refused before, '
  return [
    `Not looked at: ${early}something that they require was no part of the call, or they were not running:`,
    ...left.slice(0, mostNames).map(toLine),
    ...(left.length > mostNames ? [`and ${left.length - mostNames} more`] : []),
  ]
}

function toLine({ campaign, name, required }: CompiledRule): string {
  const conditions = required.filter(isLookedUp).map(conditionWords)
  return `${campaign.name} / ${name}${conditions.length > 0 ? `: requires ${conditions.join(' and ')}` : ''}`
}

/** Every checkout that was carried out had a trace, even an empty one. */
function withoutTrace({ operation, error_code }: TracedCall): string {
  return operation === 'checkout' && error_code === null
    ? 'What its rules did is no longer kept: the customer was erased, or traces are only kept for a time (--trace-days).'
    : 'No rule was considered.'
}

/** What a return or a void should have taken back. */
function shortfallLines({ shortfalls, card_id, child_id }: TracedCall, brand: Brand): string[] {
  const own = [card_id, child_id].filter((id) => id !== null)
  return showShortfalls(shortfalls ?? [], brand, own).map(({ amount, balanceType, balanceCode, ofReferrer }) => {
    const what = `${Math.abs(amount)} ${balanceCode ?? balanceType}`
    const card = ofReferrer ? "the referrer's card" : 'the card'
    if (amount < 0) return `Shortfall: ${what} could not be given back: ${card} was locked or out of use`
    return `Shortfall: ${what} could not be taken back: ${card} no longer had them, or was locked or out of use`
  })
}

const mostNames = 20

/** Shows only the last digits of the card number: what is printed may be passed on. */
function headOf(call: TracedCall, timeZone: string): string {
  const parts = [
    `${call.operation} (${call.call_type}) of brand ${call.brand_id}, ${timesOf(call.happened_at, timeZone)}`,
    ...(call.location_id ? [`at ${call.location_id}`] : []),
    ...(call.card_number ? [`card …${call.card_number.slice(-4)}`] : []),
    ...(call.error_code ? [`refused with error ${call.error_code} (${errorWords(call.error_code)})`] : []),
  ]
  return parts.join(', ')
}

/** In UTC, as everywhere, and in the brand's zone, in which its rules have their days and hours. */
function timesOf(instant: Instant, timeZone: string): string {
  const utc = `${formatDateTime(instant)} UTC`
  return timeZone === 'UTC' ? utc : `${utc} (${formatDateTime(instant, timeZone)} ${timeZone})`
}

function errorWords(code: number): string {
  const known: Readonly<Record<number, { readonly text: string }>> = catalogue
  return (known[code]?.text ?? 'unknown').replace(/\.$/, '')
}
