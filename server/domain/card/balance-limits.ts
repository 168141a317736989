import { catalogue, type Refusal, refuse } from '../../ground/kernel/errors.ts'
import { formatMinor, type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { ValueType } from '../brand/brand.ts'

/** Error 13, with the limit that was met: too little, below the least, and above the most read differently. */
function refuseLimit(what: string): Refusal {
  return refuse(13, `${catalogue[13].text.slice(0, -1)}: ${what}.`)
}

export const refuseTooLittle = () => refuseLimit('the card does not have that much')
export const refuseEmptyHold = () => refuseLimit('the hold does not have that much left')
export const refuseSpent = () => refuseLimit('the card no longer has what the call gave')
export const refuseTooMuch = () => refuseLimit('no balance can be that large')

/** The most that a card may have of a value type. */
export const mostOf = ({ maxBalance }: ValueType): Minor => Math.min(maxBalance ?? minorMax, minorMax)

export function refuseOverfull(valueType: ValueType): Refusal {
  return refuseLimit(`the card may have ${formatMinor(mostOf(valueType), valueType.scale)} at most`)
}

/** What is wrong with the size of a single issuance or redemption. */
export function checkSize(amount: Minor, valueType: ValueType, what: 'issue' | 'redeem'): Refusal | undefined {
  const [least, most] =
    what === 'issue' ? [valueType.minIssue, valueType.maxIssue] : [valueType.minRedeem, valueType.maxRedeem]
  const show = (minor: Minor) => formatMinor(minor, valueType.scale)
  if (least !== undefined && amount < least) return refuseLimit(`the least to ${what} at once is ${show(least)}`)
  if (most !== undefined && amount > most) return refuseLimit(`the most to ${what} at once is ${show(most)}`)
  return undefined
}

/** A cashout leaves exactly nothing. */
export const refuseInexactCashout = () =>
  refuseLimit('a cashout takes exactly what is there, and nothing may become active later')

export const refuseCashoutOfReturns = () => refuseLimit('balance from returns is not paid out in cash')
