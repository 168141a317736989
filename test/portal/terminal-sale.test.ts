import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

type User = Awaited<ReturnType<PortalRoom['login']>>

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    flags: ['--guess-limit', '3'],
    more: {
      products: [{ sku: 'ESP', name: 'Espresso' }],
      campaigns: [
        {
          id: 'morning',
          name: 'Morning coffee',
          rules: [{ id: 'off', name: 'Half off', trigger: 'checkout', then: [{ discount: { percent: 50 } }] }],
        },
      ],
    },
  })
})

after(() => room?.close())

test('a cashier sees what campaigns take off before the card pays, and the card pays no more than that', async () => {
  const { shop } = room
  const card = await shop.card({ usd: 20 })
  const cashier = await room.login('cashier')
  const sale = { cardNumber: card, products: productsOf('2 ESP 3.5') }

  const quoted = await cashier.ask('saleQuote', sale)
  assert.deepEqual(quoted.body, { total: 7, net: 3.5, discounts: [{ words: 'Half off', amount: 3.5 }] })
  assert.equal((await shop.balances(card))[0].amount, 20, 'a quote changes nothing')

  const usd = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: quoted.body.net }
  assert.equal((await cashier.call('checkout', { ...sale, paymentMethods: [usd] })).status, 200)
  assert.equal((await shop.balances(card))[0].amount, 16.5)
  assert.deepEqual(await shop.verify(), [])
})

test('a quote says why a sale would be refused', async () => {
  const cashier = await room.login('cashier')
  const card = await room.shop.card()
  const { body } = await cashier.ask('saleQuote', {
    cardNumber: card,
    products: productsOf('1 ESP 3'),
    coupons: ['NO'],
  })
  assert.equal(typeof body.obstacle.code, 'number')
})

test('who tries card numbers or coupons in the portal is slowed down, as a till is', async () => {
  const card = await room.shop.card()
  const products = productsOf('1 ESP 3')
  const moving = { reason: 'lost', requestId: 'one-id-for-all' }
  const couponed = { cardNumber: card, products, failOnUnusedCoupons: true }
  const waiting = (user: User, operation: string, request: object) =>
    user.ask('askApproval', { operation, request, reason: 'please' })
  const tries: readonly ((user: User, at: number) => Promise<{ status: number }>)[] = [
    (user, at) => user.call('checkout', { cardNumber: card, products, coupons: [`GUESS-${at}`] }),
    (user, at) => user.call('updateBalance', { cardNumber: `999${at}`, action: 'redeem', amount: usd(1) }),
    (user, at) => user.ask('terminalCard', { cardNumber: `999${at}` }),
    (user, at) => user.ask('saleQuote', { cardNumber: `999${at}`, products }),
    (user, at) => user.ask('returnQuote', { cardNumber: `999${at}`, checkoutRequestRef: card }),
    (user, at) => user.ask('movePreview', { cardNumber: `999${at}` }),
    (user, at) => user.ask('movePreview', { cardNumber: card, toCardNumber: `999${at}` }),
    (user, at) => user.ask('moveCard', { cardNumber: `999${at}`, toCardNumber: card, ...moving }),
    (user, at) => user.ask('moveCard', { cardNumber: card, toCardNumber: `999${at}`, ...moving }),
    (user, at) => waiting(user, 'updateBalance', { cardNumber: `999${at}`, action: 'issue', amount: usd(1) }),
    (user, at) => waiting(user, 'checkout', { ...couponed, coupons: [`GUESS-${at}`] }),
    (user, at) => waiting(user, 'moveCard', { cardNumber: `999${at}`, toCardNumber: card }),
    (user, at) => waiting(user, 'moveCard', { cardNumber: card, toCardNumber: `999${at}` }),
  ]
  for (const [index, attempt] of tries.entries()) {
    const user = await room.login('support')
    const statuses = []
    for (let at = 0; at < 6; at += 1) statuses.push((await attempt(user, at)).status)
    assert.ok(!statuses.slice(0, 3).includes(429), `${index}: ${statuses}`)
    assert.equal(statuses.at(-1), 429, `${index}: ${statuses}`)
  }
  const other = await room.login('cashier')
  assert.equal((await other.ask('terminalCard', { cardNumber: card })).status, 200, 'others are not')
  assert.deepEqual(await room.shop.verify(), [])
})

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
