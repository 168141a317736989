import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { findNearest } from '../../server/ground/contract/unknown-fields.ts'
import { toAccessKey } from '../../server/storage/brand-store/keys/access-key.ts'
import { openShop } from '../support/shop.ts'
import { openWire } from '../support/wire-server.ts'

const strictly = { 'purser-strict': 'true' }

test('a strict caller is told of unknown fields and of what they may have been', async (t) => {
  const wire = await openWire(t)
  const body = { cardNumber: '1', amonut: 5, lines: [{ sku: 'A' }, { sku: 'B', quantity: 2 }] }
  assert.equal((await wire.post('/echo', body)).status, 200)
  const { status, json, headers } = await wire.post('/echo', body, strictly)
  assert.deepEqual([status, json.errorCode], [400, 100])
  assert.equal(
    json.errorMessage,
    'lines[1].quantity: unknown field; known here: sku, gift; amonut: unknown field; did you mean amount?',
  )
  assert.equal(headers['purser-unknown-fields'], 'lines[1].quantity,amonut')
  assert.equal(wire.works.length, 1)
  assert.equal((await wire.post('/echo', { cardNumber: '1' }, strictly)).status, 200)
  const typo = await wire.post('/echo', { cardnumber: '1' }, strictly)
  assert.deepEqual(
    [typo.json.errorCode, typo.json.errorMessage],
    [100, 'cardnumber: unknown field; did you mean cardNumber?'],
  )
})

test('a key can be strict, and a call with it can say that it is not', async (t) => {
  const keys = new Map([['till', toAccessKey([hash('sha256', 'a secret: of ours', 'buffer')], { strict: true })]])
  const wire = await openWire(t, { keys })
  assert.equal((await wire.post('/echo', { cardNumber: '1', colour: 1 })).json.errorCode, 100)
  assert.equal((await wire.post('/echo', { cardNumber: '1', colour: 1 }, { 'purser-strict': 'false' })).status, 200)
})

test('a field of a later version is told as such', async (t) => {
  const wire = await openWire(t, { brand: { apiVersion: 1 } })
  const { json } = await wire.post('/echo', { cardNumber: '1', newer: 'x' }, strictly)
  assert.match(String(json.errorMessage), /^newer: unknown field; it exists only for brands with apiVersion 2/)
})

test('a basket with price instead of unitPrice is no checkout of 0', async () => {
  const shop = await openShop()
  const products = [{ sku: 'ESP', price: 3.5, quantity: 2 }]
  const { body } = await shop.call('checkout', { products }, strictly)
  assert.equal(body.errorCode, 100)
  assert.match(body.errorMessage, /products\[0\]\.price: unknown field; did you mean unitPrice\?/)
  assert.match(body.errorMessage, /products\[0\]\.quantity: unknown field; .*amountPurchased/)
  assert.deepEqual(await shop.verify(), [])
})

test('the nearest name is one with few letters changed, or with the name in it', () => {
  const known = ['cardNumber', 'unitPrice', 'amountPurchased', 'pin']
  assert.equal(findNearest('CARDNUMBER', known), 'cardNumber')
  assert.equal(findNearest('price', known), 'unitPrice')
  assert.equal(findNearest('pim', known), 'pin')
  assert.equal(findNearest('quantity', known), undefined)
  assert.equal(findNearest('x'.repeat(10_000), known), undefined)
})
