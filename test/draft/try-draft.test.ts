import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    more: { products: [{ sku: 'ESP', name: 'Espresso' }] },
  })
})

after(() => room?.close())

const text = `
id: half
name: Half off
rules:
  # Everything, for everybody with a card
  - id: off
    name: Half off
    trigger: checkout
    when: [{ fact: checkout.hasCard, op: "=", value: true }]
    then: [{ discount: { percent: 50 } }]
`
const entries = [{ section: 'campaigns', key: 'half', text }]
const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 4 }]

test('a draft can be tried before and after it is saved, and changes nothing', async () => {
  const cardNumber = await room.shop.card({ points: 1 })
  const marketer = await room.login('marketer')
  const basket = { cardNumber, products }
  const live = await marketer.must('tryOut', basket)
  assert.equal(live.receipt.lines[0].amountAfterDiscount, 4)
  const unsaved = await marketer.must('tryOut', { ...basket, entries })
  assert.equal(unsaved.receipt.lines[0].amountAfterDiscount, 2)
  assert.equal(unsaved.explanation.fired[0].rule, 'half/off')
  const { body } = await marketer.call('saveDraft', { title: 'Half', entries })
  const saved = await marketer.must('tryOut', { ...basket, draftId: body.draftId })
  assert.deepEqual(saved.receipt, unsaved.receipt)
  const operation = await marketer.call('simulate', { ...basket, draftId: body.draftId })
  assert.deepEqual(operation.body.receipt, unsaved.receipt)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a draft with faults, none at all, and two sources at once are refused with the reason', async () => {
  const marketer = await room.login('marketer')
  const wrong = [{ section: 'campaigns', key: 'half', text: text.replace('percent: 50', 'percent: 500') }]
  const faulty = await marketer.ask('tryOut', { products, entries: wrong })
  assert.match(faulty.body.error.text, /entries: .*campaigns\[half\].*percent/s)
  const none = await marketer.ask('tryOut', { products, draftId: 'none' })
  assert.match(none.body.error.text, /there is no such draft/)
  const both = await marketer.ask('tryOut', { products, entries, version: 1 })
  assert.match(both.body.error.text, /give only one of/)
})

test("the reach of a draft is estimated by customers' last sales", async () => {
  const marketer = await room.login('marketer')
  const [first, second] = [await room.shop.card({ points: 1 }), await room.shop.card({ points: 1 })]
  await room.shop.must('checkout', { cardNumber: first, products })
  await room.shop.must('checkout', { cardNumber: second, products: [{ ...products[0], unitPrice: 40 }] })
  const rich = [
    {
      section: 'campaigns',
      key: 'half',
      text: text.replace('when: [', 'when: [{ fact: checkout.total, op: ">=", value: 20 }, '),
    },
  ]
  const reach = await marketer.must('draftReach', { entries: rich })
  assert.deepEqual(reach, { days: 30, customers: 2, tried: 2, reached: 1, estimate: 1 })
  const other = await marketer.must('draftReach', { entries: [{ section: 'segments', key: 'none' }] })
  assert.equal(other.tried, 0)
  assert.deepEqual(await room.shop.verify(), [])
})
