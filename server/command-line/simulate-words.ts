import { explanationLines } from '../campaign/explanation-lines.ts'
import type { SimulateResponse } from '../operations/admin/simulate.ts'

type Receipt = NonNullable<SimulateResponse['receipt']>

/** The receipt as a customer would read it, then what else would happen, then why. */
export function simulationLines({ date, receipt, refusal, explanation }: SimulateResponse): string[] {
  return [
    `On ${date}, nothing is done:`,
    ...(receipt ? receiptLines(receipt) : []),
    ...(refusal ? [`Refused with error ${refusal.errorCode}: ${refusal.errorMessage}`] : []),
    '',
    ...explanationLines(explanation),
  ]
}

function receiptLines(receipt: Receipt): string[] {
  const { currency, lines, otherDiscounts, balances, issuedCoupons, usedCoupons, messages, tierChange } = receipt
  const money = (amount: number | undefined = 0) => `${amount.toFixed(2)} ${currency}`
  const off = ({ amount, campaign, name, offerIndex, isOnShipping }: Receipt['otherDiscounts'][number]) =>
    `    ${money(-amount)}  ${campaign === undefined ? `personal offer ${offerIndex ?? ''}` : `${campaign} / ${name}`}${isOnShipping ? ' (shipping)' : ''}`
  return [
    ...lines.flatMap((line) => [
      `  ${line.amountPurchased} × ${line.name ?? line.sku} at ${line.unitPrice}: ${money(line.amount)}`,
      ...line.discounts.map(off),
    ]),
    ...otherDiscounts.map(off),
    `  Total: ${money(receipt.checkoutTotalBeforeDiscount)}, after discounts ${money(receipt.checkoutTotalAfterDiscount)}`,
    ...balances.map(balanceLine),
    ...(tierChange ? [`  Level: ${tierChange.from ?? 'none'} → ${tierChange.to ?? 'none'}`] : []),
    ...usedCoupons.map((coupon) => `  Uses coupon ${coupon}`),
    ...issuedCoupons.map(({ name, couponSet, to }) => `  Issues a coupon of ${name ?? couponSet}${toWhom(to)}`),
    ...(receipt.responseObjects ?? []).map(({ message }) => `  Says: ${message}`),
    ...messages.map(({ channel, text, to }) => `  Sends by ${channel}${toWhom(to)}: ${text}`),
    ...(receipt.campaignOptions ?? []).map(
      ({ optionId, optionDisplayValue, selected }) =>
        `  Offers ${optionDisplayValue ?? optionId}${selected ? ' (chosen)' : ''}`,
    ),
  ]
}

const toWhom = (to: string | undefined) => (to === undefined ? '' : ` to the ${to}`)

function balanceLine({ of, balanceType, balanceCode, before, after }: Receipt['balances'][number]): string {
  const what = balanceCode ?? balanceType
  const whose = of === 'root' ? '' : ` of the ${of}`
  return before === after ? `  ${what}${whose}: ${after}` : `  ${what}${whose}: ${before} → ${after}`
}
