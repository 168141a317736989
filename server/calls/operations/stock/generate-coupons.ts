import { originOf } from '../../../domain/decision/audit-origin.ts'
import { id, integer } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { addGeneratedCoupons as makeCoupons } from '../../../storage/brand-store/apply/coupon-plan.ts'
import { inBulk } from '../../../storage/brand-store/stock/make-stock.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { stockMax } from '../brand/parts/stock-max.ts'
import { task } from '../operation.ts'

export const generateCoupons = task({
  name: 'generateCoupons',
  group: 'admin',
  summary: 'Generate more coupons for a set, in the form that the brand file gives.',
  details: 'They do not count towards the number in the file, which can be applied again unchanged.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'GenerateCouponsRequest',
  responseModel: 'GenerateCouponsResponse',
  request: {
    couponSetId: id('The coupon set.').required(),
    count: integer('How many to generate.').between(1, stockMax).required(),
  },
  response: { count: integer('How many were made.').required() },
  perform: async ({ request, call, brand, db, random }) => {
    const { couponSetId, count } = request
    const set = brand.document.couponSets.find((one) => one.id === couponSetId)
    if (!set) return refuseField(100, 'couponSetId', 'there is no such coupon set')
    if (!set.generate) return refuseField(100, 'couponSetId', 'the coupons of this set are listed, not generated')
    const source = { db, brandId: brand.id, random: inBulk(random) }
    const made = await makeCoupons(source, {
      id: set.id,
      origin: 'created',
      form: set.generate,
      count,
      codes: brand.codes,
    })
    if (!made) return refuseField(100, 'count', 'no more ids of this prefix and length are free')
    const subject = `couponSets/${couponSetId}`
    await insertAuditEntries(db, brand.id, [
      { ...originOf(call), action: 'stock.generated', subject, after: { count } },
    ])
    return { kind: 'answer', response: { count } }
  },
})
