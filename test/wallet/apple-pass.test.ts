import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPassFile } from '../support/pass-archive.ts'
import { openShop, startTestService } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { passType, team } from '../support/wallet-files.ts'
import {
  addToPhone,
  ask,
  openWalletRoom,
  openWalletShop,
  passPathOf,
  phoneOf,
  publicUrl,
  statusOf,
} from '../support/wallet-room.ts'

const { files, service, shop } = await openWalletRoom()

test('a pass for Apple Wallet is signed, and shows the card as the page does', async () => {
  const cardNumber = await shop.card({ points: 1250, usd: 12.5 })
  const path = await passPathOf(shop, cardNumber)
  const page = await ask(shop, path)
  assert.ok(String(page.body).includes(`<a href="${path}/apple.pkpass">Add to Apple Wallet</a>`))

  const { status, headers, body } = await ask(shop, `${path}/apple.pkpass`)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/vnd.apple.pkpass')
  assert.equal(headers.get('cache-control'), 'no-store')
  const { json, files: parts } = readPassFile(body, files)
  assert.equal(json.passTypeIdentifier, passType)
  assert.equal(json.teamIdentifier, team)
  assert.equal(json.organizationName, 'Test shop')
  assert.deepEqual(
    json.barcodes.map(({ format, message }: { format: string; message: string }) => [format, message]),
    [
      ['PKBarcodeFormatQR', cardNumber],
      ['PKBarcodeFormatCode128', cardNumber],
    ],
  )
  assert.deepEqual(
    [...json.storeCard.primaryFields, ...json.storeCard.secondaryFields].map(
      ({ label, value }: { label: string; value: string }) => `${label} ${value}`,
    ),
    ['Points 1,250', 'USD $12.50'],
  )
  assert.equal(json.voided, undefined)
  assert.match(json.webServiceURL, /^https:\/\/loyalty\.example\/wallet\/apple\/[\w-]+$/)
  assert.ok(json.authenticationToken.length >= 43)
  assert.ok(parts.has('icon.png') && parts.has('icon@2x.png'))
  assert.deepEqual(await shop.verify(), [])
})

test('a card has one pass, however often it is fetched, and two cards have two', async () => {
  const [one, other] = [await shop.card(), await shop.card()]
  const first = await addToPhone(shop, files, one)
  assert.equal((await addToPhone(shop, files, one)).json.serialNumber, first.json.serialNumber)
  const second = await addToPhone(shop, files, other)
  assert.notEqual(second.json.serialNumber, first.json.serialNumber)
  assert.notEqual(second.json.authenticationToken, first.json.authenticationToken)
})

test('a phone registers, asks what has changed, fetches it, and takes the pass off again', async () => {
  const cardNumber = await shop.card({ points: 5 })
  assert.equal(await statusOf(shop, cardNumber), 'none')
  const phone = await addToPhone(shop, files, cardNumber)
  assert.equal(await statusOf(shop, cardNumber), 'issued')
  assert.equal((await phone.list()).status, 204)

  assert.equal((await phone.register()).status, 201)
  assert.equal((await phone.register()).status, 200)
  assert.equal(await statusOf(shop, cardNumber), 'installed')

  const listed = await phone.list()
  assert.deepEqual(listed.serialNumbers, [phone.json.serialNumber])
  assert.match(listed.lastUpdated, /^\d+$/)
  assert.equal((await phone.list(String(Number(listed.lastUpdated) + 120_000))).status, 204)

  const { status, headers } = await phone.fetchPass()
  assert.equal(status, 200)
  const modified = headers.get('last-modified') ?? ''
  assert.equal((await phone.fetchPass({ 'if-modified-since': modified })).status, 304)
  assert.equal((await phone.fetchPass({ 'if-modified-since': new Date(0).toUTCString() })).status, 200)
  const log = { method: 'POST', body: JSON.stringify({ logs: ['something went wrong'] }) }
  assert.equal((await ask(shop, `${phone.service}/log`, log)).status, 200)

  assert.equal((await phone.unregister()).status, 200)
  assert.equal((await phone.unregister()).status, 200)
  assert.equal(await statusOf(shop, cardNumber), 'none')
  await addToPhone(shop, files, cardNumber)
  assert.equal(await statusOf(shop, cardNumber), 'issued')
})

test('nobody gets at a pass without its own token, and all are told the same', async () => {
  const phone = await addToPhone(shop, files, await shop.card())
  const neighbour = await addToPhone(shop, files, await shop.card())
  const tokens = ['', phone.authorization.slice(0, -1), `${phone.authorization}A`, 'ApplePass ', 'Bearer x']
  const nobody = await phoneOf(
    shop,
    files,
    { ...phone.json, serialNumber: '01900000-0000-7000-8000-000000000000' },
    'x',
  )
  for (const authorization of [...tokens, neighbour.authorization]) {
    assert.equal((await phone.register({ authorization })).status, 401, authorization)
    assert.equal((await phone.unregister({ authorization })).status, 401)
    assert.equal((await phone.fetchPass({ authorization })).status, 401)
    assert.equal((await nobody.fetchPass({ authorization })).status, 401)
  }
  assert.equal((await nobody.fetchPass()).status, 401)
})

test("a brand's token opens no pass of another brand, and no pass is found under another brand", async () => {
  const other = await openWalletShop(service)
  const phone = await addToPhone(shop, files, await shop.card())
  const theirs = await addToPhone(other, files, await other.card())
  const swapped = phone.passAt.replace(phone.service, theirs.service)
  for (const authorization of [phone.authorization, theirs.authorization])
    assert.equal((await ask(shop, swapped, { headers: { authorization } })).status, 401)
  await phone.register()
  const listed = await ask(shop, `${theirs.service}/devices/${phone.device}/registrations/${passType}`)
  assert.equal(listed.status, 204)
})

test('what is no request of a phone is refused, and leaves nothing', async () => {
  const cardNumber = await shop.card()
  const phone = await addToPhone(shop, files, cardNumber)
  for (const body of [{}, { pushToken: 5 }, { pushToken: '../x' }, { pushToken: 'a'.repeat(201) }])
    assert.equal((await phone.register(undefined, body)).status, 400)
  const headers = { authorization: phone.authorization }
  const registrations = phone.passAt.replace('/passes/', '/devices/d/registrations/')
  assert.equal((await ask(shop, registrations, { method: 'POST', headers, body: '{' })).status, 400)
  assert.equal((await ask(shop, registrations, { method: 'POST', headers, body: ' '.repeat(20_000) })).status, 413)
  assert.equal((await ask(shop, registrations, { method: 'PUT', headers })).status, 404)
  const odd = ['', '/v1', '/v2/log', '/v1/passes', `/v1/passes/pass.other/${phone.json.serialNumber}`, '/v1/devices/d']
  const service = phone.service.replace(/\/v1$/, '')
  for (const path of odd) assert.equal((await ask(shop, service + path, { headers })).status, 404, path)
  for (const path of ['/wallet', '/wallet/apple', '/wallet/apple/!!/v1/log', '/wallet/google/x'])
    assert.equal((await ask(shop, path, { method: 'POST' })).status, 404, path)
  assert.equal(await statusOf(shop, cardNumber), 'issued')
})

test('a pass is on twenty devices at most; the first one makes room', async () => {
  const cardNumber = await shop.card()
  const phone = await addToPhone(shop, files, cardNumber)
  const names = Array.from({ length: 22 }, (_, index) => `n${index}`)
  for (const name of names) await (await phoneOf(shop, files, phone.json, name)).register()
  const rows = await sql('select device_id from wallet_registration where brand_id = $1 and pass_id = $2', [
    shop.id,
    phone.json.serialNumber,
  ])
  assert.equal(rows.length, 20)
  assert.equal((await (await phoneOf(shop, files, phone.json, 'n0')).list()).status, 204)
  assert.equal((await (await phoneOf(shop, files, phone.json, 'n21')).list()).status, 200)
})

test('a brand speaks its language and shows what it wants to', async () => {
  const looks = {
    appleTypeIdentifier: passType,
    teamIdentifier: team,
    organizationName: 'Hafen',
    logoText: 'Hafencafé',
    colors: { background: '#0b3d5c' },
    balances: ['USD', 'STARS'],
    fields: [{ label: 'Öffnungszeiten', text: 'Täglich 7 bis 19 Uhr' }],
  }
  const cafe = await openShop({ service, brand: { language: 'de' }, more: { passes: looks } })
  const cardNumber = await cafe.card({ points: 3, usd: 1234.5 })
  const { json } = await addToPhone(cafe, files, cardNumber)
  assert.equal(json.description, 'Karte von Hafen')
  assert.equal(json.logoText, 'Hafencafé')
  assert.equal(json.backgroundColor, 'rgb(11, 61, 92)')
  assert.deepEqual(json.storeCard.primaryFields[0].value, '1.234,50\u00a0$')
  assert.deepEqual(json.storeCard.secondaryFields[0].value, '0')
  assert.deepEqual(
    json.storeCard.backFields.map(({ label }: { label: string }) => label),
    ['Kartennummer', 'Öffnungszeiten'],
  )
  assert.ok(!String((await ask(cafe, await passPathOf(cafe, cardNumber))).body).includes('Google Wallet'))
})

test('without files of the operator, or for a brand with another certificate, there is no pass and no button', async () => {
  const otherType = { ...{ teamIdentifier: team }, appleTypeIdentifier: 'pass.example.other' }
  const plain = await startTestService(['--public-url', publicUrl])
  try {
    const shops = [
      await openShop({ service }),
      await openShop({ service, more: { passes: otherType } }),
      await openWalletShop(plain),
    ]
    for (const one of shops) {
      const path = await passPathOf(one, await one.card())
      assert.ok(!String((await ask(one, path)).body).includes('Wallet'))
      for (const wallet of ['apple', 'apple.pkpass', 'google', 'other'])
        assert.equal((await ask(one, `${path}/${wallet}`)).status, 404)
    }
    const phone = await addToPhone(shop, files, await shop.card())
    const { port } = plain
    const answer = await ask({ port }, phone.passAt, { headers: { authorization: phone.authorization } })
    assert.equal(answer.status, 404)
  } finally {
    await plain.stop()
  }
})

test('whoever guesses tokens has to wait', async () => {
  const limited = await startTestService(
    [
      ...['--public-url', publicUrl, '--wallet-apple-certificate', `${files.folder}/pass.pem`],
      ...['--wallet-apple-key', `${files.folder}/pass.key`, '--wallet-apple-wwdr', `${files.folder}/wwdr.pem`],
      ...['--failure-limit', '5'],
    ],
    false,
  )
  try {
    const phone = await addToPhone(shop, files, await shop.card())
    const guess = () => ask(limited, phone.passAt, { headers: { authorization: 'ApplePass x' } })
    for (let guesses = 0; guesses < 5; guesses += 1) assert.equal((await guess()).status, 401)
    const refused = await guess()
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  } finally {
    await limited.stop()
  }
})
