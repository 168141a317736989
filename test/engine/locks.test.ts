import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needKey } from '../../server/domain/campaign/needs.ts'
import type { Touches } from '../../server/domain/decision/touches.ts'
import { couponSets } from '../support/coupon-shop.ts'
import { type Context, openEngine, outcome } from '../support/engine-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

/** Something that a command can touch, and another transaction holds and changes meanwhile. */
interface Touched {
  readonly touches: Touches
  /** The row, after `brand_id = $1 and`. */
  readonly row: readonly [table: string, where: string, value: unknown]
  readonly change: string
  /** What the command sees of it. */
  readonly sees: (context: Context) => unknown
  readonly before: unknown
  readonly after: unknown
}

interface Things {
  readonly shop: Shop
  readonly root: string
  readonly rootId: number
  readonly childId: number
  readonly coupon: string
  readonly ref: string
}

const user = { channel: 'email', key: 'ana@example.com', user: 'ana@example.com' } as const
const custom = `custom_card_number = 'C-9'`

const kinds: Readonly<Record<string, (things: Things) => Touched>> = {
  'a card by its number': ({ root, rootId }) => ({
    touches: { cards: [root] },
    row: ['card', 'card_id = $2', rootId],
    change: custom,
    sees: (context) => context.card(root)?.customNumber,
    before: undefined,
    after: 'C-9',
  }),
  'a card by its id': ({ rootId }) => ({
    touches: { cardIds: [rootId] },
    row: ['card', 'card_id = $2', rootId],
    change: custom,
    sees: (context) => context.cardById(rootId)?.customNumber,
    before: undefined,
    after: 'C-9',
  }),
  'a child': ({ root, childId }) => ({
    touches: { children: [{ root, child: 'K-1' }] },
    row: ['card', 'card_id = $2', childId],
    change: `status = 'Lost'`,
    sees: (context) => context.child({ root, child: 'K-1' })?.status,
    before: 'Activated',
    after: 'Lost',
  }),
  'all children of a card': ({ root, childId }) => ({
    touches: { cards: [root], allChildrenOf: [root] },
    row: ['card', 'card_id = $2', childId],
    change: `status = 'Lost'`,
    sees: (context) => context.child({ root, child: 'K-1' })?.status,
    before: 'Activated',
    after: 'Lost',
  }),
  'a coupon': ({ coupon }) => ({
    touches: { coupons: [coupon] },
    row: ['coupon', 'coupon_id = $2', coupon],
    change: `promotion_id = 'other'`,
    sees: (context) => context.coupon(coupon)?.allocation?.promotionId,
    before: 'p',
    after: 'other',
  }),
  'all coupons of a card': ({ root, coupon }) => ({
    touches: { cards: [root], allCouponsOf: [root] },
    row: ['coupon', 'coupon_id = $2', coupon],
    change: `promotion_id = 'other'`,
    sees: (context) => context.coupon(coupon)?.allocation?.promotionId,
    before: 'p',
    after: 'other',
  }),
  'an earlier call': ({ ref }) => ({
    touches: { requests: [ref] },
    row: ['request', 'request_ref = $2', ref],
    change: 'voided_by = request_ref',
    sees: (context) => context.pastRequest(ref)?.voidedBy,
    before: undefined,
    after: ref,
  }),
  'a channel': () => ({
    touches: { channels: [user] },
    row: ['channel', 'user_key = $2', user.key],
    change: 'transactional_opt_in = true',
    sees: (context) => context.channel(user)?.transactionalOptIn,
    before: false,
    after: true,
  }),
  'an event type': () => ({
    touches: { eventTypes: ['visit'] },
    row: ['event_type', 'category_id = $2', 'visit'],
    change: `name = 'Call'`,
    sees: (context) => context.eventType('visit')?.name,
    before: 'Visit',
    after: 'Call',
  }),
}

async function openThings(): Promise<Things> {
  const shop = await openShop({ more: { couponSets } })
  const root = await shop.card()
  await shop.must('allocateChildCard', { cardNumber: root, childCardNumber: 'K-1' })
  const { couponId: coupon } = await shop.must('allocateCoupon', {
    couponSetId: 'ten',
    cardNumber: root,
    promotionId: 'p',
  })
  const { requestRef: ref } = (await shop.issue(root, { usd: 1 })).body
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: user.user, globalOptIn: true })
  await shop.must('createEventType', { categoryId: 'visit', name: 'Visit', groupType: 'OTHER', sentiment: 0 })
  const cards = await sql('select card_id::int, root_id from card where brand_id = $1 and status = $2', [
    shop.id,
    'Activated',
  ])
  const idOf = (isChild: boolean) => cards.find(({ root_id }) => (root_id !== null) === isChild).card_id
  return { shop, root, rootId: idOf(false), childId: idOf(true), coupon, ref }
}

for (const [name, touch] of Object.entries(kinds)) {
  for (const end of ['commit', 'rollback'] as const) {
    test(`${name} that another transaction holds is waited for, and seen as its ${end} leaves it`, async (t) => {
      const things = await openThings()
      const { touches, row, change, sees, before, after } = touch(things)
      const [table, where, value] = row
      const room = await openEngine(things.shop, { waitsForLocks: true })
      const other = await OtherTransaction.begin(t)
      const found = await other.query(`select from ${table} where brand_id = $1 and ${where} for no key update`, [
        things.shop.id,
        value,
      ])
      assert.equal(found.length, 1)
      const seen: unknown[] = []
      const ran = room.run(touches, (context) => {
        seen.push(sees(context))
        return outcome()
      })
      const [statement = ''] = await Promise.race([other.blocks(), ran.then(() => ['nothing: it did not wait'])])
      assert.match(statement, /^\s*select/, 'it waits while it reads, not when it writes')
      assert.deepEqual(seen, [], 'nothing is decided meanwhile')
      await other.query(`update ${table} set ${change} where brand_id = $1 and ${where}`, [things.shop.id, value])
      await other.end(end)
      assert.equal((await ran).kind, 'done')
      assert.deepEqual(seen, [end === 'commit' ? after : before])
    })
  }
}

test('the brand’s counter that another transaction holds is waited for', async (t) => {
  const shop = await openShop()
  const card = await shop.card()
  const room = await openEngine(shop, { waitsForLocks: true })
  await sql('insert into brand_counter (brand_id) values ($1) on conflict do nothing', [shop.id])
  const other = await OtherTransaction.begin(t)
  await other.query('select from brand_counter where brand_id = $1 for update', [shop.id])
  const need = { kind: 'counter', rule: 'summer/first', per: 'brand' } as const
  const counted: unknown[] = []
  const ran = room.run({ cards: [card] }, (context) => {
    const count = context.past(undefined).answers.get(needKey(need))
    if (count === undefined) return { kind: 'needs', needs: [{ kind: 'facts', facts: [need] }] }
    counted.push(count)
    return outcome()
  })
  const [statement = ''] = await Promise.race([other.blocks(), ran.then(() => ['nothing: it did not wait'])])
  assert.match(statement, /brand_counter/)
  const { newRef } = room
  await other.query(
    `insert into rule_firing (brand_id, rule_id, request_ref, card_id, happened_at)
     select brand_id, 'summer/first', $2, card_id, clock_timestamp() from card where brand_id = $1 and card_number = $3`,
    [shop.id, newRef(), card],
  )
  await other.end('commit')
  assert.equal((await ran).kind, 'done')
  assert.deepEqual(counted, [1])
})

test('a coupon of a child follows the lock of its root', async () => {
  const { shop, root, childId, coupon } = await openThings()
  await sql('update coupon set card_id = $3 where brand_id = $1 and coupon_id = $2', [shop.id, coupon, childId])
  const setup = await shop.must('checkout', {
    cardNumber: root,
    isSetup: true,
    lockSetupDuration: 60,
    checkoutTotal: 1,
  })
  const room = await openEngine(shop)
  await room.must({ coupons: [coupon] }, (context) => {
    const card = context.coupon(coupon)?.allocation?.card
    assert.deepEqual([card?.id, card?.lock?.by], [childId, setup.requestRef])
    return outcome()
  })
  const used = await shop.call('couponDetails', { couponId: coupon, action: 'use' })
  assert.equal(used.body.errorCode, 113, JSON.stringify(used.body))
})
