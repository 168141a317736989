import type { SimulateResponse } from '../../../calls/operations/campaign/simulate.ts'
import { explanationLines } from '../../../domain/explanation/explanation-lines.ts'
import { amountWords, priceWords } from '../../../domain/explanation/words/en/amounts.ts'

type Receipt = NonNullable<SimulateResponse['receipt']>
type Refusal = NonNullable<SimulateResponse['refusal']>

/** The receipt as a customer would read it, then what else would happen, then why; or why it would be refused. */
export function simulationLines(answer: SimulateResponse, cardNumber: unknown): string[] {
  const { date, receipt, refusal, explanation } = answer
  const why = explanationLines(explanation)
  return [
    `Simulated for ${date}. Nothing was changed.`,
    ...(receipt ? receiptLines(receipt) : []),
    // The explanation begins with the refusal.
    ...(refusal ? why.splice(0, 1) : []),
    ...(refusal ? refusalLines(refusal, explanation.outcome.words, cardNumber) : []),
    '',
    ...why,
  ]
}

/** What the first line lacks: the message of a rule, and which card it is about. */
function refusalLines({ errorCode, errorMessage }: Refusal, said: string, cardNumber: unknown): string[] {
  return [
    ...(said.includes(errorMessage.replace(/\.$/, '')) ? [] : [`  ${errorMessage}`]),
    ...(errorCode === unknownCard && cardNumber !== undefined ? [`  There is no card ${cardNumber}.`] : []),
  ]
}

const unknownCard = 2

function receiptLines(receipt: Receipt): string[] {
  const { currency, lines, otherDiscounts, balances, issuedCoupons, usedCoupons, messages, tierChange } = receipt
  const money = (amount: number | undefined = 0) => priceWords(String(amount), currency)
  const off = ({ amount, campaign, name, offerIndex, isOnShipping }: Receipt['otherDiscounts'][number]) =>
    `    ${money(-amount)}  ${campaign === undefined ? `personal offer ${offerIndex ?? ''}` : `${campaign} / ${name}`}${isOnShipping ? ' (shipping)' : ''}`
  return [
    ...lines.flatMap((line) => [
      `  ${line.amountPurchased} × ${line.name ?? line.sku} at ${priceWords(line.unitPrice, currency)}: ${money(line.amount)}`,
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
  const isMoney = balanceType === 'Currency' && balanceCode !== undefined
  const [from, to] = [before, after].map((amount) => (isMoney ? amountWords(String(amount), balanceCode) : amount))
  return before === after ? `  ${what}${whose}: ${to}` : `  ${what}${whose}: ${from} → ${to}`
}
