import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { markOf } from '../../server/doors/member/enter/one-time-code.ts'
import { openMemberRoom } from '../support/member-room.ts'
import { fromAnywhere } from '../support/member-walk.ts'
import { testPins } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const email = 'ana@example.com'
type Room = Awaited<ReturnType<typeof openMemberRoom>>

/** The same question from another place each time. */
async function askFromAnywhere({ shop }: Room, route: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const path = `/member/${shop.id}/${route}`
  const { status, text } = await fromAnywhere(shop.port, { path, method: 'POST', headers, text: JSON.stringify(body) })
  return { status, body: JSON.parse(text) }
}

test('whoever guesses codes of somebody else keeps them out of nothing', async (t) => {
  const room = await openMemberRoom(t)
  await room.customer(email)
  const { asked } = (await room.ask('sendCode', { email })).body
  const code = await room.codeTo(email)
  for (let guess = 0; guess < 40; guess += 1) {
    const wrong = { email, asked: `${guess}`.padStart(43, 'a'), code }
    assert.equal((await askFromAnywhere(room, 'enter', wrong)).status, 422)
  }
  assert.equal((await room.ask('enter', { email, asked, code })).status, 200)
})

test('of each code three guesses are taken, and then not the right one, either', async (t) => {
  const room = await openMemberRoom(t)
  await room.customer(email)
  const { asked } = (await room.ask('sendCode', { email })).body
  const code = await room.codeTo(email)
  const wrong = code === '123456' ? '654321' : '123456'
  for (let guess = 0; guess < 3; guess += 1) await askFromAnywhere(room, 'enter', { email, asked, code: wrong })
  assert.equal((await room.ask('enter', { email, asked, code })).status, 422)
  // Another code is another matter.
  const next = (await room.ask('sendCode', { email })).body.asked
  const right = await room.codeTo(email, 1)
  assert.equal((await room.ask('enter', { email, asked: next, code: right })).status, 200)
})

test('whoever asks for codes of somebody else uses up their own, and never those of a browser that is known', async (t) => {
  const room = await openMemberRoom(t)
  await room.customer(email)
  const sent = () => room.mails.filter(({ to }) => to.includes(email)).length
  const settled = async () => {
    for (let before = -1; before !== sent(); await wait(1000)) before = sent()
    return sent()
  }
  const first = (await askFromAnywhere(room, 'sendCode', { email })).body.asked
  const { known } = (await room.ask('enter', { email, asked: first, code: await room.codeTo(email) })).body
  assert.match(known, /^[\w-]{75}$/)
  // From one place come five in an hour; others still get theirs.
  for (let asks = 0; asks < 9; asks += 1) await room.ask('sendCode', { email })
  assert.equal(await settled(), 6)
  for (let asks = 0; asks < 12; asks += 1) await askFromAnywhere(room, 'sendCode', { email })
  assert.equal(await settled(), 10)
  // What nobody was given, or was given for another address, is nothing.
  const eves = await room.join('eve@example.com')
  await askFromAnywhere(room, 'sendCode', { email, known: eves.body.known })
  await askFromAnywhere(room, 'sendCode', { email, known: `${known.slice(0, 74)}A`.replace(/^./, 'B') })
  assert.equal(await settled(), 10)
  const { asked } = (await room.ask('sendCode', { email, known })).body
  const code = await room.codeTo(email, 10)
  assert.equal((await room.ask('enter', { email, asked, code })).status, 200)
})

test('the pages keep what a browser is known by, and ask for codes with it', async (t) => {
  const room = await openMemberRoom(t)
  const { shop, codeTo } = room
  await room.customer(email)
  const send = async (screen: string, form: Record<string, string>, cookie = '') => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const text = new URLSearchParams(form).toString()
    return fromAnywhere(shop.port, { path: `/m/${shop.id}/${screen}`, method: 'POST', headers, text })
  }
  const askedIn = ({ text }: { text: string }) => /name="asked" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const asked = askedIn(await send('in', { email }))
  const entered = await send('code', { email, asked, code: await codeTo(email) })
  const known = entered.cookies.find((one) => one.startsWith('purser_member_known='))?.split(';', 1)[0] ?? ''
  for (let asks = 0; asks < 9; asks += 1) await send('in', { email })
  await codeTo(email, 9)
  const mine = askedIn(await send('in', { email }, known))
  assert.equal((await send('code', { email, asked: mine, code: await codeTo(email, 10) })).status, 303)
})

test('pins tried from one place keep nobody out who has the card elsewhere, and right ones use up nothing', async (t) => {
  const room = await openMemberRoom(t, {}, { program: { pinLength: 4 } })
  const { cardNumber, pin } = await room.shop.must('allocate', { cardSetId: 'cards' })
  const wrong = pin === '1111' ? '2222' : '1111'
  for (let tries = 0; tries < 15; tries += 1)
    assert.equal((await askFromAnywhere(room, 'checkCard', { cardNumber, pin })).status, 200)
  for (let tries = 0; tries < 15; tries += 1) await room.ask('checkCard', { cardNumber, pin: wrong })
  assert.equal((await room.ask('checkCard', { cardNumber, pin })).status, 422)
  assert.equal((await askFromAnywhere(room, 'checkCard', { cardNumber, pin })).status, 200)
  for (let tries = 0; tries < 10; tries += 1) await askFromAnywhere(room, 'checkCard', { cardNumber, pin: wrong })
  assert.equal((await askFromAnywhere(room, 'checkCard', { cardNumber, pin })).status, 422)
})

test('tokens that nobody was given are slowed by their address, on pages, too; right ones are not', async (t) => {
  const { shop, ask, customer } = await openMemberRoom(t)
  const { token } = await shop.must('memberToken', { cardNumber: await customer(email) })
  const strange = 'x'.repeat(43)
  const statuses: number[] = []
  for (let tries = 0; tries < 62; tries += 1) statuses.push((await ask('card', {}, strange)).status)
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const tried = (given: string) =>
    fetch(`http://127.0.0.1:${shop.port}/m/${shop.id}/token`, {
      ...{ method: 'POST', redirect: 'manual', headers, body: `token=${given}` },
    })
  assert.equal((await tried(strange)).status, 422)
  assert.equal((await tried(token)).status, 200)
  assert.equal((await ask('card', {}, token)).status, 200)
  const kept = await sql('select count(*)::int as count from member_session where brand_id = $1', [shop.id])
  assert.equal(kept[0]?.count, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('whoever asks for codes of everybody keeps out nobody whose browser is known', async (t) => {
  const room = await openMemberRoom(t)
  const { shop, ask, codeTo, customer, mails } = room
  await customer(email)
  const { asked } = (await ask('sendCode', { email })).body
  const { known } = (await ask('enter', { email, asked, code: await codeTo(email) })).body
  const about = markOf(testPins, { id: shop.id as never }, 'sends of the brand')
  await sql('update member_count set times = 2000 where brand_id = $1 and about_hash = $2', [shop.id, about])
  await ask('sendCode', { email })
  const mine = (await ask('sendCode', { email, known })).body.asked
  const code = await codeTo(email, 1)
  assert.equal((await ask('enter', { email, asked: mine, code })).status, 200)
  assert.equal(mails.length, 2)
})
