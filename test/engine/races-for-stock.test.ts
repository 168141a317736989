import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finished } from '../../server/calls/engine/work.ts'
import { refuse } from '../../server/ground/kernel/errors.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { cardIn, type Decide, type EngineRoom, openEngine, outcome } from '../support/engine-room.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

/** The last one of its kind, and a command that takes it. */
interface Last {
  /** The statement that finds it. */
  readonly picks: RegExp
  readonly take: (taken: string[]) => { decide: Decide; tries: () => number; touches: object }
}

const kinds: Readonly<Record<string, Last>> = {
  coupon: {
    picks: /from coupon\s[^;]*order by pick_key/,
    take: (taken) =>
      counted({ queue: 'one' }, (context) => {
        const coupons = context.freeCoupons('one', 1)
        if (!coupons) return { kind: 'needs', needs: [{ kind: 'freeCoupons', setId: 'one', count: 1 }] }
        const [coupon] = coupons
        if (!coupon) return refuse(123)
        taken.push(coupon.id)
        const { call, now } = context
        return outcome({ coupons: [{ ...coupon, allocation: { at: now, by: call.ref } }] })
      }),
  },
  card: {
    picks: /from card\s[^;]*order by pick_key/,
    take: (taken) =>
      counted({ queue: 'stock' }, (context) => {
        const card = context.freeCard('stock')
        if (card === undefined) return { kind: 'needs', needs: [{ kind: 'freeCard', setId: 'stock' }] }
        if (card === null) return refuse(16)
        taken.push(card.number)
        const subject = { ...cardIn(context, card.number), status: 'Activated' as const, activatedAt: context.now }
        return outcome({ subject, cards: [subject], callType: 'ALLOCATE' })
      }),
  },
}

function counted(touches: object, decide: Decide) {
  let count = 0
  return {
    touches,
    tries: () => count,
    decide: ((context) => {
      count += 1
      return decide(context)
    }) satisfies Decide,
  }
}

async function openLast(): Promise<{
  shop: Shop
  held: EngineRoom
  free: EngineRoom
  proxy: ReturnType<typeof openDatabaseProxy>
}> {
  const shop = await openShop({
    cardSets: [{ id: 'stock', name: 'Stock', generate: { count: 1, prefix: '61', length: 16 } }],
    more: { couponSets: [{ id: 'one', name: 'One', coupons: ['ONE-1'] }] },
  })
  const proxy = openDatabaseProxy()
  // It looks from the first place on, so that what it picks is found by its first statement.
  const random = (count: number) => new Uint8Array(count).fill(0x80, 3, 4)
  const held = await openEngine(shop, { url: proxy.url, waitsForLocks: true, random })
  const free = await openEngine(shop)
  return { shop, held, free, proxy }
}

const codeOf = (finished: Finished) => (finished.kind === 'refused' ? finished.code : finished.kind)

for (const [kind, { picks, take }] of Object.entries(kinds)) {
  for (const end of ['takes it', 'fails'] as const) {
    test(`the last ${kind} that a call has picked and ${end} is given to one`, async () => {
      const { shop, held, free, proxy } = await openLast()
      const taken: string[] = []
      proxy.holds = (statement) => picks.test(statement)
      const [first, second] = [take(taken), take(taken)]
      const one = held.run(first.touches, first.decide)
      await until('one call has picked it', async () => proxy.held === 1)
      const other = free.run(second.touches, second.decide)
      // The second time it runs alone, which waits for what others hold.
      await Promise.race([other, until('the other one waits', async () => second.tries() > 1)])
      assert.deepEqual(taken, [], 'nobody has it yet')
      proxy.holds = () => false
      if (end === 'takes it') proxy.letGo()
      else {
        proxy.isOpen = false
        proxy.cut()
      }
      const codes = [codeOf(await one), codeOf(await other)]
      const none = kind === 'coupon' ? 123 : 16
      assert.deepEqual(codes, end === 'takes it' ? ['done', none] : [109, 'done'])
      assert.equal(taken.length, 1)
      proxy.isOpen = true
      assert.deepEqual(await shop.verify(), [])
    })
  }
}
