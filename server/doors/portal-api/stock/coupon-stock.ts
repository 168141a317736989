import type { Brand } from '../../../domain/brand/brand.ts'
import { flag, integer, list, model, text } from '../../../ground/contract/field.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { brandRoute } from '../route.ts'
import { countedMax, countFreeCoupons, countGivenCoupons, listCodeUses } from './stock.sql.ts'

const codeStock = model('CodeStock', 'A public code.', {
  code: text('The code.').required(),
  used: integer('How often it was used.').required(),
  uses: integer('How often it can be used in all. Absent: as often as wanted.'),
})

const couponSetStock = model('CouponSetStock', 'What is left of a coupon set.', {
  set: text('The coupon set.').required(),
  name: text('What people call it.').required(),
  canMakeMore: flag('Whether more can be made: its coupons are generated, not listed.').required(),
  fillsItself: flag('Whether a coupon is made whenever one is wanted: it never runs out.').required(),
  free: integer(`Coupons that can still be given out, counted up to ${countedMax}.`).required(),
  given: integer('Coupons that were given out.').required(),
  used: integer('Those of them that were used.').required(),
  codes: list('Its public codes.', codeStock).required(),
})

/** How many coupons that were given out are looked at: about a second's work. */
const lookedMax = 300_000

export const couponStock = brandRoute({
  name: 'couponStock',
  summary: 'Count the coupons of each set: left, given out and used; and the uses of public codes.',
  permission: 'coupons.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    countedMax: integer('Numbers of free coupons that are this large may be larger.').required(),
    isPartial: flag('Whether there were too many to count: given and used then are at least so many.').required(),
    sets: list('The coupon sets.', couponSetStock).required(),
  },
  run: async ({ brand, services: { pool } }) => {
    const { couponSets } = brand.document
    const free = await countFreeCoupons(
      pool,
      brand.id,
      couponSets.map(({ id }) => id),
    )
    const given = await countGivenCoupons(pool, brand.id, lookedMax)
    const uses = await listCodeUses(pool, brand.id, codeKeysOf(brand))
    const freeOf = new Map(free.map((one) => [one.set, one.free]))
    const givenOf = new Map(given.map((one) => [one.set, one]))
    const usesOf = new Map(uses.map((one) => [one.code, one.used]))
    const looked = given.reduce((sum, one) => sum + one.given, 0)
    const sets = couponSets.map(({ id, name, generate, autoGenerate, codes = [] }) => ({
      set: id,
      name: name ?? id,
      canMakeMore: generate !== undefined,
      fillsItself: autoGenerate === true,
      free: freeOf.get(id) ?? 0,
      given: givenOf.get(id)?.given ?? 0,
      used: givenOf.get(id)?.used ?? 0,
      codes: codes.map(({ code, uses }) => defined({ code, uses, used: usesOf.get(codeKey(code)) ?? 0 })),
    }))
    return { countedMax, isPartial: looked >= lookedMax, sets }
  },
})

const codeKeysOf = ({ document }: Brand) =>
  document.couponSets.flatMap(({ codes = [] }) => codes.map(({ code }) => codeKey(code)))
