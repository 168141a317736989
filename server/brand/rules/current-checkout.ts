import type { Condition } from './conditions.ts'
import { nameOf, type Result } from './results.ts'

/** Where conditions count the current checkout (`including: current`), as paths below `path`. */
export function currentIn(conditions: readonly Condition[], path: string): string[] {
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
export function currentInResults(results: readonly Result[]): string[] {
  return results.flatMap((result, index) => {
    const amount = 'issue' in result ? result.issue.amount : 'redeem' in result ? result.redeem.amount : undefined
    const isCounted = typeof amount === 'object' && amount.including !== undefined
    return isCounted ? [`then[${index}].${nameOf(result)}.amount.including`] : []
  })
}
