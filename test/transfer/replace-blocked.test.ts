import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { openTransferShop } from '../support/transfer-shop.ts'

const block = (shop: Shop, cardNumber: string, newStatus: string, more: object = {}) =>
  shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus },
    ...more,
  })

test('what a lost, stolen or suspended card has goes to its replacement, and why is kept', async () => {
  const { shop, out, in: moveIn, worth } = await openTransferShop()
  for (const status of ['Lost', 'Stolen', 'Suspended']) {
    const old = await shop.card({ usd: 50, points: 7 })
    const heir = await shop.card()
    await block(shop, old, status)
    assert.equal((await shop.redeem(old, { usd: 1 })).body.errorCode, 112)

    const { body } = await out(old, { reason: 'handbag stolen' })

    assert.equal(body.success, true, JSON.stringify(body))
    assert.equal((await moveIn(heir, old)).body.success, true)
    assert.equal(await worth(heir), '7 Points, 50 USD')
    assert.equal(await worth(old), '')
    const record = await shop.must('requestLookup', { requestRef: body.requestRef })
    assert.equal(record.suspensionReason, 'handbag stolen')
    const { entries } = await shop.must('auditLog', { action: 'status.adjusted' })
    const [entry] = entries
    assert.deepEqual([entry.subject, entry.before.status, entry.after.status], [old, status, 'Transfer'])
    assert.equal((await out(old)).body.errorCode, 112, 'once')
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a closed card, one in stock, and the child of a blocked card stay where they are', async () => {
  const { shop, out, child } = await openTransferShop()
  const closed = await shop.card({ usd: 5 })
  await block(shop, closed, 'Closed')
  const parent = await shop.card({ usd: 5 })
  await child(parent, 'KID', 4)
  await block(shop, parent, 'Lost')
  const before = await dumpBrand(shop.id)
  assert.equal((await out(closed)).body.errorCode, 112)
  assert.equal((await out(parent, { childCardNumber: 'KID' })).body.errorCode, 112)
  assert.equal((await shop.call('transfer', { action: 'zero', cardNumber: parent })).body.success, false)
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.equal((await out(parent)).body.success, true, 'the root is replaced, and takes its children along')
  assert.deepEqual(await shop.verify(), [])
})

test('a blocked child card is replaced by itself', async () => {
  const { shop, out, in: moveIn, child } = await openTransferShop()
  const cardNumber = await shop.card()
  await child(cardNumber, 'KID', 4)
  await child(cardNumber, 'SIS')
  await block(shop, cardNumber, 'Stolen', { childCardNumber: 'KID' })
  assert.equal((await out(cardNumber, { childCardNumber: 'KID' })).body.success, true)
  const { body } = await moveIn(cardNumber, cardNumber, { childCardNumber: 'SIS', oldChildCardNumber: 'KID' })
  assert.equal(body.balances[0]?.amount, 4, JSON.stringify(body))
  assert.deepEqual(await shop.verify(), [])
})

test('a key with a scope replaces blocked cards only if its scope says so', async () => {
  const { shop, out } = await openTransferShop()
  const file = shop.file as { readonly apiKeys: readonly object[] }
  const keys = [
    { key: 'counter', secret: 'a secret of the counter', scope: ['merchant'] },
    { key: 'desk', secret: 'a secret of the desk', scope: ['merchant', 'replaceCards'] },
  ]
  await applyFile({ ...file, apiKeys: [...file.apiKeys, ...keys] })
  const as = (key: string) => ({
    authorization: `Basic ${Buffer.from(`${key}:a secret of the ${key}`).toString('base64')}`,
  })
  const transferOut = (cardNumber: string, key: string) =>
    shop.call('transfer', { action: 'out', cardNumber }, { ...as(key), note: 'lost' })
  const lost = await shop.card({ usd: 5 })
  const active = await shop.card({ usd: 5 })
  await block(shop, lost, 'Lost')
  const { body } = await transferOut(lost, 'counter')
  assert.equal(body.errorCode, 104)
  assert.match(body.errorMessage, /may not replace cards/)
  assert.equal((await transferOut(active, 'counter')).body.success, true, 'one that can be used is another thing')
  const replaced = await transferOut(lost, 'desk')
  assert.equal(replaced.body.success, true)
  const record = await shop.must('requestLookup', { requestRef: replaced.body.requestRef })
  assert.equal(record.suspensionReason, 'lost', 'the note of the call is the reason where none is given')
  assert.equal((await out(lost)).body.errorCode, 112)
  assert.deepEqual(await shop.verify(), [])
})
