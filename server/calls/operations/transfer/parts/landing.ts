import type { Brand, ValueType } from '../../../../domain/brand/brand.ts'
import { findValueType, programOf } from '../../../../domain/brand/value-types.ts'
import type { Card, Lot, Purse } from '../../../../domain/card/card.ts'
import type { Landing } from '../../../../domain/card/transfer.ts'
import { bucketName } from '../../../../domain/view/balance-view.ts'
import { type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import { formatMinor, type Minor } from '../../../../ground/kernel/money.ts'
import type { TransferContext } from './contract.ts'

/** Where each lot goes on a card of the same or another program. Balances of coupons go where the coupons go. */
export function landingOn(
  target: Card,
  { brand, request }: TransferContext,
): (lot: Lot) => Landing | Refusal | undefined {
  return (lot) => {
    if (bucketName(lot.bucket).type === 'coupon' && !request.transferCoupons) return undefined
    return toLanding(lot, target, brand)
  }
}

/** An amount of a value type as a card of the same or another program has it. */
export function toLanding(
  { valueType: id, bucket, amount }: Purse & { readonly amount: Minor },
  target: Card,
  brand: Brand,
): Landing | Refusal {
  const program = programOf(brand, target)
  const own = brand.valueTypes.get(id)
  if (!own) return refuse(115)
  if (own.program === program?.id) return { purse: { valueType: id, bucket }, amount }
  const other = findValueType(program, own)
  if (!other || other.switchedOff || !hasBucket(other, bucket)) return refuse(115)
  const rescaled = rescale(amount, own.scale, other.scale)
  if (rescaled === undefined) return tooFine(other, { amount, scale: own.scale })
  return { purse: { valueType: other.id, bucket }, amount: rescaled }
}

/** What is on the card has more decimals than the other program's value type has: the till learns how many it may be. */
function tooFine(other: ValueType, { amount, scale }: { readonly amount: Minor; readonly scale: number }): Refusal {
  const name = other.balanceCode === '' ? other.balanceType : `${other.balanceType} ${other.balanceCode}`
  const most = other.scale === 0 ? 'no decimals' : `at most ${other.scale} decimals`
  return refuse(
    116,
    `${formatMinor(amount, scale)} ${name} cannot be moved to ${other.program}: ${name} has ${most} there.`,
  )
}

function hasBucket({ subtracks }: ValueType, bucket: string): boolean {
  const { type, id } = bucketName(bucket)
  return type !== 'subtrack' || subtracks[Number(id) - 1] !== undefined
}

/** The same amount in another smallest unit; undefined when it has more decimals than that. */
function rescale(amount: Minor, from: number, to: number): Minor | undefined {
  const factor = 10 ** Math.abs(to - from)
  const rescaled = to >= from ? amount * factor : amount / factor
  return Number.isInteger(rescaled) ? rescaled : undefined
}
