import { formatMinor } from '../../ground/kernel/money.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import type { Silent } from '../campaign/judge.ts'
import { namedBalance } from '../campaign/trace.ts'
import { planFor } from './effects/convert-balance.ts'
import type { Run } from './run.ts'

/**
 * A rule that only converts, and tells of it, does not fire when there is nothing to convert: its limit is for
 * conversions, not for the calls in which the card had too little.
 */
export function findUnconverted(run: Run, rule: CompiledRule): Silent | undefined {
  const { results } = rule
  const converts = results.filter(({ name }) => name === 'convert')
  if (converts.length === 0 || results.some(({ name }) => name !== 'convert' && name !== 'notify')) return undefined
  let first: Silent | undefined
  for (const { effect } of converts) {
    const made = effect(run.state.facts)
    const book = run.state.bookOf(run.state.holder)
    if (made.kind === 'nothing') first ??= { kind: 'nothingToConvert', why: made.reason }
    if (made.kind !== 'convert' || !book) continue
    const { steps, cut: why = 'tooLittle' } = planFor(run, book, made, rule)
    if (steps > 0) return undefined
    const { valueType, bucket } = made.from
    const available = formatMinor(run.pledges.spendableOf(valueType, bucket), valueType.scale)
    first ??= { kind: 'nothingToConvert', why, ...namedBalance(made.from), available }
  }
  return first
}
