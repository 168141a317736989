import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
    more: {
      products: [
        { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
        { sku: 'BUN', name: 'Cinnamon bun', categories: ['bakery'] },
      ],
      campaigns: [
        {
          id: 'drinks',
          name: 'A tenth off drinks',
          rules: [
            {
              id: 'off',
              name: 'A tenth off',
              trigger: 'checkout',
              when: [{ fact: 'products.quantity', op: '>', value: 0, where: { category: 'drinks' } }],
              then: [{ discount: { percent: 10, on: { where: { category: 'drinks' } } } }],
            },
          ],
        },
      ],
    },
  })
})

after(() => room?.close())

test('what is tried out is answered as the operation answers, and leaves no record', async () => {
  const marketer = await room.login('marketer')
  const request = { products: [{ sku: 'ESP', amountPurchased: 2, unitPrice: 3 }] }
  const tried = await marketer.must('tryOut', request)
  const { body: simulated } = await marketer.call('simulate', request)
  assert.deepEqual(tried.receipt, simulated.receipt)
  assert.equal(tried.receipt.lines[0].amountAfterDiscount, 5.4)
  assert.equal(tried.explanation.fired[0].campaign, 'A tenth off drinks')
  await room.shop.must('listRequests', { externalTransactionId: 'none' })
  const records = await room.pool.rows<{ count: string }>`
    select count(*) as count from request where brand_id = ${room.shop.id} and operation = 'simulate'`
  assert.equal(Number(records[0]?.count), 1, 'the operation alone leaves one')
})

test('a basket that cannot be tried out says why', async () => {
  const marketer = await room.login('marketer')
  const answer = await marketer.ask('tryOut', { cardNumber: '1', card: {}, products: [] })
  assert.equal(answer.body.error.code, 100)
  assert.match(answer.body.error.text, /give card or cardNumber/)
})

test('products come with what they were last sold for, those that sell first', async () => {
  const marketer = await room.login('marketer')
  await room.shop.must('checkout', { products: [{ sku: 'BUN', amountPurchased: 1, unitPrice: 3.75 }] })
  const { products } = await marketer.must('tryoutProducts', {})
  assert.deepEqual(products[0], { sku: 'BUN', name: 'Cinnamon bun', price: 3.75 })
  const found = await marketer.must('tryoutProducts', { text: 'DRINK' })
  assert.deepEqual(found.products, [{ sku: 'ESP', name: 'Espresso' }])
})

test('the basket of a sale can be tried again, its card only by those who may see cards', async () => {
  const cardNumber = await room.shop.card({ points: 5 })
  const products = [{ sku: 'ESP', amountPurchased: 3, unitPrice: 2.5 }]
  const { transactionId } = await room.shop.must('checkout', { cardNumber, products })
  const marketer = await room.login('marketer')
  const { sales } = await marketer.must('pastSales', {})
  assert.equal(sales[0].requestRef, transactionId)
  assert.deepEqual(sales[0].products, [{ sku: 'ESP', name: 'Espresso', quantity: 3, price: 2.5 }])
  const { basket } = await marketer.must('pastBasket', { requestRef: transactionId })
  assert.equal(basket.cardNumber, cardNumber)
  assert.equal(basket.locationId, 'L1')
  assert.deepEqual(basket.lines, sales[0].products)
  const missing = await marketer.ask('pastBasket', { requestRef: 'none' })
  assert.equal(missing.body.error.reason, 'notFound')
  assert.deepEqual(await room.shop.verify(), [])
})
