import assert from 'node:assert/strict'
import test from 'node:test'
import { lockOf } from '../../server/domain/card/card.ts'
import { isPastExpiry } from '../../server/domain/card/expiry.ts'
import { isUsable, statusAt } from '../../server/domain/card/guard.ts'
import { isDelayed, isLotExpired } from '../../server/domain/card/lots.ts'
import { isCouponExpired, newCoupon, reservationOf } from '../../server/domain/coupon/coupon.ts'
import { hasExpired } from '../../server/ground/kernel/signed-token.ts'
import { cardWith, lot, now } from '../support/pure-card.ts'

const active = { status: 'Activated' } as const
const coupon = newCoupon('C-1', 'set')
const locked = (until: number) => ({ lock: { by: 'setup', until, excluded: [] } })

//  what is judged at `now`, given the instant it carries              a ms before  at it  a ms after
const judged: readonly [what: string, judge: (at: number) => boolean, before: boolean, at: boolean, after: boolean][] =
  [
    ['a lot has expired', (at) => isLotExpired(lot(1, 1, { expiresAt: at }), now), false, true, true],
    ['a lot is delayed', (at) => isDelayed(lot(1, 1, { activeAt: at }), now), true, false, false],
    ['a card is usable', (at) => isUsable({ ...active, expiresAt: at }, now), true, false, false],
    ['a card is expired', (at) => statusAt({ ...active, expiresAt: at }, now) === 'Expired', false, true, true],
    ['a card is to be booked as expired', (at) => isPastExpiry({ ...active, expiresAt: at }, now), false, true, true],
    ['a card is locked', (at) => lockOf({ ...cardWith([]), ...locked(at) }, now) !== undefined, true, false, false],
    ['a coupon has expired', (at) => isCouponExpired({ ...coupon, expiresAt: at }, now), false, true, true],
    [
      'a coupon is reserved',
      (at) => reservationOf({ ...coupon, reservation: { until: at } }, now) !== undefined,
      true,
      false,
      false,
    ],
    ['a link has ended', (at) => hasExpired({ expiresAt: at }, now), false, true, true],
  ]

test('what ends at an instant has ended at it', () => {
  for (const [what, judge, before, at, after] of judged)
    assert.deepEqual([judge(now + 1), judge(now), judge(now - 1)], [before, at, after], what)
})
