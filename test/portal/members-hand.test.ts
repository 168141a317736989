import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { colorOf, squarePng } from '../../server/doors/pages/poster/png.ts'
import { codePng, posterPdf } from '../../server/doors/pages/poster/poster.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const member = { languages: ['en', 'de'], colors: { primary: '#0b3d5c' }, privacyUrl: 'https://shop.example/privacy' }

test('staff see the card as its customer does: marked, in the audit log, and able to change nothing', async () => {
  const shop = await openShop({ more: { member } })
  const cardNumber = await shop.card({ points: 5 })
  const desk = openDesk(shop)
  const support = await desk.as('support')
  const { url } = await support.ask('lookAsMember', { cardNumber })
  const [, page = '', token = ''] = /^https?:\/\/[^/]+(\/m\/[^#]+)#token=(.+)$/.exec(url) ?? []
  assert.equal(page, `/m/${shop.id}`)
  const { entries } = await shop.must('auditLog', { action: 'customer.viewed' })
  assert.deepEqual([entries[0].actor, entries[0].subject], [support.name, cardNumber])

  const at = `http://127.0.0.1:${shop.port}`
  const ask = async (route: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${at}/member/${shop.id}/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { isLooking?: boolean } }
  }
  assert.equal((await ask('card')).body.isLooking, true)
  for (const route of ['reportLost', 'exportMe', 'eraseMe', 'passLink', 'referral', 'endOtherLogins'])
    assert.notEqual((await ask(route)).status, 200, route)
  const change = { channel: 'email', address: 'a@example.com', isWanted: false }
  assert.equal((await ask('changeMessages', change)).status, 403)
  assert.equal((await ask('changeProfile', { fields: [{ name: 'firstName', value: 'X' }] })).status, 403)

  const origin = { origin: at, 'content-type': 'application/x-www-form-urlencoded' }
  const taken = await fetch(`${at}${page}/token`, {
    ...{ method: 'POST', redirect: 'manual', headers: { ...origin, cookie: `purser_member=${'m'.repeat(43)}` } },
    body: `token=${token}&sure=1`,
  })
  const cookies = taken.headers.getSetCookie()
  assert.equal(cookies.length, 1)
  assert.match(cookies[0] ?? '', /^purser_member_looking=[^;]+; Path=\/m\/[^;]+; HttpOnly; SameSite=Lax$/)
  const looking = (cookies[0] ?? '').split(';', 1)[0] ?? ''
  for (const screen of ['', '/history', '/coupons', '/data']) {
    const shown = await (await fetch(`${at}${page}${screen}`, { headers: { cookie: looking } })).text()
    assert.match(shown, /You see this as the customer does/, screen)
  }
  const lost = await fetch(`${at}${page}/lost`, { method: 'POST', headers: { ...origin, cookie: looking }, body: '' })
  assert.match(await lost.text(), /You can change nothing here/)
  assert.equal((await shop.redeem(cardNumber, { points: 1 })).body.success, true)

  assert.equal((await support.ask('lookAsMember', { cardNumber: 'nobody' })).error.reason, 'notFound')
  const cashier = await desk.as('cashier')
  assert.equal((await cashier.ask('lookAsMember', { cardNumber })).error.reason, 'forbidden')
  assert.deepEqual(await shop.verify(), [])
})

test('each place has a link and a poster; who has no such pages has none', async () => {
  const shop = await openShop({ more: { member } })
  const marketer = await openDesk(shop).as('marketer')
  const { places, url } = await marketer.ask('memberPlaces')
  assert.equal(places[0].url, `${url}/join?at=${places[0].location}`)
  const { base64, name, contentType } = await marketer.ask('memberPoster', { location: 'L1', form: 'pdf' })
  assert.deepEqual([name, contentType], ['poster-L1.pdf', 'application/pdf'])
  const pdf = Buffer.from(base64, 'base64').toString('latin1')
  assert.ok(pdf.includes(Buffer.from(places[0].url, 'latin1').toString('hex')), 'the address is written on it')
  const alone = await marketer.ask('memberPoster', { form: 'png' })
  assert.equal(Buffer.from(alone.base64, 'base64').subarray(1, 4).toString(), 'PNG')
  assert.equal((await marketer.ask('memberPoster', { location: 'none', form: 'pdf' })).error.reason, 'notFound')
  const plain = await openDesk(await openShop()).as('marketer')
  assert.equal((await plain.ask('memberPoster', { form: 'pdf' })).error.reason, 'notFound')
  assert.equal((await plain.ask('memberPlaces')).isOpen, false)
})

const poster = {
  url: 'https://card.example/m/1001/join?at=L1',
  ...{ brand: 'Café (Zürich) \\ Söhne', place: 'Ταβέρνα', color: '#ffee00' },
  ...{ invitation: 'Collect with every visit.', howTo: 'Scan the code.' },
}

test('a poster is a sound PDF: its parts are where its table says, and hostile names are text', () => {
  const pdf = posterPdf(poster).toString('latin1')
  const begin = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
  assert.ok(pdf.slice(begin).startsWith('xref\n'))
  const places = [...pdf.slice(begin).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  for (const [index, at] of places.entries()) assert.ok(pdf.slice(at).startsWith(`${index + 1} 0 obj\n`))
  const [, length, stream = ''] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(pdf) ?? []
  assert.equal(Buffer.byteLength(stream, 'latin1'), Number(length))
  assert.ok(stream.includes(Buffer.from(poster.brand, 'latin1').toString('hex')))
  // Two lines of text have the name of the brand and the address; what the typeface cannot show is left out.
  assert.equal(stream.match(/ Tj /g)?.length, 4)
  const dark = encode(poster.url, { border: 0, ecc: 'M' }).data.flat().filter(Boolean).length
  const side = (595 - 2 * 56) / encode(poster.url, { border: 0, ecc: 'M' }).size
  const boxes = [...stream.matchAll(/^0 0 0 rg [\d.]+ [\d.]+ ([\d.]+) ([\d.]+) re f$/gm)]
  const area = boxes.reduce((sum, [, width, height]) => sum + Number(width) * Number(height), 0)
  assert.ok(Math.abs(area / side ** 2 - dark) < 1, 'every dark square is drawn')
})

test('the code alone is a picture in which each square is where it belongs', () => {
  const png = codePng(poster.url)
  const size = png.readUInt32BE(16)
  const { data, size: squares } = encode(poster.url, { border: 4, ecc: 'M' })
  assert.equal(size, squares * 16)
  const begin = png.indexOf('IDAT') + 4
  const pixels = inflateSync(png.subarray(begin, begin + png.readUInt32BE(begin - 8)))
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      assert.equal(pixels[(y * 16 + 8) * (1 + 3 * size) + 1 + 3 * (x * 16 + 8)], isDark ? 0 : 255)
  assert.deepEqual(colorOf('#0102ff'), [1, 2, 255])
  assert.equal(squarePng(3, () => [1, 2, 3]).readUInt32BE(20), 3)
})

test('a preview shows what is not saved yet, has no script, and is not there for what cannot be read', async () => {
  const shop = await openShop({ more: { member } })
  const marketer = await openDesk(shop).as('marketer')
  const entry = { ...member, colors: { primary: '#123456' }, texts: { de: { welcome: 'Moin <b>' } } }
  const shown = async (screen: string, more: object = {}) => marketer.ask('memberPreview', { entry, screen, ...more })
  const { html, isReadable } = await shown('welcome', { language: 'de' })
  assert.equal(isReadable, true)
  assert.match(html, /Moin &#60;b&#62;/)
  assert.match(html, /member\.css\?primary=%23123456/)
  assert.doesNotMatch(html, /<script/)
  assert.match((await shown('card')).html, /7000000000000000/)
  assert.match((await shown('join')).html, /<form/)
  assert.deepEqual(await shown('card', { entry: { colors: { primary: 'blue' } } }), { isReadable: false })
  const css = async (query: string) =>
    (await fetch(`http://127.0.0.1:${shop.port}/m/${shop.id}/member.css${query}`)).text()
  assert.match(await css('?primary=%23123456'), /--primary:#123456/)
  assert.match(await css('?primary=red%3B%7Dbody%7Bdisplay:none'), /--primary:#0b3d5c/)
})
