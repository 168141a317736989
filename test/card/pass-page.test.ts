import assert from 'node:assert/strict'
import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { renderSVG } from 'uqr'
import { fromPassToken, toPassToken } from '../../server/domain/message/link/pass-link.ts'
import { renderCode128 } from '../../server/doors/pages/pass/code-128.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { openShop, startTestService } from '../support/shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'

interface Seen {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** Opens a link as a browser would. */
async function open(url: string, method = 'GET'): Promise<Seen> {
  const [response] = await once(request(url, { method }).end(), 'response')
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode, headers: response.headers, body }
}

const linkOf = async (shop: Awaited<ReturnType<typeof openShop>>, cardNumber: string, more: object = {}) =>
  (await shop.must('generatePassLink', { cardNumber, ...more })).url as string

test('a pass shows the card, its QR code and barcode, and its balances of this moment, to whoever has the link', async () => {
  const shop = await openShop({
    valueTypes: [
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
      { balanceType: 'Currency', balanceCode: 'EUR', scale: 2 },
      { balanceType: 'Custom', balanceCode: 'STARS', display: 'Stars & more', scale: 1 },
      { balanceType: 'Custom', balanceCode: 'COUNT', scale: 0 },
      { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'] },
    ],
  })
  const cardNumber = await shop.card({ points: 1250, usd: 12.5, stars: 2.5 })
  const issue = (amount: object, more = {}) =>
    shop.must('updateBalance', { cardNumber, action: 'issue', amount, ...more })
  await issue({ balanceType: 'Custom', balanceCode: 'COUNT', amount: 3 })
  await issue({ balanceType: 'Punches', amount: 4 }, { subtrackIndex: 2 })
  const url = await linkOf(shop, cardNumber)

  const { status, body } = await open(url)
  assert.equal(status, 200)
  assert.match(body, /<h1>Test shop<\/h1>\n<p>Rewards<\/p>/)
  assert.ok(body.includes(`<p class="number">${cardNumber}</p>`))
  assert.ok(body.includes(renderSVG(cardNumber, { border: 4, ecc: 'M' })))
  assert.ok(body.includes(`aria-label="Barcode of the card number">${renderCode128(cardNumber)}</div>`))
  assert.deepEqual(balancesOn(body), ['Points 1,250', 'USD $12.50', 'Stars &#38; more 2.5', 'Tea 4'])

  await shop.redeem(cardNumber, { usd: 12.5 })
  await shop.hold(cardNumber, { points: 1000 })
  assert.deepEqual(balancesOn((await open(url)).body), ['Points 250', 'Stars &#38; more 2.5', 'Tea 4'])
  assert.deepEqual(await shop.verify(), [])
})

test('a number that no barcode can say is a QR code alone', async () => {
  const shop = await openShop()
  const cardNumber = 'Kärtchen-1'
  await shop.must('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
  const { status, body } = await open(await linkOf(shop, cardNumber))
  assert.equal(status, 200)
  assert.ok(body.includes(renderSVG(cardNumber, { border: 4, ecc: 'M' })))
  assert.ok(!body.includes('Barcode'))
})

const balancesOn = (body: string) =>
  [...body.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, amount]) => `${label} ${amount}`)

test('a pass fetches, runs and keeps nothing, and tells its address to nobody', async () => {
  const shop = await openShop({ brand: { name: `"><script>alert('1')</script>&` }, program: { name: '<i>' } })
  const { body, headers } = await open(await linkOf(shop, await shop.card()))
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')

  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'referrer-policy', 'cache-control', 'x-robots-tag'].map(
      (name) => headers[name],
    ),
    ['text/html; charset=utf-8', 'nosniff', 'no-referrer', 'no-store', 'noindex, nofollow'],
  )
  assert.ok(!('access-control-allow-origin' in headers) && !('set-cookie' in headers))
  assert.ok(!/<script|<i>|<link|<img|javascript:|\son\w+=|\sstyle=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/i.test(body))
  assert.ok(body.includes('<h1>&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;</h1>'))
})

test('a link that is not ours, or whose card cannot be used, leads nowhere, and always to the same place', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const [card, lost] = [await shop.card(), await shop.card()]
  const url = await linkOf(shop, card)
  const theirs = await linkOf(other, await other.card())
  const gone = await linkOf(shop, lost)
  const token = url.slice(url.lastIndexOf('/') + 1)
  const bytes = Buffer.from(token, 'base64url')
  const base = url.slice(0, -token.length)
  const adjustStatus = { newStatus: 'Stolen' }
  await shop.must('updateBalance', {
    cardNumber: lost,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus,
  })
  const stranger = toPassToken({ brand: shop.id, card: bytes.readUIntBE(33, 6) }, createSecretKey(randomBytes(32)))
  const flipped = Array.from(bytes, (_, at) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))))
  const otherBrand = Buffer.concat([bytes.subarray(0, 45), Buffer.from(other.id)])
  const wrong = [
    gone,
    `${base}${stranger}`,
    `${base}x`,
    `${base}${card}`,
    `${base}${token}=`,
    `${base}${token}A`,
    `${base}${token}/x`,
    `${base}${token.slice(0, -1)}`,
    `${base}${'A'.repeat(20_000)}`,
    `${base}${theirs.slice(theirs.lastIndexOf('/') + 1, -4)}${token.slice(-4)}`,
    ...[...flipped, otherBrand].map((changed) => `${base}${changed.toString('base64url')}`),
  ]
  const nowhere = await open(gone)
  assert.deepEqual([nowhere.status, nowhere.body.includes(lost)], [404, false])
  for (const address of wrong) {
    const { status, body, headers } = await open(address)
    assert.deepEqual([status, body], [404, nowhere.body], address.slice(0, 100))
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
  }
  assert.equal((await open(url)).status, 200)
  assert.equal((await open(theirs)).status, 200)
})

test('the token hides the number of the card, and is the same each time', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const url = await linkOf(shop, cardNumber)
  const token = url.slice(url.lastIndexOf('/') + 1)
  assert.match(url, new RegExp(`^http://127\\.0\\.0\\.1:${shop.port}/pass/[\\w-]+$`))
  assert.ok(!url.includes(cardNumber) && !Buffer.from(token, 'base64url').includes(cardNumber))
  assert.equal(await linkOf(shop, cardNumber), url)
  assert.notEqual(await linkOf(shop, await shop.card()), url)
})

test('a link ends when it was said to', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const expirationDate = secondsFromNow(3)
  const made = await shop.must('generatePassLink', { cardNumber, expirationDate })
  assert.equal(made.expirationDate, expirationDate)
  assert.equal((await open(made.url)).status, 200)
  assert.equal((await open(await linkOf(shop, cardNumber, { expirationDate: '2999-12-31 23:59:59' }))).status, 200)
  await wait(3100)
  assert.equal((await open(made.url)).status, 404)
  assert.equal((await open(await linkOf(shop, cardNumber))).status, 200)
})

test('a page takes GET and HEAD, and nothing else', async () => {
  const shop = await openShop()
  const url = await linkOf(shop, await shop.card())
  const [head, post, del] = [await open(url, 'HEAD'), await open(url, 'POST'), await open(url, 'DELETE')]
  assert.deepEqual([head.status, head.body], [200, ''])
  assert.deepEqual([post.status, JSON.parse(post.body).errorCode, post.headers.allow], [405, 106, 'GET, HEAD, OPTIONS'])
  assert.equal(del.status, 405)
})

test('that a card has a pass is kept once, and making a link is no part of its history', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 5 })
  await shop.must('checkout', { cardNumber, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 })
  const issued = () => sql('select card_id, issued_at from pass_link where brand_id = $1', [shop.id])
  const before = await shop.history(cardNumber)
  const made = await shop.must('generatePassLink', { cardNumber })
  const first = await issued()
  await Promise.all([linkOf(shop, cardNumber), linkOf(shop, cardNumber)])

  assert.equal(first.length, 1)
  assert.deepEqual(await issued(), first)
  assert.deepEqual(await shop.history(cardNumber), before)
  const record = await shop.must('requestLookup', { requestRef: made.requestRef })
  assert.deepEqual([record.callType, record.cardNumber], ['UPDATE_ACCOUNT', cardNumber])
  assert.deepEqual(await shop.verify(), [])
})

test('a link begins with the public address of the server, or else with its own, whatever host the call names', async (t) => {
  const service = await startTestService(['--public-url', 'https://loyalty.example/cards/'])
  t.after(() => service.stop())
  const here = await openShop()
  const there = await openShop({ service })
  const own = `http://127.0.0.1:${here.port}/pass/`
  //  shop   headers                                                        begins with
  const cases: readonly [typeof here, headers: Record<string, string>, begins: string][] = [
    [there, {}, 'https://loyalty.example/cards/pass/'],
    [there, { host: 'evil.example' }, 'https://loyalty.example/cards/pass/'],
    [here, {}, own],
    [here, { host: 'evil.example:8443' }, own],
    [here, { host: 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }, own],
    [here, { host: 'a"b' }, own],
  ]
  for (const [shop, headers, begins] of cases) {
    const { url } = await shop.must('generatePassLink', { cardNumber: await shop.card() }, headers)
    assert.ok(url.startsWith(begins), url)
  }
})

test('cards that cannot be used, and ends that lie in the past, are refused', async () => {
  const shop = await openShop()
  const [cardNumber, lost] = [await shop.card(), await shop.card()]
  const adjustStatus = { newStatus: 'Lost' }
  await shop.must('updateBalance', {
    cardNumber: lost,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus,
  })
  const [{ card_number: inventory }] = await sql(
    `select card_number from card where brand_id = $1 and status = 'Inventory' limit 1`,
    [shop.id],
  )
  //  body                                                      code
  const cases: readonly [body: object, code: number][] = [
    [{}, 6],
    [{ cardNumber: 'nobody' }, 2],
    [{ cardNumber: inventory }, 110],
    [{ cardNumber: lost }, 112],
    [{ cardNumber, expirationDate: '2020-01-01 00:00:00' }, 100],
    [{ cardNumber, expirationDate: 'tomorrow' }, 100],
  ]
  for (const [body, code] of cases) {
    assert.equal((await shop.call('generatePassLink', body)).body.errorCode, code, JSON.stringify(body))
  }
  assert.deepEqual(await sql('select from pass_link where brand_id = $1', [shop.id]), [])
})

test('a token gives back what it was made of, with the key that made it', () => {
  const key = createSecretKey(randomBytes(32))
  for (const ticket of [
    { brand: '1001', card: 1 },
    { brand: 'a', card: 2 ** 48 - 1, expiresAt: Date.UTC(9999, 11, 31) },
    { brand: 'Käse \u{1F9C0}'.repeat(8), card: 7, expiresAt: 1 },
  ]) {
    const token = toPassToken(ticket, key)
    assert.match(token, /^[\w-]+$/)
    assert.deepEqual(fromPassToken(token, key), ticket)
    assert.equal(fromPassToken(token, createSecretKey(randomBytes(32))), undefined)
  }
})

test('the public address is one of HTTP or HTTPS and no more', () => {
  //  given                               becomes
  const cases: readonly [given: string, becomes: string | undefined][] = [
    ['https://loyalty.example', 'https://loyalty.example'],
    ['https://Loyalty.example/', 'https://loyalty.example'],
    ['http://10.0.0.1:8080/a/b//', 'http://10.0.0.1:8080/a/b'],
    ['loyalty.example', undefined],
    ['ftp://loyalty.example', undefined],
    ['javascript:alert(1)', undefined],
    ['https://me:secret@loyalty.example', undefined],
    ['https://loyalty.example/?a=1', undefined],
    ['https://loyalty.example/#a', undefined],
  ]
  for (const [given, becomes] of cases) {
    const read = parseCommandLine(['start'], { PURSER_PUBLIC_URL: given })
    assert.equal(read.kind === 'command' ? read.config.publicUrl : undefined, becomes, given)
    assert.equal(read.kind, becomes === undefined ? 'faults' : 'command')
  }
  assert.ok(parseCommandLine(['start'], { PURSER_PUBLIC_URL: '' }).kind === 'command')
})
