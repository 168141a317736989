import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import test from 'node:test'
import { bounces } from '../../server/background/jobs/bounces/bounces.ts'
import { oldDates, runDateRules } from '../../server/background/jobs/dates/dates.ts'
import { delivery } from '../../server/background/jobs/delivery.ts'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { laterMessages } from '../../server/background/jobs/later/later-messages.ts'
import { retention } from '../../server/background/jobs/retention/retention.ts'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { recommendBrand } from '../../server/background/jobs/scores/recommendations.ts'
import { scoreBrand } from '../../server/background/jobs/scores/scores.ts'
import { workOutSegments } from '../../server/background/jobs/segments/segments.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { tellWebhook } from '../../server/calls/delivery/tell-webhook.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { eraseCustomer, exportCustomer } from '../../server/program/command-line/people/customer.ts'
import { letLocksExpire } from '../support/checkout-shop.ts'
import { at } from '../support/date-shop.ts'
import { type FullShop, openFullShop } from '../support/full-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Shop, testDatabase, testKey, testOrigin } from '../support/shop.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'
import { changedTables, openTwinOf, openTwins, rowsOf, type Twins } from '../support/twins.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// Delivery takes the messages of all brands.
await useOwnDatabase()

/** Something that is done in one brand only, and the tables in which that has to change something. */
interface Step {
  readonly what: string
  readonly changes: readonly string[]
  /** What comes before it, in both brands. */
  readonly prepare?: (shop: Shop) => Promise<unknown>
  /** And in the one that is not to change. */
  readonly prepareTwin?: (twin: Shop) => Promise<unknown>
  readonly run: (room: JobContext, twins: Twins) => Promise<unknown>
}

const days = (room: JobContext, count: number) => ({
  ...room,
  now: async () => (await room.now()) + count * oneDay * 1000,
})
const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const call = (operation: string, body: (twins: Twins) => object): Step['run'] => {
  return (_, twins) => twins.shop.must(operation, body(twins))
}
const afterwards = (statement: string) => (shop: Shop) => sql(statement, [shop.id])

/** One that must not reach the test's own receiver reaches nobody. */
async function tell(room: JobContext, shop: Shop, isReached: boolean): Promise<void> {
  const brand = await room.brandAt(shop.id)
  const [webhook] = brand.document.webhooks
  assert.ok(webhook)
  const at = (await room.now()) + 60_000
  const parts = { ...room, now: () => at, random: () => 0, network: systemNetwork(isReached) }
  while (await tellWebhook(parts, brand, webhook));
}

const steps: readonly Step[] = [
  {
    what: 'redeeming from a hold',
    changes: ['balance', 'card', 'hold_portion', 'ledger', 'lot', 'notice', 'notice_delivery', 'request'],
    run: call('updateBalance', ({ cardNumber, hold }) => ({
      cardNumber,
      action: 'redeem',
      amount: usd(2),
      redeemFromHoldTransactionId: hold,
    })),
  },
  {
    what: 'opting out',
    changes: ['channel', 'request'],
    run: call('updateChannelSubscription', () => ({
      channel: 'email',
      channelUser: 'ana@example.com',
      globalOptIn: false,
    })),
  },
  {
    what: 'changing an account',
    changes: ['account', 'account_term', 'card', 'notice', 'notice_delivery', 'request'],
    run: call('updateAccount', ({ cardNumber }) => ({ cardNumber, primaryCustomer: { firstName: 'Bea' } })),
  },
  {
    what: 'completing a setup',
    changes: ['balance', 'card', 'checkout', 'coupon', 'ledger', 'lot', 'message', 'notice', 'rule_firing'],
    run: call('checkout', ({ locked, setup }) => ({ cardNumber: locked, relatedSetupTransactionId: setup })),
  },
  {
    what: 'a void',
    changes: ['balance', 'card', 'checkout', 'ledger', 'lot', 'offer_use', 'personal_offer', 'request', 'rule_firing'],
    run: call('voidTransaction', ({ cardNumber, sale }) => ({ cardNumber, requestRef: sale, unredeemCoupons: true })),
  },
  {
    what: 'the delivery of messages',
    changes: ['message'],
    // Theirs are not due yet.
    prepareTwin: (twin) =>
      sql(`update message set next_attempt_at = now() + interval '1 hour' where brand_id = $1`, [twin.id]),
    run: (room) => {
      const means = { senders: openSenders(systemNetwork(true)), addressKey: () => createSecretKey(testKey) }
      return delivery(means).run(room)
    },
  },
  {
    what: 'telling a webhook',
    changes: ['notice_delivery', 'webhook_state'],
    run: (room, { shop }) => tell(room, shop, true),
  },
  {
    what: 'telling a webhook in vain',
    changes: ['notice_delivery', 'webhook_state'],
    prepare: (shop) => shop.must('replayWebhook', { webhookId: 'erp', fromDate: '2020-01-01 00:00:00' }),
    run: (room, { shop }) => tell(room, shop, false),
  },
  {
    what: 'expiry of balances, cards, reservations, locks and firings',
    changes: ['balance', 'card', 'coupon', 'ledger', 'lot', 'request', 'rule_firing'],
    prepare: async (shop) => {
      await sql(
        `update card set expires_at = now() + interval '1 hour', lock_by = gen_random_uuid(),
           lock_until = now() + interval '1 minute' where brand_id = $1 and status = 'Activated'`,
        [shop.id],
      )
      await sql(
        `update coupon set reserved_until = now() + interval '1 minute', reserved_by = gen_random_uuid()
         where brand_id = $1 and allocated_at is not null and used_at is null`,
        [shop.id],
      )
      await sql(`update rule_firing set until = now() where brand_id = $1`, [shop.id])
      await letLocksExpire(shop)
      await sql(`update rule_firing set until = now() - interval '6 minutes' where brand_id = $1`, [shop.id])
      await letTimePass(shop, oneDay + 1)
    },
    run: (room) => expiry.run(room),
  },
  {
    what: 'segments and their rules',
    changes: ['ledger', 'segment_change', 'segment_member', 'segment_state'],
    prepare: afterwards(
      `update card set status = 'Activated', expires_at = null where brand_id = $1 and status = 'Expired'`,
    ),
    run: async (room) => {
      await workOutSegments(room, { all: true, restFactor: 0 })
      await workOutSegments(room, { all: true, restFactor: 0 })
    },
  },
  {
    what: 'date rules',
    changes: ['date_firing', 'date_progress', 'ledger'],
    run: async (room) => {
      await runDateRules(room, at('2027-03-14 12:00'))
      await runDateRules(room, at('2027-03-15 12:00'))
    },
  },
  {
    what: 'forgetting old dates',
    changes: ['date_firing'],
    prepare: afterwards(
      `update date_firing set considered_at = '2020-01-01', occurrence = '2020-01-01' where brand_id = $1`,
    ),
    run: (room) => oldDates.run(room),
  },
  {
    what: 'scores and recommendations',
    changes: ['best_seller', 'card_score'],
    run: async (room, { shop }) => {
      const brand = await room.brandAt(shop.id)
      await scoreBrand(room, brand)
      await recommendBrand(room, brand)
    },
  },
  {
    what: 'bounces',
    changes: ['bounce', 'event'],
    prepare: (shop) => shop.must('processBounce', { channel: 'email', channelUser: 'ana@example.com' }),
    run: (room) => bounces.run(room),
  },
  {
    what: 'messages that are sent later',
    changes: ['message'],
    prepare: afterwards(
      `update message set state = 'waiting', next_attempt_at = null, due_at = now(), of_card_id = card_id
       where brand_id = $1 and card_id is not null`,
    ),
    run: (room) => laterMessages.run(room),
  },
  {
    what: 'retention',
    changes: ['job_mark', 'notice_delivery', 'request'],
    prepare: afterwards(
      `update notice_delivery set request_ref = '01600000-0000-7000-8000-000000000000' where brand_id = $1`,
    ),
    run: (room) => retention({ traceDays: 1, requestMonths: 0, noticeMonths: 1 }).run(days(room, 2)),
  },
  {
    what: 'making cards and coupons',
    changes: ['card', 'coupon'],
    run: (_, { shop }) =>
      shop
        .must('generateCards', { cardSetId: 'cards', count: 1 })
        .then(() => shop.must('generateCoupons', { couponSetId: 'gift', count: 1 })),
  },
  {
    what: 'the erasure of a person',
    changes: ['account', 'account_term', 'card', 'card_subscription', 'channel', 'event', 'message', 'request'],
    run: async ({ pool }, { shop, cardNumber }) =>
      eraseCustomer(pool, { brand: shop.id, cardNumber }, { origin: testOrigin }),
  },
]

test('whatever is done in a brand leaves one with the same ids untouched, row for row', async (t) => {
  const receiver = await openReceiver(t)
  const twins = await openTwins(receiver.url)
  const { shop, twin } = twins
  const room = await openJobRoom(shop)
  assert.deepEqual([await shop.verify(), await twin.verify()], [[], []])
  for (const { what, changes, prepare, prepareTwin, run } of steps) {
    await t.test(what, async () => {
      for (const each of [shop, twin]) await prepare?.(each)
      await prepareTwin?.(twin)
      const [ours, theirs] = [await rowsOf(shop), await rowsOf(twin)]

      await run(room, twins)

      assert.deepEqual(changedTables(theirs, await rowsOf(twin)), [])
      const changed = changedTables(ours, await rowsOf(shop))
      assert.deepEqual(
        changes.filter((table) => !changed.includes(table)),
        [],
        `changed were ${changed.join(', ')}`,
      )
    })
  }
  assert.deepEqual(room.faults, [])
})

const shown = {
  balances: true,
  primaryCustomer: true,
  childCards: true,
  delayedBalances: true,
  segments: true,
  coupons: true,
}

/** What the calls that only look answer, without what every answer has of its own. */
async function viewsOf({ shop, cardNumber, sale }: FullShop, pool: ConnectionPool): Promise<unknown[]> {
  const looks: readonly [operation: string, body: object][] = [
    ['search', { filters: {}, includeInactive: true, limit: 100, returnFields: shown }],
    ['search', { filters: { email: 'ana@example.com' }, returnFields: shown }],
    ['cardHistory', { cardNumber, includeCampaignData: true }],
    ['requestLookup', { requestRef: sale, showDetailedMutations: true }],
    ['checkoutLookup', { checkoutTransactionId: sale }],
    ['listRequests', { externalTransactionId: 'order-1' }],
    ['communicationActivity', { cardNumber }],
    ['offerActivity', { cardNumber }],
    ['subscriptionDetails', { cardNumber }],
    ['listEventTypes', {}],
    ['messageStates', {}],
    ['webhookStates', {}],
    ['brandHistory', {}],
  ]
  const views: unknown[] = []
  for (const [operation, body] of looks) {
    const { requestRef: _, ...rest } = await shop.must(operation, body)
    views.push({ operation, ...rest })
  }
  // The calls above are recorded.
  const {
    exportedAt: _,
    requests: __,
    ...everything
  } = await exportCustomer(pool, { brand: shop.id, cardNumber }, testOrigin)
  return [...views, everything]
}

test('what a brand is told of its own is the same with a twin beside it', async () => {
  const url = 'https://erp.example/events'
  const ours = await openFullShop(url)
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  try {
    const alone = await viewsOf(ours, pool)
    await openTwinOf(ours.shop, url)
    assert.deepEqual(await viewsOf(ours, pool), alone)
    assert.deepEqual(await ours.shop.verify(), [])
  } finally {
    await pool.close()
  }
})
