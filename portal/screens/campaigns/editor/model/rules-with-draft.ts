import { type ApartRule, apartRulesOf, rulesAfter } from '../../../../../server/domain/brand/rules-apart.ts'
import type { RouteAnswer } from '../../../../ask/ask.ts'
import { readEntry } from './entry-text.ts'

interface Entry {
  readonly section: string
  readonly key?: string | undefined
  readonly text?: string | undefined
}

/** The discounts of the brand as they are to be with the draft, in the order in which the file has them then. */
export function rulesWithDraft(
  live: RouteAnswer<'discountRules'> | undefined,
  entries: readonly Entry[],
): readonly ApartRule[] {
  const drafted = entries
    .filter(({ section }) => section === 'campaigns')
    .map(({ key = '', text = '' }) => ({ campaign: key, rules: apartRulesOf(readEntry(text).value) }))
  return rulesAfter(live ?? { campaigns: [], rules: [] }, drafted)
}
