import { rulesThen } from '../../../calls/operations/request/parts/rules-then.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { type Explanation, explainCall } from '../../../domain/explanation/explanation.ts'
import { explanationLines } from '../../../domain/explanation/explanation-lines.ts'
import { levelWords } from '../../../domain/view/level-change.ts'
import { showShortfalls } from '../../../domain/view/shortfall-view.ts'
import { isReversal, shortfallWords, takenBackWords } from '../../../domain/view/taken-back.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { loadBrandWithoutSecrets } from '../../../storage/brand-store/load-brand.ts'
import { listLevelChanges } from '../../../storage/store/queries/level-changes.sql.ts'
import { listPostings } from '../../../storage/store/queries/request-view.sql.ts'
import { findTracedCall, type TracedCall } from '../../../storage/store/queries/trace-view.sql.ts'
import { CommandFailed } from '../command-failed.ts'
import { withPool } from '../pool.ts'

/** Prints what the rules of a call gave, what nearly fired and why the others did not: as lines, or as JSON. */
export async function explain(url: string, given: string, asJson: boolean): Promise<void> {
  const ref = given.toLowerCase()
  if (!isUuid(ref)) throw new CommandFailed([`${given} is not a requestRef: a UUID is expected.`])
  const text = await withPool(url, async (pool) => {
    const call = await findTracedCall(pool, ref)
    if (!call) throw new CommandFailed([`There is no call ${ref}.`])
    const brand = await loadBrandWithoutSecrets(pool, call.brand_id)
    if (!brand) return headOf(call, 'UTC')
    const { document, campaigns, newSince } = await rulesThen(pool, brand, call.happened_at)
    const explanation = explainCall(toExplained(call, ref), document, campaigns)
    const levels = call.card_id === null ? [] : await listLevelChanges(pool, brand.id, { card: call.card_id, ref })
    const reversal = { levels: levelWords(levels, document), ...(await reversalOf(call, ref, brand, pool)) }
    if (asJson) return JSON.stringify({ ...explanation, newSince, ...reversal }, undefined, 2)
    return [
      headOf(call, brand.timeZone, brand),
      ...linesOf(call, explanation, reversal),
      ...newLines(call, newSince),
    ].join('\n')
  })
  process.stdout.write(`${text}\n`)
}

function toExplained(call: TracedCall, requestRef: string) {
  return defined({
    requestRef,
    operation: call.operation,
    callType: call.call_type,
    happenedAt: call.happened_at,
    locationId: call.location_id ?? undefined,
    hasCard: call.card_id !== null,
    errorCode: call.error_code ?? undefined,
    trace: call.trace ?? undefined,
  })
}

const newLines = ({ trace }: TracedCall, rules: readonly { readonly campaign: string; readonly name: string }[]) =>
  trace && rules.length > 0
    ? ['Not there yet:', ...rules.map(({ campaign, name }) => `  ${campaign === '' ? name : `${campaign} / ${name}`}`)]
    : []

/** What a call did beyond its rules. */
interface Consequences extends Reversal {
  readonly levels: readonly string[]
}

interface Reversal {
  readonly takenBack: readonly string[]
  readonly shortfalls: readonly string[]
}

/** What a void or a return took back, and what it should have. */
async function reversalOf(call: TracedCall, ref: string, brand: Brand, pool: ConnectionPool): Promise<Reversal> {
  const own = [call.card_id ?? undefined, call.child_id ?? undefined]
  const isDone = isReversal(call.call_type) && call.error_code === null
  const postings = isDone ? await listPostings(pool, brand.id, [ref]) : []
  return {
    takenBack: takenBackWords(postings, brand, { own }),
    shortfalls: shortfallWords(showShortfalls(call.shortfalls ?? [], brand, own)),
  }
}

function linesOf(
  call: TracedCall,
  explanation: Explanation,
  { levels, takenBack, shortfalls }: Consequences,
): string[] {
  const undone = [...levels, ...takenBack, ...shortfalls.map((words) => `Shortfall: ${words}`)]
  if (!call.trace && isForgotten(call)) return [forgotten, ...undone]
  const { fired, nearly, rest, outcome } = explanation
  const isSilent = fired.length + nearly.length + rest.length === 0 && !outcome.refused
  return [...undone, ...(isSilent && undone.length > 0 ? [] : explanationLines(explanation))]
}

/** Every checkout that was carried out had a trace, even an empty one. */
const isForgotten = ({ operation, error_code }: TracedCall) => operation === 'checkout' && error_code === null
const forgotten =
  'What its rules did is no longer kept: the customer was erased, or traces are only kept for a time (--trace-days).'

/** Shows only the last digits of the card number: what is printed may be passed on. */
function headOf(call: TracedCall, timeZone: string, brand?: Brand): string {
  const location = call.location_id && (brand?.locations.get(call.location_id)?.name ?? call.location_id)
  const parts = [
    `${call.operation} (${call.call_type}) of brand ${call.brand_id}, ${timesOf(call.happened_at, timeZone)}`,
    ...(location ? [`at ${location}`] : []),
    ...(call.card_number ? [`card …${call.card_number.slice(-4)}`] : []),
  ]
  return parts.join(', ')
}

/** In UTC, as everywhere, and in the brand's zone, in which its rules have their days and hours. */
function timesOf(instant: Instant, timeZone: string): string {
  const utc = `${formatDateTime(instant)} UTC`
  return timeZone === 'UTC' ? utc : `${utc} (${formatDateTime(instant, timeZone)} ${timeZone})`
}
