import type { Program, ValueType } from '../../../../domain/brand/brand.ts'
import { findValueType, refuseValueType, tooManyDecimals } from '../../../../domain/brand/value-types.ts'
import { checkSize } from '../../../../domain/card/balance-limits.ts'
import type { Posting } from '../../../../domain/card/book.ts'
import { ownBucket } from '../../../../domain/card/card.ts'
import { redeem } from '../../../../domain/card/movements.ts'
import { toMinorHalfUp } from '../../../../domain/checkout/exact.ts'
import type { KeptPayment } from '../../../../domain/checkout/record.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { PastRequest } from '../../../../domain/decision/past-request.ts'
import type { RuleRun } from '../../../../domain/firing/rule-run.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'
import { isUuid, type RequestRef } from '../../../../ground/kernel/ids.ts'
import { type Decimal, formatMinor, type Minor, toMinor } from '../../../../ground/kernel/money.ts'

/** The location's currency, in which a checkout is counted. */
export interface Till {
  readonly currency: string
  readonly scale: number
}

/** A payment as it was read. */
export interface ReadPayment {
  readonly kept: KeptPayment
  /** What is to be redeemed of the checkout's card. */
  readonly redeems?: { readonly valueType: ValueType; readonly amount: Minor }
  /** What the redemption that it refers to is worth in the checkout's currency. */
  readonly referred?: Minor
}

export interface PaymentMethod {
  readonly paymentType?: string
  readonly amount?: Decimal
  readonly redeemBalance: boolean
  readonly balanceType?: ValueType['balanceType']
  readonly balanceCode?: string
  readonly checkoutPaymentAmount?: Decimal
  readonly updateBalanceRequestRef?: string
  readonly countAsDiscount: boolean
}

type Context = Pick<DecisionContext<unknown>, 'brand' | 'pastRequest' | 'cardById'>

/** `program` is that of the checkout's card. Without `redeeming`, balances are named for reports only. */
export function readPayments(
  methods: readonly PaymentMethod[],
  till: Till & { readonly program: Program | undefined; readonly redeeming: boolean },
  context: Context,
): readonly ReadPayment[] | Refusal {
  const payments: ReadPayment[] = []
  const refs = new Set<RequestRef>()
  for (const [index, method] of methods.entries()) {
    const ref = method.updateBalanceRequestRef?.toLowerCase()
    if (ref !== undefined && refs.has(ref)) return refuse(119, 'The redemption is a payment already.')
    if (ref !== undefined) refs.add(ref)
    const path = `paymentMethods[${index}]`
    const payment = ref === undefined ? readOwn(method, till, path) : readReferred(method, ref, till, context)
    if (isRefusal(payment)) return payment
    payments.push(payment)
  }
  return checkSums(payments) ?? payments
}

/** A redemption over the maximum cannot be had by dividing it into several payments. */
function checkSums(payments: readonly ReadPayment[]): Refusal | undefined {
  const redeemed = new Map<ValueType, Minor>()
  for (const { redeems } of payments) {
    if (!redeems) continue
    const { valueType, amount } = redeems
    const sum = (redeemed.get(valueType) ?? 0) + amount
    const refusal = checkSize(sum, valueType, 'redeem')
    if (refusal) return refusal
    redeemed.set(valueType, sum)
  }
  return undefined
}

type Reading = Till & { readonly program: Program | undefined; readonly redeeming: boolean }

function readOwn(method: PaymentMethod, till: Reading, path: string): ReadPayment | Refusal {
  const { amount = zero, balanceType, balanceCode } = method
  const name = balanceType && defined({ balanceType, balanceCode })
  if (!method.redeemBalance || !name || !till.redeeming) {
    const isOther = name && !(name.balanceType === 'Currency' && name.balanceCode === till.currency)
    const paid = readPaid(method.checkoutPaymentAmount ?? (isOther ? zero : amount), till, path)
    if (typeof paid === 'object') return paid
    const kept = keep(method, paid, name && { name, amount: formatMinor(amount.units, amount.scale) })
    return { kept: { ...kept, ...(method.redeemBalance && { redeemBalance: true as const }) } }
  }
  const valueType = findValueType(till.program, name)
  if (!valueType) return refuseValueType(name, till.program)
  if (amount.scale > valueType.scale) return tooManyDecimals(`${path}.amount`, valueType)
  const minor = toMinor(amount, valueType.scale)
  if (minor === undefined) return refuseField(100, `${path}.amount`, 'is too large')
  const refusal = checkSize(minor, valueType, 'redeem')
  if (refusal) return refusal
  const isSame = name.balanceType === 'Currency' && name.balanceCode === till.currency
  const paid = readPaid(method.checkoutPaymentAmount ?? (isSame ? amount : zero), till, path)
  if (typeof paid === 'object') return paid
  return {
    kept: { ...keep(method, paid, { name, amount: formatMinor(minor, valueType.scale) }), redeemBalance: true },
    redeems: { valueType, amount: minor },
  }
}

/** The redemption that a payment refers to: done, not voided, and not a payment yet. */
function readReferred(method: PaymentMethod, ref: RequestRef, till: Reading, context: Context): ReadPayment | Refusal {
  const past = isUuid(ref) ? context.pastRequest(ref) : undefined
  if (!past || past.errorCode !== undefined || past.callType !== 'UPDATE_BALANCE') return refuse(118)
  const redeemed = redeemedBy(past, context)
  if (!redeemed) return refuse(118, 'The referenced request is no redemption.')
  if (past.voidedBy !== undefined) return refuse(119, 'The redemption was voided.')
  if (past.paymentOf !== undefined) return refuse(119, 'The redemption is a payment already.')
  const { valueType, amount } = redeemed
  const isSame = valueType.balanceType === 'Currency' && valueType.balanceCode === till.currency
  const own: Decimal = isSame ? { units: amount, scale: valueType.scale } : zero
  const whole = readPaid(own, till, 'paymentMethods')
  const paid = readPaid(method.checkoutPaymentAmount ?? own, till, 'paymentMethods')
  if (typeof paid === 'object') return paid
  if (typeof whole === 'object') return whole
  const { balanceType, balanceCode } = valueType
  const name = { balanceType, ...(balanceCode && { balanceCode }) }
  return {
    kept: { ...keep(method, paid, { name, amount: formatMinor(amount, valueType.scale) }), request: ref },
    // Of another value only the till knows the worth.
    referred: isSame ? whole : paid,
  }
}

/** What a request redeemed in all, apart from what rules did in it; undefined for one that is no redemption. */
function redeemedBy({ postings, detail }: PastRequest, { brand }: Context) {
  // What was paid out in cash, or taken away to correct the books, has paid for nothing.
  if (detail?.negativeIssue || postings.some(({ kind }) => kind === 'Cashout')) return undefined
  const own = postings.filter((posting: Posting) => !posting.origin)
  const amount = own.reduce((sum, posting) => sum - posting.amount, 0)
  const valueType = brand.valueTypes.get(own[0]?.valueType ?? -1)
  return amount > 0 && valueType && own.every((posting) => posting.amount <= 0) ? { valueType, amount } : undefined
}

const zero: Decimal = { units: 0, scale: 0 }

function readPaid(amount: Decimal, { scale }: Till, path: string): Minor | Refusal {
  return toMinorHalfUp(amount, scale) ?? refuseField(100, path, 'is too large')
}

function keep(
  { paymentType, countAsDiscount }: PaymentMethod,
  paid: Minor,
  redeemed: { name: { balanceType: string; balanceCode?: string }; amount: string } | undefined,
): KeptPayment {
  return {
    ...(paymentType !== undefined && { type: paymentType }),
    paid,
    ...redeemed?.name,
    ...(redeemed && { amount: redeemed.amount }),
    ...(countAsDiscount && { countAsDiscount }),
  }
}

/** Redeems what is paid with the card's own balances, in the order in which the payments were given. */
export function redeemPayments(run: RuleRun, payments: readonly ReadPayment[]): Refusal | undefined {
  const { holder } = run.state
  const book = run.state.bookOf(holder)
  for (const { redeems } of payments) {
    if (!redeems || !book) continue
    const { valueType, amount } = redeems
    const purse = { valueType: valueType.id, bucket: ownBucket }
    const taken = redeem(book, { purse, amount, kind: 'UpdateBalance', now: run.context.now })
    if (isRefusal(taken)) return taken
    run.result.mutations.push({ kind: 'payment', holder, ...purse, amount: -amount })
  }
  run.state.showCard()
  return undefined
}
