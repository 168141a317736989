import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { jwtVerify } from 'jose'
import type { Shop } from '../support/shop.ts'
import { makeWalletFiles } from '../support/wallet-files.ts'
import {
  ask,
  googleIssuer,
  openUpdates,
  openWalletService,
  openWalletShop,
  passPathOf,
  saveToGoogle,
  statusOf,
} from '../support/wallet-room.ts'
import { openGoogle } from '../support/wallet-services.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const files = makeWalletFiles()
const google = await openGoogle()
const { service, settings } = await openWalletService(files, { google })
const shop = await openWalletShop(service)
const updates = await openUpdates(settings, files)
const key = createPublicKey(files.googlePublicPem)

async function save(one: Shop, cardNumber: string) {
  const { location, payload, content } = await saveToGoogle(one, files, cardNumber)
  return { location, payload, object: content.loyaltyObjects[0], ofClass: content.loyaltyClasses[0] }
}

test('a pass for Google Wallet is a signed link that says what the card has', async () => {
  const cardNumber = await shop.card({ points: 1250, usd: 12.5 })
  const page = String((await ask(shop, await passPathOf(shop, cardNumber))).body)
  assert.ok(page.includes('Add to Google Wallet</a>'))
  const { location, payload, object, ofClass } = await save(shop, cardNumber)
  assert.equal(payload.typ, 'savetowallet')
  assert.ok(location.length <= 1800, `browsers cut links off: ${location.length}`)
  assert.equal(ofClass.id, `${googleIssuer}.${shop.id}`)
  assert.equal(object.classId, ofClass.id)
  assert.equal(object.state, 'ACTIVE')
  assert.equal(object.barcode.value, cardNumber)
  assert.deepEqual(object.loyaltyPoints, { label: 'Points', balance: { string: '1,250' } })
  assert.deepEqual(object.secondaryLoyaltyPoints, { label: 'USD', balance: { string: '$12.50' } })
  assert.equal(await statusOf(shop, cardNumber), 'issued')
  assert.equal((await save(shop, cardNumber)).object.id, object.id)
})

test('a redemption reaches Google, once, with a token of the service account', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const { object } = await save(shop, cardNumber)
  google.known.add(object.id)
  await Promise.all([1, 2, 3].map((points) => shop.redeem(cardNumber, { points })))
  assert.equal((await updates.run()).told, 1)
  const patches = google.objects().filter(({ path }) => path.endsWith(object.id))
  assert.equal(patches.length, 1)
  assert.equal(patches[0]?.method, 'PATCH')
  assert.equal(patches[0]?.authorization, 'Bearer made-up')
  assert.equal(patches[0]?.body.loyaltyPoints.balance.string, '94')
  const { payload } = await jwtVerify(google.assertions[0] ?? '', key, { audience: google.tokenUrl })
  assert.equal(payload.iss, 'passes@purser.example')
  assert.equal(payload.scope, 'https://www.googleapis.com/auth/wallet_object.issuer')
  assert.equal(await statusOf(shop, cardNumber), 'installed')
  await shop.redeem(cardNumber, { points: 4 })
  await updates.run()
  assert.equal(google.assertions.length, 1, 'the token is used again')
  assert.deepEqual(await shop.verify(), [])
})

test('a pass that is saved after a change gets the change; one that never is, is left alone', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const { object } = await save(shop, cardNumber)
  const patches = () => google.objects().filter(({ path }) => path.endsWith(object.id))
  await shop.redeem(cardNumber, { points: 1 })
  assert.equal((await updates.run()).failed, 0)
  assert.equal(patches().length, 1)
  assert.equal((await updates.run()).looked, 0)
  google.known.add(object.id)
  updates.clock.aheadMs += 11 * 60_000
  await updates.run()
  assert.equal(patches().length, 2)
  assert.equal(patches().at(-1)?.body.loyaltyPoints.balance.string, '99')
  assert.equal(await statusOf(shop, cardNumber), 'installed')
})

test('a card that cannot be used any more shows nothing at Google', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const { object } = await save(shop, cardNumber)
  google.known.add(object.id)
  await shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Suspended' },
  })
  await updates.run()
  const { body } = google.objects().findLast(({ path }) => path.endsWith(object.id)) ?? {}
  assert.equal(body.state, 'INACTIVE')
  assert.equal(body.barcode, null)
  assert.ok(!JSON.stringify(body).includes(cardNumber))
})

test('while Google is out of order the change waits, with pauses that grow', async () => {
  const cardNumber = await shop.card({ points: 100 })
  const { object } = await save(shop, cardNumber)
  google.known.add(object.id)
  await shop.redeem(cardNumber, { points: 1 })
  google.state.status = 500
  assert.equal((await updates.run()).failed, 1)
  assert.equal((await updates.run()).looked, 0)
  google.state.status = 200
  updates.clock.aheadMs += 6000
  assert.equal((await updates.run()).told, 1)
  const { body } = google.objects().findLast(({ path }) => path.endsWith(object.id)) ?? {}
  assert.equal(body.loyaltyPoints.balance.string, '99')
  assert.deepEqual(await shop.verify(), [])
})
