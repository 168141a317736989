import { listIn, rawIn, severalIn, textIn } from '../../brand/facts/draft.ts'
import type { RuleParts } from '../parts.ts'

/**
 * Which card a purchase must have because a limit counts by it, where nothing else of the sentence says so. Whoever writes
 * "once per customer" has to know that customers without a card get nothing.
 */
export function cardNeededByLimit({ rule, trigger, phrases }: RuleParts): 'card' | 'child' | undefined {
  if (trigger !== 'checkout') return undefined
  const counted = severalIn(rule.limit).map((limit) => textIn(rawIn(limit).per) ?? 'card')
  if (counted.includes('child')) return rule.target === 'child' ? undefined : 'child'
  if (!counted.includes('card') || rule.target === 'child') return undefined
  const saysSo = phrases.some(({ slot }) => slot === 'member' || slot === 'card')
  return saysSo || listIn(rule.when).map(rawIn).some(asksForCard) ? undefined : 'card'
}

const asksForCard = ({ fact, value }: Readonly<Record<string, unknown>>) =>
  fact === 'checkout.hasCard' && (value === undefined || value === true)
