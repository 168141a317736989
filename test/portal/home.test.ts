import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
      { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
    ],
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 11, prefix: '60', length: 16 } }],
  })
})

after(() => room?.close())

interface Value {
  readonly name: string
  readonly issued: readonly number[]
  readonly redeemed: readonly number[]
  readonly outstanding?: number
}

test('the figures are those of the ledger, and of the locations that somebody may see', async () => {
  const { shop } = room
  const card = await shop.card({ usd: 50 })
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'redeem',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 12.4 },
  })
  const at = { location: 'L2', terminal: 'T1' }
  await shop.must(
    'updateBalance',
    { cardNumber: card, action: 'issue', amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 3 } },
    at,
  )

  const finance = await room.login('finance')
  const whole = await finance.must('homeFigures', { days: 7 })
  assert.equal(whole.days.length, 7)
  assert.equal(whole.checkouts.length, 7)
  const [usd] = whole.values.filter(({ name }: Value) => name === 'USD') as Value[]
  assert.deepEqual([usd?.issued.at(-1), usd?.redeemed.at(-1), usd?.outstanding], [53, 12.4, 40.6])

  const marketer = await room.login('marketer', { location: 'L2' })
  const own = await marketer.must('homeFigures', {})
  const [there] = own.values as Value[]
  assert.deepEqual([there?.issued.at(-1), there?.redeemed.at(-1), there?.outstanding], [3, 0, undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('a set that is nearly used up needs attention, for those who may mend it', async () => {
  const { shop } = room
  const administrator = await room.login('administrator')
  assert.deepEqual((await administrator.must('homeAttention')).items, [])
  for (let left = 10; left > 0; left -= 1) await shop.card()
  assert.deepEqual((await administrator.must('homeAttention')).items, [
    { kind: 'cardSetLow', subject: 'cards', count: 0 },
  ])
})

test('messages without a sender, and sets without coupons, need attention', async (t) => {
  const own = await openPortalRoom({
    more: {
      couponSets: [
        { id: 'empty', name: 'Nothing in it', generate: { count: 0, prefix: 'E', length: 10 } },
        { id: 'posters', name: 'Posters', codes: [{ code: 'HARBOR', uses: 10 }] },
      ],
      templates: [{ id: 'hello', channel: 'email', subject: 'Hello', body: 'Hello' }],
    },
  })
  t.after(() => own.close())
  const administrator = await own.login('administrator')
  assert.deepEqual((await administrator.must('homeAttention')).items, [
    { kind: 'couponSetEmpty', subject: 'Nothing in it' },
  ])
  const card = await own.shop.card()
  await own.pool.rows`
    insert into message (brand_id, request_ref, line, rule_id, channel, state, last_error, body, created_at)
    select brand_id, request_ref, 1, 'welcome', 'email', 'notSent', 'noSender', '{}', happened_at
    from request where brand_id = ${own.shop.id} and operation = 'allocate'`
  assert.ok(card)
  const { items } = await administrator.must('homeAttention')
  assert.deepEqual(items[0], { kind: 'noSender', subject: 'email', count: 1 })
})

test('who has no business there is told nothing', async () => {
  const cashier = await room.login('cashier')
  assert.equal((await cashier.ask('homeFigures')).status, 403)
  assert.equal((await cashier.ask('homeAttention')).status, 403)
  const restricted = await room.login('administrator', { location: 'L1' })
  assert.equal((await restricted.ask('homeAttention')).status, 403)
})
