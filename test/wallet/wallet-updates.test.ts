import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { erasePerson } from '../../server/calls/privacy/erase-person.ts'
import { exportPerson } from '../../server/calls/privacy/export-person.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { testDatabase, testOrigin, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { makeWalletFiles, passType } from '../support/wallet-files.ts'
import {
  addToPhone,
  openUpdates,
  openWalletService,
  openWalletShop,
  phoneOf,
  statusOf,
} from '../support/wallet-room.ts'
import { openPushService } from '../support/wallet-services.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const files = makeWalletFiles()
const apple = await openPushService(files)
const { service, settings } = await openWalletService(files, { pushUrl: apple.url })
const shop = await openWalletShop(service)
const updates = await openUpdates(settings, files)

const pushesTo = (token: string) => apple.pushed.filter((one) => one.token === token).length
const firstBalance = async (phone: Awaited<ReturnType<typeof addToPhone>>) =>
  (await phone.see()).storeCard.primaryFields[0]?.value

test('a redemption reaches the phone: an empty push with the pass certificate, and the new balance when it asks', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  const before = await phone.list()
  assert.deepEqual(await updates.run(), { looked: 0, changed: 0, told: 0, failed: 0 })
  assert.equal(pushesTo(phone.pushToken), 0)

  await shop.redeem(cardNumber, { points: 30 })
  assert.deepEqual(await updates.run(), { looked: 1, changed: 1, told: 1, failed: 0 })
  const [pushed] = apple.pushed.filter(({ token }) => token === phone.pushToken)
  assert.equal(pushed?.topic, passType)
  assert.equal(pushed?.body, '{}')
  assert.ok(pushed?.clientSubject.includes(passType))
  const after = await phone.list(before.lastUpdated)
  assert.deepEqual(after.serialNumbers, [phone.json.serialNumber])
  assert.ok(Number(after.lastUpdated) > Number(before.lastUpdated))
  assert.equal(await firstBalance(phone), '70')
  const modified = (await phone.fetchPass()).headers.get('last-modified') ?? ''
  assert.equal((await phone.fetchPass({ 'if-modified-since': modified })).status, 304)

  assert.deepEqual(await updates.run(), { looked: 0, changed: 0, told: 0, failed: 0 })
  assert.deepEqual(await shop.verify(), [])
})

test('many changes are one update, and one that changes nothing to see is none', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  await Promise.all(times(25, () => shop.redeem(cardNumber, { points: 1 })))
  await updates.run()
  assert.equal(pushesTo(phone.pushToken), 1)
  assert.equal(await firstBalance(phone), '75')

  await shop.issue(cardNumber, { points: 5 })
  await shop.redeem(cardNumber, { points: 5 })
  assert.deepEqual(await updates.run(), { looked: 1, changed: 0, told: 0, failed: 0 })
  assert.equal(pushesTo(phone.pushToken), 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a hold, a void and a suspended card show on the pass', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  await shop.hold(cardNumber, { points: 40 })
  await updates.run()
  assert.equal(await firstBalance(phone), '60')
  const { transactionId } = (await shop.redeem(cardNumber, { points: 10 })).body
  await updates.run()
  assert.equal(await firstBalance(phone), '50')
  await shop.must('voidTransaction', { cardNumber, requestRef: transactionId })
  await updates.run()
  assert.equal(await firstBalance(phone), '60')

  await shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Suspended' },
  })
  await updates.run()
  const void_ = await phone.see()
  assert.equal(void_.voided, true)
  assert.equal(void_.barcodes, undefined)
  assert.ok(!JSON.stringify(void_).includes(cardNumber))
  assert.deepEqual(await shop.verify(), [])
})

test('what time alone changes is shown when it happens', async () => {
  const cardNumber = await shop.card()
  const soon = new Date(Date.now() + 3600_000).toISOString().slice(0, 19).replace('T', ' ')
  await shop.must('updateBalance', {
    cardNumber,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 40 },
    issuedBalanceExpiration: soon,
  })
  const phone = await addToPhone(shop, files, cardNumber)
  const [row] = await sql('select due_at from wallet_pass where brand_id = $1 and pass_id = $2', [
    shop.id,
    phone.json.serialNumber,
  ])
  assert.ok(Math.abs(new Date(row.due_at).getTime() - new Date(`${soon.replace(' ', 'T')}Z`).getTime()) < 2000)
})

test('after a transfer the pass is that of the card that has everything now', async () => {
  const [old, next] = [await shop.card({ points: 80 }), await shop.card({ points: 5 })]
  const phone = await addToPhone(shop, files, old)
  await phone.register()
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber: next, oldCardNumber: old })
  await updates.run()
  const seen = await phone.see()
  assert.equal(seen.barcodes[0].message, next)
  assert.equal(seen.storeCard.primaryFields[0].value, '85')
  assert.equal(pushesTo(phone.pushToken), 1)
  assert.equal(await statusOf(shop, next), 'installed')
  await shop.redeem(next, { points: 1 })
  await updates.run()
  assert.equal(await firstBalance(phone), '84')
  assert.equal(pushesTo(phone.pushToken), 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a device that is gone is forgotten; one that is there is told all the same', async () => {
  const cardNumber = await shop.card({ points: 10 })
  const phone = await addToPhone(shop, files, cardNumber)
  const watch = await phoneOf(shop, files, phone.json, 'watch')
  const tablet = await phoneOf(shop, files, phone.json, 'tablet')
  for (const one of [phone, watch, tablet]) await one.register()
  apple.answers.set(phone.pushToken, [410, '{"reason":"Unregistered"}'])
  apple.answers.set(tablet.pushToken, [400, '{"reason":"BadDeviceToken"}'])
  await shop.redeem(cardNumber, { points: 1 })
  assert.deepEqual(await updates.run(), { looked: 1, changed: 1, told: 1, failed: 0 })
  assert.equal(pushesTo(watch.pushToken), 1)
  assert.equal((await phone.list()).status, 204)
  assert.equal((await tablet.list()).status, 204)
  assert.equal((await watch.list()).status, 200)
  assert.equal(await statusOf(shop, cardNumber), 'installed')
})

test('while Apple is out of order nothing is lost, and nothing is tried without a pause', async () => {
  const cardNumber = await shop.card({ points: 10 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  apple.state.usual = [503, '{}']
  await shop.redeem(cardNumber, { points: 1 })
  assert.equal((await updates.run()).failed, 1)
  assert.equal((await updates.run()).looked, 0)
  updates.clock.aheadMs += 6000
  assert.equal((await updates.run()).failed, 1)
  updates.clock.aheadMs += 6000
  assert.equal((await updates.run()).looked, 0)
  apple.state.usual = [200, '']
  updates.clock.aheadMs += 400_000
  assert.equal((await updates.run()).told, 1)
  assert.equal(pushesTo(phone.pushToken), 3)
  assert.equal(await firstBalance(phone), '9')
  assert.deepEqual(await shop.verify(), [])
})

test('a change while the pass is being told is told too', async () => {
  const cardNumber = await shop.card({ points: 10 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  await shop.redeem(cardNumber, { points: 1 })
  apple.state.isSilent = true
  const running = updates.run()
  while (pushesTo(phone.pushToken) === 0) await new Promise((done) => setTimeout(done, 20))
  await shop.redeem(cardNumber, { points: 2 })
  apple.state.isSilent = false
  assert.equal((await running).failed, 1)
  await updates.run()
  assert.equal(await firstBalance(phone), '7')
  assert.equal(pushesTo(phone.pushToken), 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a card without a pass writes nothing for passes', async () => {
  const cardNumber = await shop.card({ points: 10 })
  const [before] = await sql('select sum(wakes)::integer as wakes from wallet_pass where brand_id = $1', [shop.id])
  await shop.redeem(cardNumber, { points: 1 })
  const [after] = await sql('select sum(wakes)::integer as wakes from wallet_pass where brand_id = $1', [shop.id])
  assert.deepEqual(after, before)
  const [card] = await sql('select has_wallet_pass from card where brand_id = $1 and card_number = $2', [
    shop.id,
    cardNumber,
  ])
  assert.equal(card.has_wallet_pass, null)
})

test('erasing a customer empties the pass on their phone, and forgets the phone', async () => {
  const cardNumber = await shop.card({ points: 10 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  try {
    const person = { brand: shop.id, cardNumber }
    const exported = await exportPerson(pool, person, testOrigin)
    assert.ok(exported.kind === 'exported')
    const [pass] = exported.document.walletPasses as { passId: string; devicesRegisteredAt: string[] }[]
    assert.equal(pass?.passId, phone.json.serialNumber)
    assert.equal(pass?.devicesRegisteredAt.length, 1)
    assert.ok(!JSON.stringify(exported.document).includes(phone.pushToken))
    const erased = await erasePerson(pool, person, { origin: testOrigin, random: randomBytes })
    assert.ok(erased.kind === 'erased')
    assert.deepEqual(erased.removed.at(-1), { what: 'passes in wallets', count: 1 })
  } finally {
    await pool.close()
  }
  assert.equal((await updates.run()).told, 1)
  assert.equal(pushesTo(phone.pushToken), 1)
  const seen = await phone.see()
  assert.equal(seen.voided, true)
  assert.ok(!JSON.stringify(seen).includes(cardNumber))
  assert.equal((await phone.list()).status, 204)
  assert.equal((await phone.register()).status, 404)

  await shop.redeem(cardNumber, { points: 1 })
  assert.equal((await updates.run()).looked, 0)
  const next = await addToPhone(shop, files, cardNumber)
  assert.notEqual(next.json.serialNumber, phone.json.serialNumber)
  assert.deepEqual(await shop.verify(), [])
})
