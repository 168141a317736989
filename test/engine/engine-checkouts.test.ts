import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card } from '../../server/domain/card/card.ts'
import { failureBody } from '../../server/doors/api/envelope.ts'
import { refuse } from '../../server/ground/kernel/errors.ts'
import { openCouponShop } from '../support/coupon-shop.ts'
import { type Context, cardIn, type EngineRoom, openEngine, outcome, saleOf } from '../support/engine-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { ask } from '../support/race.ts'
import { openShop, type Shop, times } from '../support/shop.ts'

/** Makes a child card, and answers its id. */
async function addChild(room: EngineRoom, root: string, number: string): Promise<number> {
  let made = 0
  await room.must({ cards: [root] }, (context) => {
    const id = context.newCardId()
    if (id === undefined) return { kind: 'needs', needs: [{ kind: 'newCardId' }] }
    made = id
    const parent = cardIn(context, root)
    const { pin: _, ...rest } = parent
    const child: Card = { ...rest, id, number, root: parent, seq: 0, lotCount: 0, isNew: true }
    return outcome({ subject: parent, child, cards: [parent, child] })
  })
  return made
}

test('a child card is found under its root and by its id, and is no card of its own', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const root = await shop.card()
  const other = await shop.card()
  const id = await addChild(room, root, 'K-1')
  await addChild(room, other, 'K-1')
  await addChild(room, other, root)

  const found: unknown[] = []
  await room.must(
    {
      children: [
        { root, child: 'K-1' },
        { root, child: 'K-2' },
      ],
    },
    (context) => {
      const child = context.child({ root, child: 'K-1' })
      found.push(child?.id, child?.root?.number, context.card(root)?.number, context.child({ root, child: 'K-2' }))
      found.push(context.card('K-1'), context.cardById(id)?.number)
      return outcome(child ? { about: cardIn(context, root), child } : {})
    },
  )
  assert.deepEqual(found, [id, root, root, undefined, undefined, 'K-1'])
  await room.must({ cards: [other], cardIds: [id] }, (context) => {
    assert.deepEqual(
      [context.cardById(id)?.number, context.card(root)?.number, context.card(other)?.number],
      ['K-1', root, other],
    )
    assert.equal(context.child({ root: other, child: 'K-1' }), undefined)
    return outcome()
  })
  const { cards } = await shop.must('search', { filters: {}, includeInactive: true, limit: 100 })
  assert.deepEqual(
    cards.filter((card: { cardNumber: string }) => card.cardNumber === 'K-1'),
    [],
  )
  assert.equal((await shop.must('search', { filters: { cardNumber: root } })).cards.length, 1)
  assert.equal((await room.run({ cards: [root] }, (context) => duplicate(context, root))).kind, 'refused')
  assert.deepEqual(await shop.verify(), [])
})

const duplicate = (context: Context, root: string) => {
  const id = context.newCardId()
  if (id === undefined) return { kind: 'needs' as const, needs: [{ kind: 'newCardId' as const }] }
  const parent = cardIn(context, root)
  return outcome({ cards: [{ ...parent, id, number: 'K-1', root: parent, isNew: true }] })
}

test("a lock is part of its card, and of what the card's coupons know", async () => {
  const { shop, allocated } = await openCouponShop()
  const room = await openEngine(shop)
  const card = await shop.card()
  const coupon = await allocated({ couponSetId: 'ten', cardNumber: card, promotionId: 'p' })
  const until = Date.now() + 60_000
  const setup = await room.must({ cards: [card] }, (context) => {
    const locked = { ...cardIn(context, card), lock: { by: context.call.ref, until, excluded: [3, 5] } }
    return outcome({ subject: locked, cards: [locked] })
  })
  const lock = { by: setup, until, excluded: [3, 5] }
  await room.must({ cards: [card], coupons: [coupon] }, (context) => {
    assert.deepEqual(context.card(card)?.lock, lock)
    assert.deepEqual(context.coupon(coupon)?.allocation?.card?.lock, lock)
    const { lock: _, ...free } = cardIn(context, card)
    return outcome({ subject: free, cards: [free] })
  })
  await room.must({ cards: [card] }, (context) => {
    assert.equal(context.card(card)?.lock, undefined)
    return outcome()
  })
  assert.deepEqual(await shop.verify(), [])
})

test('a presented coupon that another transaction holds is busy, and nobody waits for it', async (t) => {
  const { shop, allocated } = await openCouponShop()
  const room = await openEngine(shop)
  const [held = '', free = ''] = [await allocated(), await allocated()]
  const look = () => {
    const found: unknown[] = []
    const presentedCoupons = [held, free, 'nothing']
    const ran = room.must({ presentedCoupons }, (context) => {
      found.push(...presentedCoupons.map((id) => [context.isBusy(id), context.coupon(id)?.id]))
      return outcome()
    })
    return ran.then(() => found)
  }
  const other = await OtherTransaction.begin(t)
  await other.query('select from coupon where brand_id = $1 and coupon_id = $2 for update', [shop.id, held])
  assert.deepEqual(await look(), [
    [true, held],
    [false, free],
    [false, undefined],
  ])
  await other.end('rollback')
  // One that a command of the same batch waits for is ours.
  const named = room.must({ coupons: [held] }, () => outcome())
  assert.deepEqual(await look(), [
    [false, held],
    [false, free],
    [false, undefined],
  ])
  await named
})

test('a redemption is a payment once, in one batch or in many', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const card = await shop.card({ usd: 10 })
  const { requestRef } = (await shop.redeem(card, { usd: 4 })).body
  const pay = () =>
    room.run({ cards: [card], requests: [requestRef] }, (context) => {
      const redemption = context.pastRequest(requestRef)
      if (!redemption || redemption.paymentOf) return refuse(119)
      const subject = cardIn(context, card)
      const checkout = saleOf(context, [['tea', 1, 4, 400]], { cardId: subject.id })
      return outcome({ subject, cards: [subject], checkout, paidBy: [requestRef] })
    })
  const finished = [...(await Promise.all(times(3, pay))), await pay()]
  assert.deepEqual(
    finished.map(({ kind }) => kind),
    ['done', 'refused', 'refused', 'refused'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a personal offer, its uses, events, messages and the trace are stored with the call', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const card = await shop.card()
  const offer = {
    terms: { skus: [], discountType: 'PERCENT' } as never,
    expiresAt: 5_000_000_000_000,
    maxUses: 3,
    uses: 0,
  }
  const given = await room.must({ cards: [card], offers: true }, (context) => {
    const subject = cardIn(context, card)
    assert.deepEqual(subject.offers, [])
    const held = { ...subject, offers: [{ ...offer, no: 1, isWithdrawn: false, by: context.call.ref }] }
    return outcome({ subject: held, cards: [held] })
  })
  const use = () =>
    room.must({ cards: [card], offers: true }, (context) => {
      const { id, ...rest } = cardIn(context, card)
      const offers = (rest.offers ?? []).map((one) => ({ ...one, uses: one.uses + 1 }))
      const used = { ...rest, id, offers }
      return outcome({
        subject: used,
        cards: [used],
        callType: 'CHECKOUT_COMPLETE',
        checkout: saleOf(context, [['tea', 1, 4, 400]], { cardId: id }),
        offerUses: [{ cardId: id, offer: 1 }],
        events: [{ cardId: id, eventType: 'CUSTOM', categoryId: 'x', happenedAt: 5, properties: { a: '"b"' } }],
        messages: [{ channel: 'email', cardId: id, rule: 'a/b', subject: 'Hi', text: 'Thanks, "you"\n' }],
        trace: [{ rule: 'a/b', fired: [] }],
      })
    })
  const [first = ''] = await Promise.all(times(2, use))
  assert.deepEqual(await ask('select uses, given_by from personal_offer where brand_id = $1', [shop.id]), [
    { uses: 2, given_by: given },
  ])
  assert.deepEqual(await ask('select body, state from message where brand_id = $1 limit 1', [shop.id]), [
    { body: 'Thanks, "you"\n', state: 'waiting' },
  ])
  const [record] = await ask('select call_type, trace from request where request_ref = $1', [first])
  assert.deepEqual(record, { call_type: 'CHECKOUT_COMPLETE', trace: [{ rule: 'a/b', fired: [] }] })
  await undo(room, card, first)
  assert.deepEqual(await ask('select count(*)::int from event where brand_id = $1', [shop.id]), [{ count: 1 }])
  assert.deepEqual(await shop.verify(), [])
})

/** Voids a checkout as far as the store is concerned. */
const undo = (room: EngineRoom, card: string, ref: string) =>
  room.must({ cards: [card], offers: true, requests: [ref], checkouts: [ref] }, (context) => {
    const sale = context.checkout(ref)
    assert(sale)
    const subject = cardIn(context, card)
    const offers = (subject.offers ?? []).map((one) => ({ ...one, uses: one.uses - 1 }))
    const after = { ...subject, offers }
    const checkouts = [{ ...sale, isVoided: true }]
    return outcome({ subject: after, cards: [after], checkouts, removesOfferUsesOf: [ref], removesEventsOf: [ref] })
  })

test('a command that needs more begins again with all of it', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const [first, second] = await twoCards(shop)
  let seen = ''
  await room.must({ cards: [first] }, (context) => {
    const referrer = context.card(second)
    if (!referrer) return { kind: 'needs', needs: [{ kind: 'more', touches: { cards: [second], offers: true } }] }
    seen = `${context.card(first)?.number} ${referrer.number} ${referrer.offers?.length}`
    return outcome()
  })
  assert.equal(seen, `${first} ${second} 0`)
  const finished = await room.run({ cards: [first] }, () => ({
    kind: 'needs',
    needs: [{ kind: 'more', touches: { cards: [first] } }],
  }))
  assert.deepEqual([finished.kind, finished.kind === 'refused' && finished.code, room.faults.length], ['refused', 1, 1])
})

async function twoCards(shop: Shop): Promise<[string, string]> {
  return [await shop.card(), await shop.card()]
}

test('coupons that are in the way are named in the answer', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const refusal = { ...refuse(27), blockingCoupons: ['A', '"'] }
  const finished = await room.run({}, () => refusal)
  assert.deepEqual(finished.kind === 'refused' && finished.blockingCoupons, ['A', '"'])
  const { blockingCoupons, errorCode, success } = JSON.parse(failureBody(refusal, room.newRef()))
  assert.deepEqual([blockingCoupons, errorCode, success], [['A', '"'], 27, false])
})
