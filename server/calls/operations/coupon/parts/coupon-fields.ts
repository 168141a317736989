import { model, text } from '../../../../ground/contract/field.ts'
import { formatDateTime } from '../../../../ground/kernel/time.ts'
import type { ActiveCoupon } from '../../../../storage/store/queries/coupon-view.sql.ts'

export const cardCoupon = model('CardCoupon', 'A coupon of a card.', {
  couponId: text('The coupon.').required(),
  promotionId: text('The promotion that it was issued for.'),
  issuedDate: text('When it was issued, yyyy-MM-dd HH:mm:ss.').required(),
  redemptionDate: text('When it was used, yyyy-MM-dd HH:mm:ss.'),
  expirationDate: text('When it expires, yyyy-MM-dd HH:mm:ss.'),
})

/** As CardCoupon. */
export function toCardCoupon({ issuedAt, expiresAt, ...names }: ActiveCoupon, timeZone: string) {
  return {
    ...names,
    issuedDate: formatDateTime(issuedAt, timeZone),
    ...(expiresAt !== undefined && { expirationDate: formatDateTime(expiresAt, timeZone) }),
  }
}

export const withoutRepeats = (values: readonly string[]): readonly string[] => [...new Set(values)]
