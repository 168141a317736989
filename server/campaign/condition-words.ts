import type { ComparisonInFile, ConditionInFile } from '../brand/rules/conditions.ts'
import { isPerCurrency } from '../brand/rules/per-currency.ts'
import type { Campaign } from '../brand/shapes/campaign-shape.ts'

/** The condition at a path such as `when[1].any[0]` of a rule; undefined if the file has changed since. */
export function conditionAt(campaign: Campaign, ruleId: string, path: string): ConditionInFile | undefined {
  const isCampaignWide = path.startsWith('campaign.')
  const owner: unknown = isCampaignWide ? campaign : campaign.rules.find((rule) => rule.id === ruleId)
  const steps = [...path.matchAll(/(\w+)\[(\d+)\]/g)]
  const found = steps.reduce<unknown>((from, [, key = '', index = '']) => entryOf(from, key, Number(index)), owner)
  return found as ConditionInFile | undefined
}

function entryOf(from: unknown, key: string, index: number): unknown {
  const list: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
  return Array.isArray(list) ? list[index] : undefined
}

/** A condition in one line: `products.quantity (sku ESP, LAT) >= 2`. */
export function conditionWords(condition: ConditionInFile): string {
  if ('fact' in condition) {
    const value = condition.value === undefined ? '' : ` ${short(condition.value)}`
    return `${factWords(condition)} ${condition.op}${value}`
  }
  if ('all' in condition) return `all of (${memberWords(condition.all)})`
  if ('any' in condition) return `any of (${memberWords(condition.any)})`
  if ('none' in condition) return `none of (${memberWords(condition.none)})`
  return `at least ${condition.atLeast} of (${memberWords(condition.of)})`
}

/** A fact with its arguments. */
export function factWords({ fact, op: _op, value: _value, ...given }: ComparisonInFile): string {
  const words = Object.entries(given).map(([name, one]) => argumentWords(name, one))
  return words.length === 0 ? fact : `${fact} (${words.join('; ')})`
}

function argumentWords(name: string, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${name} ${short(value)}`
  const inner = Object.entries(value).map(([key, one]) =>
    key === 'except' ? argumentWords(key, one) : `${key} ${short(one)}`,
  )
  return name === 'where' ? inner.join('; ') : `${name} ${inner.join(' ')}`
}

const memberWords = (members: readonly ConditionInFile[]) => members.map(conditionWords).join('; ')

const wordsCharactersMax = 60

function short(value: unknown): string {
  const text = Array.isArray(value) ? value.map(valueWords).join(', ') : valueWords(value)
  return text.length > wordsCharactersMax ? `${text.slice(0, wordsCharactersMax)}…` : text
}

/** `5 USD or 4.5 EUR` where an amount is given by currency. */
function valueWords(value: unknown): string {
  if (!isPerCurrency(value)) return String(value)
  return Object.entries(value)
    .map(([currency, amount]) => `${amount} ${currency}`)
    .join(' or ')
}
