import type { Brand, ValueType } from '../../../../domain/brand/brand.ts'
import { findValueType, programOf, refuseValueType } from '../../../../domain/brand/value-types.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { refuseField } from '../../../../ground/kernel/errors.ts'
import type { Decimal, Minor } from '../../../../ground/kernel/money.ts'
import { dueOf } from '../../checkout/parts/owed.ts'
import type { Till } from '../../checkout/parts/payments.ts'
import type { LastPayment } from '../../checkout/parts/sale-state.ts'

interface PaymentWish {
  readonly balanceType: ValueType['balanceType']
  readonly balanceCode?: string
  readonly unitWorth?: Decimal
  readonly paymentType?: string
}

/**
 * Pays what is due with what is there: never more than the balance, what rules will redeem of it set aside, nor than
 * the value type's largest redemption; nothing at all below its smallest.
 */
export function findLastPayment(wish: PaymentWish, brand: Brand): LastPayment['find'] {
  return (run, till) => {
    const { basket } = run.result
    const card = run.state.bookOf('root')?.card
    if (!basket || !card) throw new Error('a checkout that is paid by a card has both')
    const { balanceType, balanceCode = balanceType === 'Currency' ? till.currency : undefined, paymentType } = wish
    const name = defined({ balanceType, balanceCode })
    const program = programOf(brand, card)
    const valueType = findValueType(program, name)
    if (!valueType) return refuseValueType(name, program)
    const isSame = balanceType === 'Currency' && balanceCode === till.currency
    const worth = wish.unitWorth ?? (isSame ? { units: 1, scale: 0 } : undefined)
    if (!worth) return refuseField(100, 'unitWorth', `is required for ${balanceCode ?? balanceType}`)
    const due = dueOf(basket)
    const most = Math.min(run.pledges.spendableOf(valueType), valueType.maxRedeem ?? Number.POSITIVE_INFINITY)
    const { units, paid } = cover(due, most, priceOf(worth, valueType, till))
    if (paid === 0 || units < (valueType.minRedeem ?? 0)) return undefined
    return {
      ...(paymentType !== undefined && { paymentType }),
      redeemBalance: true,
      ...name,
      amount: { units, scale: valueType.scale },
      checkoutPaymentAmount: { units: paid, scale: till.scale },
      countAsDiscount: false,
    }
  }
}

/** What the smallest unit of a balance pays, in smallest units of the till's currency: a fraction. */
interface Price {
  readonly over: bigint
  readonly under: bigint
}

function priceOf(worth: Decimal, { scale }: ValueType, till: Till): Price {
  return { over: BigInt(worth.units) * 10n ** BigInt(till.scale), under: 10n ** BigInt(worth.scale + scale) }
}

/** As many units as are not worth more than what is due, and what they pay, rounded half up: which is never more either. */
export function cover(due: Minor, most: Minor, { over, under }: Price): { units: Minor; paid: Minor } {
  const enough = (BigInt(due) * under) / over
  const units = enough < BigInt(most) ? enough : BigInt(most)
  return { units: Number(units), paid: Number((2n * units * over + under) / (2n * under)) }
}
