import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'
import { SoftPasskey } from '../support/soft-passkey.ts'
import { until } from '../support/worker-room.ts'

const member = { join: { fields: ['firstName', 'email', 'mobilePhone'], consents: ['email'] } }

async function openAddressRoom(t: TestContext) {
  const room = await openMemberRoom(t, member)
  const { ask, codeTo, mails } = room
  const mailsTo = (address: string) => mails.filter(({ to }) => to.includes(address))
  const change = async (token: string, email: string) => {
    const before = mailsTo(email).length
    const { body } = await ask('newAddress', { email }, token)
    return { email, asked: body.asked, code: await codeTo(email, before) }
  }
  const isToldThatItChanged = (address: string) =>
    until(
      `${address} is told`,
      async () => mailsTo(address).some(({ headers }) => /changed/.test(headers.subject ?? '')),
      20,
    )
  const wants = async (email: string) =>
    (await room.shop.must('channelSubscription', { channel: 'email', channelUser: email })).globalOptIn
  return { ...room, mailsTo, change, isToldThatItChanged, wants }
}

test('an address changes with the code to the new one; the old one is told, and is no way in any more', async (t) => {
  const { shop, ask, enter, customer, change, isToldThatItChanged, wants, mailsTo } = await openAddressRoom(t)
  const cardNumber = await customer('ana@example.com')
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: 'ana@example.com', globalOptIn: true })
  const [token, other] = [await enter('ana@example.com'), await enter('ana@example.com')]
  const passkey = new SoftPasskey(`http://127.0.0.1:${shop.port}`)
  const { options } = (await ask('newPasskey', {}, token)).body
  assert.equal((await ask('addPasskey', { response: passkey.register(options) }, token)).status, 200)

  const entry = await change(token, 'ana@new.example')
  const known = async (email: string) => (await shop.must('search', { filters: { email } })).cards.length
  assert.deepEqual([await known('ana@example.com'), await known('ana@new.example')], [1, 0], 'not before the code')
  assert.equal((await ask('enter', entry)).status, 422, 'this code lets nobody in')
  assert.equal((await ask('confirmAddress', entry, other)).status, 422, 'nor does it work in another session')
  assert.equal((await ask('confirmAddress', { ...entry, email: 'eve@example.com' }, token)).status, 422)
  assert.equal((await ask('confirmAddress', entry, token)).status, 200)
  assert.equal((await ask('confirmAddress', entry, token)).status, 422, 'once')
  assert.deepEqual([await known('ana@example.com'), await known('ana@new.example')], [0, 1])
  await isToldThatItChanged('ana@example.com')
  const told = mailsTo('ana@example.com').at(-1)
  assert.ok(!JSON.stringify(told).includes('new.example'), 'the old one does not learn the new one')

  assert.deepEqual(
    [(await ask('card', {}, token)).body.cardNumber, (await ask('card', {}, other)).status],
    [cardNumber, 401],
  )
  const signed = passkey.sign((await ask('passkeyOptions')).body.options)
  assert.equal((await ask('enterByPasskey', { response: signed })).status, 200)
  assert.deepEqual([await wants('ana@new.example'), await wants('ana@example.com')], [true, false])
  const count = mailsTo('ana@example.com').length
  await ask('sendCode', { email: 'ana@example.com' })
  assert.ok(await enter('ana@new.example'))
  assert.equal(mailsTo('ana@example.com').length, count, 'no code goes to the old one')
  assert.deepEqual(await shop.verify(), [])
})

test('nobody learns by it who is a customer, and no address is on two cards', async (t) => {
  const { shop, ask, enter, customer, change, mails } = await openAddressRoom(t)
  const [ana, ben] = [await customer('ana@example.com'), await customer('ben@example.com', 'Ben')]
  const token = await enter('ana@example.com')
  const shape = ({ status, body }: { status: number; body: { asked: string } }) => [
    status,
    Object.keys(body),
    body.asked.length,
  ]
  const [known, unknown] = [
    await ask('newAddress', { email: 'ben@example.com' }, token),
    await ask('newAddress', { email: 'nobody@example.com' }, token),
  ]
  assert.deepEqual(shape(known), shape(unknown))
  const subjects = () =>
    ['ben@example.com', 'nobody@example.com'].map((to) => mails.find((one) => one.to.includes(to))?.headers.subject)
  await until('both are there', async () => subjects().every(Boolean), 20)
  const [first, second] = subjects().map((subject) => subject?.replace(/\d{6}/, ''))
  assert.equal(first, second)

  const entry = await change(token, 'ben@example.com')
  const wrong = await ask('confirmAddress', { ...entry, code: entry.code === '000000' ? '111111' : '000000' }, token)
  const foreign = await change(token, 'nobody@example.com')
  const alsoWrong = await ask(
    'confirmAddress',
    { ...foreign, code: foreign.code === '000000' ? '111111' : '000000' },
    token,
  )
  assert.deepEqual([wrong.status, wrong.body], [alsoWrong.status, alsoWrong.body])
  const right = await ask('confirmAddress', entry, token)
  assert.deepEqual([right.status, right.body.error.field], [422, 'taken'])
  const { cards } = await shop.must('search', { filters: { email: 'ben@example.com' } })
  assert.deepEqual(
    cards.map((one: { cardNumber: string }) => one.cardNumber),
    [ben],
  )
  assert.equal((await ask('card', {}, token)).body.cardNumber, ana)
})

test('who wants to be deleted, is let in by the merchant alone, or asks too often changes no address', async (t) => {
  const { shop, ask, enter, customer } = await openAddressRoom(t)
  const cardNumber = await customer('ana@example.com')
  const merchants = (await shop.must('memberToken', { cardNumber })).token
  const email = 'ana@new.example'
  assert.equal((await ask('newAddress', { email }, merchants)).status, 403)
  const token = await enter('ana@example.com')
  assert.equal((await ask('newAddress', { email: 'ana' }, token)).status, 400)
  await ask('eraseMe', {}, token)
  assert.equal((await ask('newAddress', { email }, token)).status, 422)
  await ask('eraseMe', { undo: true }, token)
  const answers: number[] = []
  for (let asked = 0; asked < 6; asked += 1)
    answers.push((await ask('newAddress', { email: `a${asked}@new.example` }, token)).status)
  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429])
})

test('two cards of one customer get the new address together, and consents that it has already are kept', async (t) => {
  const { shop, ask, enter, customer, change, wants } = await openAddressRoom(t)
  await customer('two@example.com')
  await customer('two@example.com')
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: 'two@example.com', globalOptIn: true })
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: 'no@example.com', globalOptIn: false })
  const token = await enter('two@example.com')
  assert.equal((await ask('confirmAddress', await change(token, 'no@example.com'), token)).status, 200)
  assert.equal((await shop.must('search', { filters: { email: 'no@example.com' } })).cards.length, 2)
  assert.deepEqual([await wants('no@example.com'), await wants('two@example.com')], [false, false])
  assert.deepEqual(await shop.verify(), [])
})

test('on the page, the address is changed by a code', needsBrowser, async (t) => {
  const { shop, customer, codeTo, isToldThatItChanged } = await openAddressRoom(t)
  await customer('ana@example.com')
  const { page } = await openWindow(t, shop.port, { width: 390, height: 844 })
  await page.goto(`/m/${shop.id}/in`)
  await page.getByLabel('E-mail address').fill('ana@example.com')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await codeTo('ana@example.com'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'My data' }).click()
  await page.getByRole('link', { name: 'Change: E-mail address' }).click()
  await page.getByLabel('E-mail address').fill('ana@new.example')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = await codeTo('ana@new.example')
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This code is wrong or too old.').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByText('By e-mail to ana@new.example').waitFor()
  await isToldThatItChanged('ana@example.com')
  assert.equal((await shop.must('search', { filters: { email: 'ana@new.example' } })).cards.length, 1)
})
