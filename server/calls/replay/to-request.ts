import type { Brand } from '../../domain/brand/brand.ts'
import type { Campaigns } from '../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../domain/campaign/campaigns-of.ts'
import type {
  CheckoutContent,
  CheckoutRecord,
  KeptLine,
  KeptPayment,
  KeptReturn,
} from '../../domain/checkout/record.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { type Decimal, type Minor, parseDecimal, toMinor } from '../../ground/kernel/money.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import type { CheckoutRequest } from '../operations/checkout/parts/contract.ts'
import type { ReturnRequest } from '../operations/return/parts/contract.ts'
import type { PastCall } from './past-call.ts'

/** The numbers of the cards that a call named. */
export interface CardNumbers {
  readonly cardNumber?: string
  readonly childCardNumber?: string
  readonly referringCardNumber?: string
}

const microScale = 6
/** How long a setup locks of which that was not kept: until somebody else has come. */
const longestLockSeconds = 86_400

/** Without trailing zeros, as requests are read. */
function decimalOf(minor: Minor, scale: number): Decimal {
  let units = minor
  let decimals = scale
  while (decimals > 0 && units % 10 === 0) {
    units /= 10
    decimals -= 1
  }
  return { units, scale: decimals }
}

const microOf = (micro: string): Decimal => decimalOf(Number(micro), microScale)

/** The request that a standalone checkout or a locked setup was made with, as far as it matters for what came of it. */
export function toCheckoutRequest(
  call: PastCall,
  record: CheckoutRecord,
  named: CardNumbers,
  brand: Brand,
): CheckoutRequest {
  const { content, scale, total, kind } = record
  const { asked = nothingAsked } = content
  const isSetup = kind === 'setup'
  const choices = asked.choices ?? choicesOf(call, brand)
  const coupons = asked.coupons ?? usedIn(content)
  // Field by field: there is one for each call of the period, and most of them have only what comes first.
  return {
    ...usual,
    ...named,
    isSetup,
    lockSetupDuration: isSetup ? (asked.lockSeconds ?? longestLockSeconds) : 0,
    checkoutTotal: decimalOf(total - addedTo(content.lines), scale),
    checkoutShippingTotal: decimalOf(content.shipping ?? 0, scale),
    checkoutTipTotal: decimalOf(content.tip ?? 0, scale),
    products: content.lines.filter(isOfTill).map(toProduct),
    useParentBalancesOnly: asked.usesRootOnly ?? false,
    ...(content.preDiscounts && { preDiscounts: content.preDiscounts.map((one) => toPreDiscount(one, scale)) }),
    ...(content.keyValues && { customKeyValues: content.keyValues as RequestField<'customKeyValues'> }),
    ...(content.orderAttributes && { orderAttributes: content.orderAttributes }),
    ...(choices && { campaignChoices: choices as RequestField<'campaignChoices'> }),
    ...(content.payments && { paymentMethods: content.payments.map((one) => toPayment(one, scale)) }),
    ...(coupons.length > 0 && { coupons: [...coupons] }),
    ...(content.device !== undefined && { device: content.device }),
    ...(content.orderMode !== undefined && { orderMode: content.orderMode }),
    ...(content.barcode !== undefined && { barcode: content.barcode }),
    ...(content.receiptInformation !== undefined && {
      receiptInformation: content.receiptInformation as RequestField<'receiptInformation'>,
    }),
    ...(content.customDate !== undefined && { customRequestDate: content.customDate }),
  }
}

/** What rules added is decided again. */
const isOfTill = ({ addedBy }: KeptLine) => addedBy === undefined

const addedTo = (lines: readonly KeptLine[]): Minor =>
  lines.reduce((sum, line) => (isOfTill(line) ? sum : sum + line.value), 0)

type RequestField<Name extends keyof CheckoutRequest> = NonNullable<CheckoutRequest[Name]>

const nothingAsked: NonNullable<CheckoutContent['asked']> = {}
const noCoupons: readonly string[] = []

/** The coupons that rules used, and the public codes after them. */
function usedIn({ coupons, codes }: CheckoutContent): readonly string[] {
  return codes ? [...(coupons ?? []), ...codes.map(({ code }) => code)] : (coupons ?? noCoupons)
}

function toProduct({ sku, unitPrice, quantity, unitCost, sequenceId, attributes }: KeptLine) {
  const cost = unitCost === undefined ? undefined : parseDecimal(unitCost)
  const plain = { sku, unitPrice: microOf(unitPrice), amountPurchased: microOf(quantity), sequenceId }
  const product = attributes ? { ...plain, attributes } : plain
  return cost ? { ...product, unitCost: cost } : product
}

/** The same of a quick checkout, whose card pays what is left; undefined if it was not kept with what. */
export function toQuickRequest(sale: CheckoutRequest, { content }: CheckoutRecord): object | undefined {
  const { paysRest } = content.asked ?? {}
  if (!paysRest) return undefined
  const { paymentMethods: _, ...rest } = sale
  const { unitWorth, ...wish } = paysRest
  return defined({ ...rest, ...wish, unitWorth: unitWorth === undefined ? undefined : parseDecimal(unitWorth) })
}

const usual = {
  cancelSetup: false,
  removeBlockingCoupons: true,
  failOnUnusedCoupons: false,
  forcePinValidation: false,
  trigger: 'checkout',
  returnBalanceMutations: false,
  returnBalances: false,
  returnResponseObjects: false,
} as const

type KeptPreDiscount = NonNullable<CheckoutRecord['content']['preDiscounts']>[number]

function toPreDiscount(kept: KeptPreDiscount, scale: number) {
  const { amount, sku, sequenceId, externalPromotionId, externalCampaignRuleId } = kept
  return defined({
    amount: decimalOf(amount, scale),
    product: sku === undefined ? undefined : defined({ sku, sequenceId }),
    externalPromotionId,
    externalCampaignRuleId,
  })
}

function toPayment(kept: KeptPayment, scale: number) {
  return defined({
    paymentType: kept.type,
    amount: kept.amount === undefined ? undefined : parseDecimal(kept.amount),
    redeemBalance: kept.redeemBalance ?? false,
    balanceType: kept.balanceType as 'Points' | undefined,
    balanceCode: kept.balanceCode,
    checkoutPaymentAmount: decimalOf(kept.paid, scale),
    updateBalanceRequestRef: kept.request,
    countAsDiscount: kept.countAsDiscount ?? false,
  })
}

/** Which options were chosen is told by the rules that fired, where it was not kept. */
function choicesOf({ detail }: PastCall, brand: Brand) {
  const optional = optionalRulesOf(campaignsOf(brand))
  if (optional.length === 0) return undefined
  const fired = detail?.effects?.fired ?? []
  const chosen = optional.filter(({ id }) => fired.some(({ rule }) => rule === id))
  return chosen.map(({ option, uuid }) => ({ optionId: option?.id ?? '', campaignRuleUUID: uuid }))
}

const optionalRulesOf = oncePer(({ rules }: Campaigns) => rules.filter(({ option }) => option))

/** An earlier redemption as a payment refers to it: it paid what was kept of it. */
export function toPaidBy(payment: KeptPayment, brand: Brand): PastRequest | undefined {
  const { request: ref, balanceType, balanceCode = '', amount } = payment
  const decimal = amount === undefined ? undefined : parseDecimal(amount)
  const type = [...brand.valueTypes.values()].find(
    (one) => one.balanceType === balanceType && (one.balanceCode ?? '') === balanceCode,
  )
  const minor = type && decimal && toMinor(decimal, type.scale)
  if (ref === undefined || !type || minor === undefined) return undefined
  const sums = { seq: 0, lot: 0, held: 0, balanceAfter: 0, heldAfter: 0 }
  const posting = { cardId: 0, valueType: type.id, bucket: '', ...sums, amount: -minor, kind: 'UpdateBalance' as const }
  const call = { operation: 'updateBalance', callType: 'UPDATE_BALANCE' as const, happenedAt: 0 }
  return { ref, ...call, postings: [posting], lots: [] }
}

/** The request of a return, as the sale kept it. */
export function toReturnRequest(
  call: PastCall,
  kept: Pick<KeptReturn, 'products' | 'additional' | 'paymentsBack'> | undefined,
  { sale, named, reversePayments }: { sale: RequestRef; named: CardNumbers; reversePayments: boolean },
): ReturnRequest {
  const { record, detail } = call
  const scale = record?.scale ?? 0
  const isReversal = reversePayments || detail?.asked?.reversePayments === true
  const products =
    kept?.products ??
    (record?.content.lines ?? []).map(({ sku, quantity, sequenceId }) => ({
      sku,
      quantity: quantity.replace('-', ''),
      sequenceId,
    }))
  return defined({
    ...named,
    checkoutRequestRef: sale,
    returnedProducts: products.map((product) =>
      defined({
        sku: product.sku,
        amountPurchased: microOf(product.quantity),
        unitPrice: 'unitPrice' in product && product.unitPrice ? microOf(product.unitPrice) : undefined,
        sequenceId: product.sequenceId,
      }),
    ),
    additionalReturnAmount: decimalOf(kept?.additional ?? 0, scale),
    failIfOverReturn: false,
    reversePayments,
    ...(!isReversal && kept?.paymentsBack && { reversedPaymentAmount: decimalOf(kept.paymentsBack, scale) }),
    disableIssuedCoupons: true,
    failIfCouponsUsed: false,
    usedCouponResets: 'OnlyOnFullReturn',
    removeCustomEvents: false,
    simulateOnly: false,
    merchantName: detail?.merchantName,
    customRequestDate: record?.content.customDate,
    ...detail?.asked,
  }) as ReturnRequest
}

/** The request of a void. */
export function toVoidRequest({ detail }: PastCall, named: CardNumbers): object {
  return defined({
    ...named,
    requestRef: detail?.voids ?? '',
    disableIssuedCoupons: true,
    failIfCouponsUsed: false,
    usedCouponResets: false,
    ...detail?.asked,
  })
}
