import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openMemberRoom } from '../support/member-room.ts'
import { SoftPasskey } from '../support/soft-passkey.ts'
import { sql } from '../support/time-passes.ts'
import { until } from '../support/worker-room.ts'

/** A brand with a member who is in by a code, and whatever does something with passkeys there. */
async function openPasskeyRoom(t: TestContext) {
  const room = await openMemberRoom(t)
  const origin = `http://127.0.0.1:${room.shop.port}`
  const add = async (token: string, passkey = new SoftPasskey(origin)) => {
    const { body } = await room.ask('newPasskey', {}, token)
    const added = await room.ask('addPasskey', { response: passkey.register(body.options) }, token)
    return { passkey, status: added.status }
  }
  const signed = async (passkey: SoftPasskey) => passkey.sign((await room.ask('passkeyOptions')).body.options)
  const comeIn = async (passkey: SoftPasskey) => room.ask('enterByPasskey', { response: await signed(passkey) })
  return { ...room, origin, add, signed, comeIn }
}

test('a member adds a passkey after a code, is told of it, and comes in with it', async (t) => {
  const { shop, ask, enter, customer, add, comeIn, signed, mails } = await openPasskeyRoom(t)
  const cardNumber = await customer('ana@example.com')
  const token = await enter('ana@example.com')
  const { passkey, status } = await add(token)
  assert.equal(status, 200)
  await until(
    'she is told',
    async () => mails.some(({ headers }) => /passkey was added/.test(headers.subject ?? '')),
    20,
  )
  const { passkeys } = (await ask('passkeys', {}, token)).body
  assert.deepEqual([passkeys.length, passkeys[0].passkeyId], [1, passkey.id])

  const came = await comeIn(passkey)
  assert.equal(came.status, 200, JSON.stringify(came.body))
  assert.equal((await ask('card', {}, came.body.token)).body.cardNumber, cardNumber)
  assert.equal((await ask('exportMe', {}, came.body.token)).body.document.memberPasskeys.length, 1)

  const response = await signed(passkey)
  const both = await Promise.all([ask('enterByPasskey', { response }), ask('enterByPasskey', { response })])
  assert.deepEqual(both.map((one) => one.status).toSorted(), [200, 422], 'what it has signed works once')
  assert.deepEqual(await shop.verify(), [])
})

test('a passkey that signs something else, elsewhere, or unseen is refused in the same words as an unknown one', async (t) => {
  const { ask, enter, customer, add, comeIn, origin } = await openPasskeyRoom(t)
  await customer('ana@example.com')
  await customer('eve@example.com', 'Eve')
  const [ana, eve] = [await enter('ana@example.com'), await enter('eve@example.com')]
  const { passkey } = await add(ana)
  const stranger = new SoftPasskey(origin)
  const refusals = [await comeIn(stranger)]
  const asked = async () => (await ask('passkeyOptions')).body.options
  const attempt = async (response: unknown) => refusals.push(await ask('enterByPasskey', { response }))
  await attempt(passkey.sign({ ...(await asked()), challenge: 'AAAA' }))
  await attempt(passkey.sign((await ask('newPasskey', {}, ana)).body.options))
  const phished = Object.assign(Object.create(SoftPasskey.prototype), passkey, { origin: 'http://evil.example' })
  await attempt(phished.sign(await asked()))
  for (const strange of [{}, { id: passkey.id }, [], 'x', { id: passkey.id, response: { clientDataJSON: '%%' } }])
    await attempt(strange)
  assert.deepEqual([...new Set(refusals.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))].length, 1)
  assert.equal(refusals[0]?.status, 422)

  const eves = (await ask('newPasskey', {}, eve)).body.options
  const mixed = new SoftPasskey(origin)
  const crossed = await ask('addPasskey', { response: mixed.register(eves) }, ana)
  assert.equal(crossed.status, 422, 'what another session was given to sign adds nothing here')
  assert.equal((await add(eve, passkey)).status, 422, 'a passkey belongs to one member')
  assert.equal((await ask('removePasskey', { passkeyId: passkey.id }, eve)).status, 404)
  assert.equal((await comeIn(passkey)).status, 200)
})

test('a passkey ends when it is removed, with all other logins, and with everything about its member', async (t) => {
  const { shop, ask, enter, customer, add, comeIn } = await openPasskeyRoom(t)
  const cardNumber = await customer('ana@example.com')
  const token = await enter('ana@example.com')
  const [first, second] = [(await add(token)).passkey, (await add(token)).passkey]
  const inByFirst = (await comeIn(first)).body.token
  const inBySecond = (await comeIn(second)).body.token
  assert.equal((await ask('removePasskey', { passkeyId: first.id }, token)).status, 200)
  assert.equal((await ask('card', {}, inByFirst)).status, 401)
  assert.equal((await comeIn(first)).status, 422)

  const third = (await add(token)).passkey
  await ask('endOtherLogins', {}, inBySecond)
  assert.equal((await ask('card', {}, token)).status, 401)
  assert.deepEqual([(await comeIn(third)).status, (await comeIn(second)).status], [422, 200], 'the own one is kept')

  await shop.must('memberToken', { cardNumber, endOthers: true })
  assert.equal((await comeIn(second)).status, 422)
  const again = await enter('ana@example.com')
  const last = (await add(again)).passkey
  await ask('eraseMe', { atOnce: true }, again)
  assert.equal((await comeIn(last)).status, 422)
  assert.deepEqual(await sql('select passkey_id from member_passkey where brand_id = $1', [shop.id]), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a passkey follows a card that was replaced, and nobody into a card that is somebody else’s', async (t) => {
  const { shop, ask, enter, customer, add, comeIn } = await openPasskeyRoom(t)
  const old = await customer('ana@example.com')
  const anas = (await add(await enter('ana@example.com'))).passkey
  const next = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber: next, oldCardNumber: old })
  const { token } = (await comeIn(anas)).body
  assert.equal((await ask('card', {}, token)).body.cardNumber, next)

  const [eve, ben] = [await customer('eve@example.com', 'Eve'), await customer('ben@example.com', 'Ben')]
  const eves = (await add(await enter('eve@example.com'))).passkey
  await shop.must('transfer', { action: 'out', cardNumber: eve })
  await shop.must('transfer', { action: 'in', cardNumber: ben, oldCardNumber: eve })
  assert.equal((await comeIn(eves)).status, 422)

  const made = await shop.must('allocate', { cardSetId: 'cards', customerUpdates: { email: 'cem@example.com' } })
  const cems = (await add(await enter('cem@example.com'))).passkey
  await shop.must('voidTransaction', { cardNumber: made.cardNumber, requestRef: made.requestRef })
  await shop.must('allocate', { cardNumber: made.cardNumber, customerUpdates: { email: 'cem@example.com' } })
  assert.equal((await comeIn(cems)).status, 422, 'the void of its allocation ended it')
  assert.deepEqual(await shop.verify(), [])
})

test('on the brand’s own domain, a passkey belongs to that domain', async (t) => {
  const { shop, customer, enter } = await openMemberRoom(t, { domain: 'card.shop.example' })
  await customer('ana@example.com')
  const token = await enter('ana@example.com')
  const { request } = await import('node:http')
  const optionsAt = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const asked = request(
        { port: shop.port, host: '127.0.0.1', method: 'POST', path: `/member/${shop.id}/newPasskey`, headers },
        (answer) => {
          let text = ''
          answer.on('data', (part) => {
            text += part
          })
          answer.on('end', () => resolve(JSON.parse(text).options.rp.id))
        },
      )
      asked.on('error', reject)
      asked.end('{}')
    })
  assert.equal(await optionsAt('card.shop.example'), 'card.shop.example')
  assert.equal(await optionsAt('localhost'), 'localhost')
})
