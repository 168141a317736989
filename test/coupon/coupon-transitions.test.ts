import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, blockFor, blockOf } from '../../server/domain/coupon/blocks.ts'
import type { Coupon } from '../../server/domain/coupon/coupon.ts'
import * as to from '../../server/domain/coupon/transitions.ts'

const now = 1_000_000
const moment = { now, by: 'call' }
const stock: Coupon = { id: 'C', setId: 's', tags: [], allowedCards: [] }
const allocated: Coupon = { ...stock, allocation: { at: 0, by: 'maker' } }
const used: Coupon = { ...allocated, use: { at: 1, by: 'user' } }
const reserved: Coupon = { ...allocated, reservation: { until: now + 1 } }
const inSetup: Coupon = { ...allocated, reservation: { until: now + 1, setup: 'setup' } }
const lapsed: Coupon = { ...allocated, reservation: { until: now } }
const expired: Coupon = { ...allocated, expiresAt: now }
const disabled: Coupon = { ...allocated, disabled: 'setup' }
const restricted: Coupon = { ...allocated, allowedCards: ['1'] }

const outcomeOf = (after: ReturnType<typeof to.use>) => ('kind' in after ? after.text : after)

//   transition                                     from       becomes, or why not
const transitions: readonly [string, (coupon: Coupon) => ReturnType<typeof to.use>, Coupon, Coupon | string][] = [
  ['use', (c) => to.use(c, moment), stock, 'The coupon is not allocated.'],
  ['use', (c) => to.use(c, moment), allocated, { ...allocated, use: { at: now, by: 'call' } }],
  ['use', (c) => to.use(c, moment), lapsed, { ...allocated, use: { at: now, by: 'call' } }],
  ['use', (c) => to.use(c, moment), used, 'The coupon has already been used.'],
  ['use', (c) => to.use(c, moment), reserved, 'The coupon is reserved.'],
  ['use', (c) => to.use(c, moment), expired, 'The coupon has expired.'],
  ['use', (c) => to.use(c, moment), disabled, 'The coupon is disabled.'],
  ['unuse', to.unuse, used, allocated],
  ['unuse', to.unuse, allocated, 'The coupon has not been used.'],
  ['unuse', to.unuse, { ...used, disabled: 'void' }, 'The coupon is disabled.'],
  [
    'reserve',
    (c) => to.reserve(c, { until: now + 9, setup: 's' }, now),
    allocated,
    { ...allocated, reservation: { until: now + 9, setup: 's' } },
  ],
  ['reserve', (c) => to.reserve(c, { until: now + 9 }, now), inSetup, 'The coupon is reserved.'],
  ['reserve', (c) => to.reserve(c, { until: now }, now), allocated, 'reserveUntil: must be in the future'],
  ['release', (c) => to.releaseReservation(c, now), reserved, allocated],
  ['release', (c) => to.releaseReservation(c, now), lapsed, 'The coupon is not reserved.'],
  ['release', (c) => to.releaseReservation(c, now), inSetup, 'The coupon is reserved by a checkout.'],
  ['release', (c) => to.releaseReservation(c, now, 'setup'), inSetup, allocated],
  ['release', (c) => to.releaseReservation(c, now, 'setup'), reserved, 'The coupon is reserved by a checkout.'],
  ['useReservation', (c) => to.useReservation(c, moment), reserved, { ...allocated, use: { at: now, by: 'call' } }],
  ['useReservation', (c) => to.useReservation(c, moment), inSetup, 'The coupon is reserved by a checkout.'],
  [
    'useReservation',
    (c) => to.useReservation(c, moment, 'setup'),
    inSetup,
    { ...allocated, use: { at: now, by: 'call' } },
  ],
  [
    'useReservation',
    (c) => to.useReservation(c, moment),
    { ...reserved, expiresAt: now },
    { ...allocated, expiresAt: now, use: { at: now, by: 'call' } },
  ],
  ['disable', (c) => to.disable(c, 'void'), used, { ...used, disabled: 'void' }],
  ['disable', (c) => to.disable(c, 'setup'), stock, 'The coupon is not allocated.'],
  ['enable', to.enable, disabled, allocated],
  ['enable', to.enable, { ...allocated, disabled: 'return' }, 'The coupon is disabled.'],
  ['enable', to.enable, allocated, 'The coupon is already enabled.'],
]

test('each transition leads to one state, or is refused and says why', () => {
  for (const [name, transition, before, expected] of transitions)
    assert.deepEqual(outcomeOf(transition(before)), expected, `${name} of ${JSON.stringify(before)}`)
})

//   coupon, card that presents it, what blocks it
const presented: readonly [Coupon, string | undefined, Block | undefined][] = [
  [stock, '1', 'notAllocated'],
  [allocated, '1', undefined],
  [allocated, undefined, undefined],
  [used, '1', 'used'],
  [disabled, '1', 'disabled'],
  [reserved, '1', 'reserved'],
  [lapsed, '1', undefined],
  [expired, '1', 'expired'],
  [restricted, '1', undefined],
  [restricted, '2', 'otherCard'],
  [restricted, undefined, 'otherCard'],
]

test('what blocks a coupon that is presented', () => {
  for (const [coupon, card, block] of presented)
    assert.equal(blockFor(coupon, card, now), block, JSON.stringify(coupon))
  assert.equal(blockOf(restricted, now), undefined)
})
