import assert from 'node:assert/strict'
import { openRuleShop, type RuleShop } from './checkout-shop.ts'
import type { Shop, ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

/** A checkout: "2 ESP 3.5, 1 CAKE 4", alone or with further fields of the request and headers. */
export type Sale = string | readonly [basket: string, more?: object, headers?: Record<string, string>]

/** A condition, a checkout in which it holds, and one in which it does not. */
export type ConditionRow = readonly [condition: object, holds: Sale, fails?: Sale]

interface TrialOptions extends ShopOptions {
  /** Further rules, after those of the table. */
  readonly rules?: readonly object[]
  /** What happens before the checkouts; what it answers is a part of each request. */
  readonly prepare?: (shop: Shop) => Promise<object>
}

/** Opens a shop in which each condition is a rule that says its number, and makes both checkouts of each row. */
export async function tryConditions(
  rows: readonly ConditionRow[],
  { rules: others = [], prepare, ...options }: TrialOptions = {},
): Promise<Shop> {
  const rules = rows.map(([condition], index) => ({
    then: [says(String(index))],
    when: [condition],
  }))
  const open = await openRuleShop([...rules, ...others], options)
  const common = (await prepare?.(open.shop)) ?? {}
  for (const [index, [condition, holds, fails]] of rows.entries()) {
    const name = JSON.stringify(condition)
    assert.equal((await said(open, holds, common)).includes(String(index)), true, `${name} holds with ${show(holds)}`)
    if (fails === undefined) continue
    assert.equal((await said(open, fails, common)).includes(String(index)), false, `${name} fails with ${show(fails)}`)
  }
  return open.shop
}

export const says = (text: string) => ({ notify: { channel: 'direct', text } })
const show = (sale: Sale) => JSON.stringify(sale)

/** The direct messages of a plain setup, which leaves nothing behind. */
export async function said({ shop }: RuleShop, sale: Sale, common: object = {}): Promise<string[]> {
  const [basket, more = {}, headers = {}] = typeof sale === 'string' ? [sale] : sale
  const request = { products: products(basket), isSetup: true, failOnUnusedCoupons: false, ...common, ...more }
  const answer = await shop.must('checkout', request, headers)
  return answer.responseMessages ?? []
}

function products(basket: string) {
  if (basket === '') return []
  return basket.split(', ').map((line) => {
    const [amountPurchased = '1', sku = '', unitPrice = '0'] = line.split(' ')
    return { sku, unitPrice: Number(unitPrice), amountPurchased: Number(amountPurchased) }
  })
}

interface Mutation {
  readonly amount: number
  readonly isDiscount: boolean
  readonly balanceType: string
  readonly balanceCode?: string
  readonly sku?: string
  readonly childCard?: boolean
  readonly subtrackDisplayName?: string
  readonly offerIndex?: number
}

/** What came of a checkout in few words: "-0.7 ESP", "+10 Points", "-100 Points", "+5 USD child". */
export function told(answer: { readonly balanceMutations?: readonly Mutation[] }): string[] {
  return (answer.balanceMutations ?? []).map((one) => {
    if (one.isDiscount) return ['-', one.amount, ' ', one.sku ?? 'off'].join('')
    const sign = one.amount > 0 ? '+' : ''
    const name = [one.balanceCode ?? one.balanceType, one.subtrackDisplayName, one.childCard && 'child']
    return `${sign}${one.amount} ${name.filter(Boolean).join(' ')}`
  })
}

/** The trace of a call, an entry for each rule: "rule-1 fired issue 10 Points", "rule-2 failed". */
// biome-ignore lint/suspicious/noExplicitAny: a trace is plain JSON.
export async function traceOf(shop: Shop, ref: string): Promise<any[]> {
  const [row] = await sql('select trace from request where brand_id = $1 and request_ref = $2', [shop.id, ref])
  return row?.trace ?? []
}

/** The messages on their way out, the oldest first. */
export function messagesOf(shop: Shop) {
  return sql(
    'select request_ref, channel, subject, body, html, rule_id, state from message where brand_id = $1 order by created_at, request_ref, line',
    [shop.id],
  )
}

/** The balances of a card in few words: { Points: 3, USD: 2.5 }. */
export async function purse(shop: Shop, cardNumber: string): Promise<Record<string, number>> {
  const balances = (await shop.balances(cardNumber)) ?? []
  return Object.fromEntries(
    balances.map((one: { balanceType: string; balanceCode?: string; amount: number }) => [
      one.balanceCode ?? one.balanceType,
      one.amount,
    ]),
  )
}
