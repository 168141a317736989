import { type AmountInFile, isReckoned } from './amounts.ts'
import type { ConditionInFile } from './conditions.ts'
import { reckoningOf } from './reckoned-amounts.ts'
import type { ResultInFile } from './results.ts'

/** Where conditions count the current checkout (`including: current`), as paths below `path`. */
export function currentIn(conditions: readonly ConditionInFile[], path: string): string[] {
  return conditions.flatMap((condition, index) => {
    const here = `${path}[${index}]`
    if ('fact' in condition) return condition.including === undefined ? [] : [`${here}.including`]
    if ('all' in condition) return currentIn(condition.all, `${here}.all`)
    if ('any' in condition) return currentIn(condition.any, `${here}.any`)
    if ('none' in condition) return currentIn(condition.none, `${here}.none`)
    return currentIn(condition.of, `${here}.of`)
  })
}

/** The same of the amounts of results. */
export function currentInResults(results: readonly ResultInFile[]): string[] {
  return results.flatMap((result, index) => {
    const { amount, path } = amountIn(result)
    if (typeof amount !== 'object') return []
    if (!isReckoned(amount)) return amount.including === undefined ? [] : [`then[${index}].${path}.including`]
    const { by, terms } = reckoningOf(amount.of)
    return terms.flatMap((term, place) =>
      typeof term === 'object' && 'fact' in term && term.including !== undefined
        ? [`then[${index}].${path}.of.${by}[${place}].including`]
        : [],
    )
  })
}

function amountIn(result: ResultInFile): { readonly amount?: AmountInFile | 'all'; readonly path?: string } {
  if ('issue' in result) return { amount: result.issue.amount, path: 'issue.amount' }
  if ('redeem' in result) return { amount: result.redeem.amount, path: 'redeem.amount' }
  return 'convert' in result ? { amount: result.convert.from.amount, path: 'convert.from.amount' } : {}
}
