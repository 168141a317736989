import assert from 'node:assert/strict'
import { lockingCalls, openRuleShop } from './checkout-shop.ts'
import { type Answer, applyFile, type Shop, type ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

export const codeOff = {
  when: [{ fact: 'code', set: 'summer', op: '=', value: true }],
  then: [{ discount: { amount: 10 } }],
}

/** A coupon set of public codes. */
export const codeSet = (codes: readonly object[], id = 'summer') => ({ id, name: 'Summer', codes })

const listedSet = { id: 'ten', name: 'Ten off', coupons: ['TEN-1', 'TEN-2', 'TEN-3'] }

/** The sections of a brand file that make a shop with these codes. */
export const withCodes = (codes: readonly object[]) => ({ couponSets: [codeSet(codes), listedSet] })

/** A shop where each code of the set takes 10 off. */
export async function openCodeShop(
  codes: readonly object[],
  rules: readonly object[] = [codeOff],
  options: ShopOptions = {},
) {
  const room = await openRuleShop(rules, { ...options, more: { ...withCodes(codes), ...options.more } })
  const { shop } = room
  return {
    ...room,
    ...lockingCalls(room),
    /** Changes the codes of the file. */
    recode: (changed: readonly object[]) => applyFile({ ...shop.file, ...withCodes(changed) }),
    pay: (code: string, more: object = {}) => room.buy('3 CAKE 10', { coupons: [code], ...more }),
    /** How often a code can still be used. */
    left: async (couponId: string) => (await shop.must('couponDetails', { couponId })).usesLeft,
  }
}

/** The uses as they are recorded. */
export const usesOf = (shop: Shop): Promise<{ code: string; card_id: string | null; until: Date | null }[]> =>
  sql('select code, card_id, until from code_use where brand_id = $1 order by happened_at, request_ref', [shop.id])

/** 27 with the code, and the message says why. */
export function assertBlocked({ body }: Answer, code: string, why: RegExp): void {
  assert.equal(body.errorCode, 27, JSON.stringify(body))
  assert.deepEqual(body.blockingCoupons, [code])
  assert.match(body.errorMessage, why)
}
