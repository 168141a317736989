import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { memberRoutes } from '../../server/doors/member/all.ts'
import { openMemberRoom } from '../support/member-room.ts'
import { applyFile } from '../support/shop.ts'

test('somebody gets in by a code to their address, sees their card, and is out again', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 42 })
  const token = await enter('ana@example.com')
  const { body } = await ask('card', {}, token)
  assert.equal(body.cardNumber, cardNumber)
  assert.equal(body.firstName, 'Ana')
  assert.deepEqual(
    body.balances.map(({ amount, balanceType }: { amount: number; balanceType: string }) => [balanceType, amount]),
    [['Points', 42]],
  )
  const { body: story } = await ask('story', {}, token)
  assert.deepEqual(
    story.happenings.map(({ what }: { what: string }) => what),
    ['given', 'allocated'],
  )
  assert.equal((await ask('leave', {}, token)).status, 200)
  assert.equal((await ask('card', {}, token)).status, 401)
  assert.deepEqual(await shop.verify(), [])
})

test('nobody learns whether an address is known: the answers are alike, and strangers get no mail', async (t) => {
  const { ask, mails, customer } = await openMemberRoom(t)
  await customer('known@example.com')
  const [known, unknown] = [
    await ask('sendCode', { email: 'known@example.com' }),
    await ask('sendCode', { email: 'unknown@example.com' }),
  ]
  const form = ({ status, body }: typeof known) => [status, Object.keys(body), body.asked.length]
  assert.deepEqual(form(known), form(unknown))
  const wrong = async (email: string, asked: string) => {
    const { status, body } = await ask('enter', { email, asked, code: '000000' })
    return [status, body]
  }
  assert.deepEqual(
    await wrong('known@example.com', known.body.asked),
    await wrong('unknown@example.com', unknown.body.asked),
  )
  await wait(300)
  assert.deepEqual([...new Set(mails.flatMap(({ to }) => to))], ['known@example.com'])
})

test('a code works once, only where it was asked for, and not after three wrong ones', async (t) => {
  const { ask, codeTo, customer } = await openMemberRoom(t)
  await customer('ana@example.com')
  const send = async () => (await ask('sendCode', { email: 'ana@example.com' })).body.asked
  const [asked, elsewhere] = [await send(), await send()]
  await codeTo('ana@example.com', 1)
  const enter = async (code: string, where: string) =>
    (await ask('enter', { email: 'ana@example.com', asked: where, code })).status
  const mine = await send()
  const code = await codeTo('ana@example.com', 2)
  assert.equal(await enter(code, asked), 422)
  assert.equal(await enter(code, elsewhere), 422)
  assert.equal(await enter(`${code.slice(0, 3)} ${code.slice(3)}`, mine), 200)
  assert.equal(await enter(code, mine), 422)
  const last = await send()
  const next = await codeTo('ana@example.com', 3)
  const wrong = next === '123456' ? '654321' : '123456'
  for (let tries = 0; tries < 3; tries += 1) assert.equal(await enter(wrong, last), 422)
  assert.equal(await enter(next, last), 422)
})

test('an address gets five codes in an hour', async (t) => {
  const { ask, mails, customer, codeTo } = await openMemberRoom(t)
  await customer('ana@example.com')
  for (let sends = 0; sends < 8; sends += 1) await ask('sendCode', { email: 'ana@example.com' })
  await codeTo('ana@example.com', 4)
  await wait(500)
  assert.equal(mails.length, 5)
})

test('of many who try the same code at once, one gets in', async (t) => {
  const { ask, codeTo, customer } = await openMemberRoom(t)
  await customer('ana@example.com')
  const { asked } = (await ask('sendCode', { email: 'ana@example.com' })).body
  const code = await codeTo('ana@example.com')
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => ask('enter', { email: 'ana@example.com', asked, code })),
  )
  assert.equal(tries.filter(({ status }) => status === 200).length, 1)
})

test('a merchant’s server gets a token for a card; a key with the scope merchant does not', async (t) => {
  const { shop, ask } = await openMemberRoom(t)
  const cardNumber = await shop.card({ points: 7 })
  const { token } = await shop.must('memberToken', { cardNumber, minutes: 5 })
  assert.equal((await ask('card', {}, token)).body.cardNumber, cardNumber)
  const authOf = async (scope: string[]) => {
    const { key, secret } = await shop.must('createKey', { scope })
    return { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` }
  }
  const till = await shop.call('memberToken', { cardNumber }, await authOf(['merchant']))
  assert.equal(till.body.errorCode, 104)
  const server = await shop.call('memberToken', { cardNumber }, await authOf(['memberTokens']))
  assert.equal(server.body.success, true)
  const other = await shop.call('updateBalance', { cardNumber, action: 'redeem' }, await authOf(['memberTokens']))
  assert.equal(other.body.errorCode, 104)
  assert.equal((await shop.call('memberToken', { cardNumber: 'nobody' })).body.errorCode, 2)
  assert.equal((await shop.call('memberToken', { cardNumber, minutes: 100_000 })).body.errorCode, 100)
  assert.deepEqual(await shop.verify(), [])
})

test('without pages for members there is no token, and nothing under /member', async (t) => {
  const { shop, ask } = await openMemberRoom(t, { enabled: false })
  const cardNumber = await shop.card()
  assert.equal((await shop.call('memberToken', { cardNumber })).body.errorCode, 104)
  assert.equal((await ask('look')).status, 404)
})

test('a session follows its card to the one that has its value', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 5 })
  const token = await enter('ana@example.com')
  const heir = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber })
  await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: cardNumber })
  const { body } = await ask('card', {}, token)
  assert.deepEqual([body.cardNumber, body.balances[0]?.amount], [heir, 5])
  assert.deepEqual(await shop.verify(), [])
})

test('only pages of the brand’s own origins may ask from a browser', async (t) => {
  const { shop, ask } = await openMemberRoom(t, { origins: ['https://shop.example'] })
  const allowed = async (origin: string) =>
    (await ask('look', {}, undefined, { origin })).headers.get('access-control-allow-origin')
  assert.equal(await allowed('https://shop.example'), 'https://shop.example')
  assert.equal(await allowed('https://evil.example'), null)
  const preflight = async (origin: string) =>
    (await fetch(`http://127.0.0.1:${shop.port}/member/${shop.id}/card`, { method: 'OPTIONS', headers: { origin } }))
      .status
  assert.equal(await preflight('https://shop.example'), 204)
  assert.equal(await preflight('https://evil.example'), 404)
})

test('a part that the brand does not show is not there', async (t) => {
  const { shop, ask } = await openMemberRoom(t, { parts: ['balances'] })
  const { token } = await shop.must('memberToken', { cardNumber: await shop.card({ points: 1 }) })
  assert.equal((await ask('card', {}, token)).status, 200)
  assert.equal((await ask('story', {}, token)).status, 404)
  assert.equal((await ask('join', { fields: [] })).status, 404)
  await applyFile({ ...shop.file, member: {} })
})

test('the interface is described for tools, route by route', async (t) => {
  const { shop } = await openMemberRoom(t)
  const response = await fetch(`http://127.0.0.1:${shop.port}/openapi-member.json`)
  // biome-ignore lint/suspicious/noExplicitAny: a document.
  const document: any = await response.json()
  assert.deepEqual(
    Object.keys(document.paths).map((path) => path.replace('/member/{brand}/', '')),
    memberRoutes.map(({ name }) => name),
  )
  const named = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w.]+)"/g)
  for (const [, kind = '', name = ''] of named) assert.ok(document.components[kind][name], name)
  assert.deepEqual(document.paths['/member/{brand}/enter'].post.security, [])
  assert.equal(document.paths['/member/{brand}/card'].post.security, undefined)
})
