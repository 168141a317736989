import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { erasePerson } from '../../server/calls/privacy/erase-person.ts'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { applyFile, type Shop, testDatabase, testOrigin } from '../support/shop.ts'
import { placedMessage } from '../support/told-fault.ts'
import { makeWalletFiles } from '../support/wallet-files.ts'
import {
  googleIssuer,
  openUpdates,
  openWalletService,
  openWalletShop,
  saveToGoogle,
  statusOf,
  usualPasses,
} from '../support/wallet-room.ts'
import { openGoogle } from '../support/wallet-services.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const files = makeWalletFiles()
const google = await openGoogle()
const { service, settings } = await openWalletService(files, { google })
const generate = { count: 20, length: 16 }
const cardSets = [
  { id: 'cards', generate: { ...generate, prefix: '60' } },
  { id: 'gifts', generate: { ...generate, prefix: '61' } },
]
const giftCards = { ...usualPasses, giftCardSets: ['gifts'] }
const shop = await openWalletShop(service, { cardSets, more: { passes: giftCards } })
const updates = await openUpdates(settings, files)

const patchesOf = (id: string) => google.giftCards().filter(({ path }) => path.endsWith(id))
const save = (one: Shop, cardNumber: string) => saveToGoogle(one, files, cardNumber)

test('a card of a set of gift cards is a gift card at Google, and others are loyalty cards', async () => {
  const cardNumber = await shop.card({ usd: 12.5, points: 30 }, 'gifts')
  const { location, content } = await save(shop, cardNumber)
  assert.deepEqual(Object.keys(content), ['giftCardClasses', 'giftCardObjects'])
  assert.ok(location.length <= 1800, `browsers cut links off: ${location.length}`)
  const [ofClass] = content.giftCardClasses
  assert.equal(ofClass.id, `${googleIssuer}.${shop.id}.gift-cards`)
  assert.deepEqual([ofClass.merchantName, ofClass.allowBarcodeRedemption], ['Test shop', true])
  const [{ id, ...object }] = content.giftCardObjects
  assert.ok(id.startsWith(`${googleIssuer}.`))
  assert.deepEqual(object, {
    classId: ofClass.id,
    state: 'ACTIVE',
    cardNumber,
    barcode: { type: 'QR_CODE', value: cardNumber, alternateText: cardNumber },
    balance: { micros: '12500000', currencyCode: 'USD' },
    textModulesData: [{ id: 'text0', header: 'Points', body: '30' }],
  })
  const other = await save(shop, await shop.card({ points: 1 }))
  assert.deepEqual(Object.keys(other.content), ['loyaltyClasses', 'loyaltyObjects'])
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption reaches the gift card at Google, to the cent, and its class is told once', async () => {
  const cardNumber = await shop.card({ usd: 50 }, 'gifts')
  const [object] = (await save(shop, cardNumber)).content.giftCardObjects
  google.known.add(object.id)
  await Promise.all([1.01, 2, 3].map((usd) => shop.redeem(cardNumber, { usd })))
  assert.equal((await updates.run()).told, 1)
  const [patch, ...more] = patchesOf(object.id)
  assert.deepEqual(more, [])
  assert.equal(patch?.method, 'PATCH')
  assert.equal(patch?.path, `/walletobjects/v1/giftCardObject/${object.id}`)
  assert.deepEqual(patch?.body.balance, { micros: '43990000', currencyCode: 'USD' })
  assert.equal(google.objects().filter(({ path }) => path.endsWith(object.id)).length, 0)
  const classes = () => google.calls.filter(({ path }) => path.includes('/giftCardClass/'))
  assert.deepEqual(
    classes().map(({ path }) => path),
    [`/walletobjects/v1/giftCardClass/${googleIssuer}.${shop.id}.gift-cards`],
  )
  assert.equal(await statusOf(shop, cardNumber), 'installed')

  await shop.redeem(cardNumber, { usd: 43.99 })
  await updates.run()
  assert.deepEqual(patchesOf(object.id).at(-1)?.body.balance, { micros: '0', currencyCode: 'USD' })
  assert.equal(classes().length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a gift card that cannot be used, or whose person was erased, shows neither number nor balance', async () => {
  const [suspended, erased] = [await shop.card({ usd: 5 }, 'gifts'), await shop.card({ usd: 5 }, 'gifts')]
  const ids: string[] = []
  for (const cardNumber of [suspended, erased]) {
    const [object] = (await save(shop, cardNumber)).content.giftCardObjects
    google.known.add(object.id)
    ids.push(object.id)
  }
  await shop.must('updateBalance', {
    cardNumber: suspended,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Suspended' },
  })
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  const origin = { origin: testOrigin, random: randomBytes }
  assert.equal((await erasePerson(pool, { brand: shop.id, cardNumber: erased }, origin)).kind, 'erased')
  await pool.close()
  await updates.run()
  for (const id of ids) {
    const { body } = patchesOf(id).at(-1) ?? {}
    assert.deepEqual([body.state, body.cardNumber, body.barcode, body.balance], ['INACTIVE', '-', null, null])
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a pass stays what Google was first offered, whatever the brand file says later', async () => {
  const later = await openWalletShop(service, { cardSets })
  const before = await later.card({ usd: 20 }, 'gifts')
  const [object] = (await save(later, before)).content.loyaltyObjects
  google.known.add(object.id)
  await applyFile({ ...later.file, passes: giftCards })
  const after = await later.card({ usd: 20 }, 'gifts')
  const isGift = async () => 'giftCardObjects' in (await save(later, after)).content
  for (let looks = 0; looks < 40 && !(await isGift()); looks += 1) await new Promise((done) => setTimeout(done, 500))

  assert.deepEqual(Object.keys((await save(later, before)).content), ['loyaltyClasses', 'loyaltyObjects'])
  await later.redeem(before, { usd: 1 })
  await updates.run()
  assert.deepEqual(patchesOf(object.id), [])
  assert.ok(google.objects().some(({ path }) => path.endsWith(object.id)))
  assert.deepEqual(await later.verify(), [])
})

test('only sets of the file whose cards have money can be gift cards', () => {
  const faultsOf = (giftCardSets: readonly string[]) => {
    const programs = [{ id: 'points', valueTypes: [{ balanceType: 'Points', scale: 0 }], cardSets: [{ id: 'plain' }] }]
    const file = { ...shop.file, programs, passes: { ...giftCards, giftCardSets } }
    const read = readBrandFile(JSON.stringify(file))
    return 'faults' in read ? read.faults.map(placedMessage) : []
  }
  assert.deepEqual(faultsOf(['plain']), [
    'passes.giftCardSets[0]: plain has no money on it: its program points has no value type Currency',
  ])
  assert.match(faultsOf(['plan'])[0] ?? '', /passes\.giftCardSets\[0\]: there is no card set "plan" in this file/)
})
