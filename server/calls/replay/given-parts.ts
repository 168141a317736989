import type { BalanceMutation, CheckoutRecord, DiscountMutation, KeptMutation } from '../../domain/checkout/record.ts'
import { type Minor, multiplyDivide } from '../../ground/kernel/money.ts'

/** A part of what a sale gave, or of what a return took back of it, which is below 0. */
export interface GivenPart {
  /** `redeem`: balance that a rule took for what it gave, below 0; of a return, what came back of that. */
  readonly kind: 'discount' | 'issue' | 'redeem'
  /** Empty: given by no rule, such as a personal offer, or it is not known by which. */
  readonly rule: string
  /** Of a discount 0: it is in the currency of its record. */
  readonly valueType: number
  readonly amount: Minor
}

/** By no rule, or none that is known. */
export const noRule = ''

type Mutations = readonly KeptMutation[]

/**
 * What was given, rule by rule. `sale` is what a return's sale did: without it nothing is known but how much came back. A
 * return takes back of each rule what the report of campaigns says: discounts as it keeps them, value by the rules' shares.
 */
export function partsOf(record: CheckoutRecord, sale?: Mutations): readonly GivenPart[] {
  const { kind, content, discount } = record
  const own = content.mutations ?? []
  if (kind !== 'return') return own.flatMap(partOf)
  const { takenBack, discounts } = content.asked?.returned ?? {}
  if (sale && takenBack) return [...discountsBack(discount, sale, discounts), ...valuesBack(record, sale, takenBack)]
  const taken = own.filter(isBalance).filter(({ amount }) => amount < 0)
  return [
    { kind: 'discount', rule: noRule, valueType: 0, amount: discount },
    ...taken.map(({ valueType, amount }): GivenPart => ({ kind: 'issue', rule: noRule, valueType, amount })),
  ]
}

function partOf(mutation: KeptMutation): GivenPart[] {
  const { kind, amount } = mutation
  const rule = ruleOf(mutation)
  if (kind === 'discount') return [{ kind, rule, valueType: 0, amount }]
  const counts = kind === 'issue' || (kind === 'redeem' && mutation.origin !== undefined)
  return counts ? [{ kind, rule, valueType: mutation.valueType, amount }] : []
}

function discountsBack(amount: Minor, sale: Mutations, kept: readonly Minor[] | undefined): GivenPart[] {
  if (!kept) return shared({ kind: 'discount', valueType: 0, amount }, sale.filter(isDiscount))
  return sale.flatMap((mutation, place) =>
    isDiscount(mutation)
      ? [{ kind: 'discount', rule: ruleOf(mutation), valueType: 0, amount: -(kept[place] ?? 0) }]
      : [],
  )
}

function valuesBack(record: CheckoutRecord, sale: Mutations, takenBack: readonly Minor[]): GivenPart[] {
  const moved = (record.content.mutations ?? []).filter(isBalance)
  const shortfalls = record.content.asked?.returned?.shortfalls ?? []
  const types = new Set([...sale.filter(isBalance), ...moved].map(({ valueType }) => valueType))
  return [...types].flatMap((valueType) => {
    const back = sale.map((one, place) => ({ one, amount: takenBack[place] ?? 0 }))
    const ofType = back.filter(({ one }) => isBalance(one) && one.valueType === valueType && !isOfLevel(one))
    const missing = shortfalls.filter((one) => one.valueType === valueType).map(({ amount }) => amount)
    const taken = atLeast0(sum(ofType.map(({ amount }) => atLeast0(amount))) - sum(missing.map(atLeast0)))
    const given = atLeast0(
      sum(ofType.map(({ amount }) => atLeast0(-amount))) - sum(missing.map((one) => atLeast0(-one))),
    )
    const gave = ofType.map(({ one }) => one).filter(({ kind }) => kind === 'issue')
    const took = ofType.map(({ one }) => one).filter(({ kind, origin }) => kind === 'redeem' && origin !== undefined)
    // What was given for a level that is lost goes with the level: no part of what the sale keeps of its return.
    const net = sum(moved.filter((one) => one.valueType === valueType).map(({ amount }) => amount))
    const ofLevels = Math.min(0, net + taken - given)
    return [
      ...shared({ kind: 'issue', valueType, amount: -taken }, gave),
      ...shared({ kind: 'redeem', valueType, amount: given }, took),
      ...shared({ kind: 'issue', valueType, amount: ofLevels }, []),
    ]
  })
}

/** Each rule has its share, in proportion. The shares add up: each is what is rounded up to it less that before it. */
function shared(whole: Omit<GivenPart, 'rule'>, among: Mutations): GivenPart[] {
  if (whole.amount === 0) return []
  const sums = new Map<string, number>()
  for (const one of among) sums.set(ruleOf(one), (sums.get(ruleOf(one)) ?? 0) + Math.abs(one.amount))
  const all = sum([...sums.values()])
  if (all === 0) return [{ ...whole, rule: noRule }]
  let [upTo, before] = [0, 0]
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([rule, own]) => {
      upTo += own
      const next = multiplyDivide(whole.amount, upTo, all)
      const part = { ...whole, rule, amount: next - before }
      before = next
      return part
    })
}

const ruleOf = ({ origin }: KeptMutation) => origin?.rule ?? noRule
const isDiscount = (mutation: KeptMutation): mutation is DiscountMutation => mutation.kind === 'discount'
const isBalance = (mutation: KeptMutation): mutation is BalanceMutation => mutation.kind !== 'discount'
const isOfLevel = ({ origin }: KeptMutation) => origin?.trigger === 'tier'
const atLeast0 = (amount: Minor) => Math.max(0, amount)
const sum = (amounts: readonly Minor[]) => amounts.reduce((all, one) => all + one, 0)
