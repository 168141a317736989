import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import type { OutgoingMessage } from '../../server/calls/delivery/send-result.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { signatureHeaders } from '../../server/calls/delivery/sign.ts'
import { isUnknownRecipient } from '../../server/calls/delivery/smtp-refusal.ts'
import { openMailServer } from '../support/mail-server.ts'
import { shapeOf } from '../support/page-answers.ts'
import { jsonExampleOf } from '../support/page-blocks.ts'
import { openReceiver } from '../support/receiver.ts'

const senders = openSenders(systemNetwork(true))
const strict = openSenders({
  ...systemNetwork(false),
  resolve: async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ],
})
const hurried = openSenders({ ...systemNetwork(true), timeouts: { connectMs: 300, totalMs: 400 } })
const secret = `whsec_${Buffer.from('a key of thirty-two bytes, truly').toString('base64')}`
const from = 'Harbor <hello@harbor.example>'

const message: OutgoingMessage = {
  id: '0199aaaa-0000-7000-8000-000000000001-1',
  recipient: 'ana@example.com',
  subject: 'Grüße von Harbor',
  text: 'You have 12 points.',
  cardNumber: '6006000000000011',
  requestRef: '0199aaaa-0000-7000-8000-000000000001',
  createdAt: Date.UTC(2026, 10, 15, 8, 0, 0),
  attemptedAt: Date.UTC(2026, 10, 15, 9, 0, 0),
}

test('an e-mail has both parts, the message id and a way out', async (t) => {
  const server = await openMailServer(t)
  const unsubscribe = 'https://loyalty.example/unsubscribe/abc'
  const mail = { ...message, html: '<b>12</b> points', unsubscribe }
  assert.deepEqual(await senders.email(mail, { smtp: server.url, from }), { kind: 'sent' })
  const [{ headers, source, ...envelope } = assert.fail()] = server.mails
  assert.deepEqual(envelope, { from: 'hello@harbor.example', to: ['ana@example.com'] })
  assert.equal(headers.from, from)
  assert.equal(headers.to, 'ana@example.com')
  assert.equal(headers['message-id'], `<${message.id}@harbor.example>`)
  assert.equal(headers['x-message-id'], message.id)
  assert.equal(headers['list-unsubscribe'], `<${unsubscribe}>`)
  assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
  assert.equal(headers.subject, '=?UTF-8?Q?Gr=C3=BC=C3=9Fe_von_Harbor?=')
  assert.match(source, /text\/plain[\s\S]*You have 12 points\.[\s\S]*text\/html[\s\S]*<b>12<\/b> points/)
})

test('an e-mail without html or a way out is plain', async (t) => {
  const server = await openMailServer(t)
  await senders.email(message, { smtp: server.url, from: 'hello@harbor.example' })
  const [{ headers } = assert.fail()] = server.mails
  assert.match(headers['content-type'] ?? '', /^text\/plain/)
  assert.equal('list-unsubscribe' in headers, false)
  await senders.email({ ...message, unsubscribe: 'http://127.0.0.1:8080/unsubscribe/abc' }, { smtp: server.url, from })
  const { headers: second = {} } = server.mails[1] ?? {}
  assert.equal(second['list-unsubscribe'], '<http://127.0.0.1:8080/unsubscribe/abc>')
  assert.equal('list-unsubscribe-post' in second, false, 'one click is for https')
})

test('nothing can begin another header or name another recipient', async (t) => {
  const server = await openMailServer(t)
  const bad: Partial<OutgoingMessage>[] = [
    { recipient: 'ana@example.com\r\nBcc: all@example.com' },
    { recipient: 'ana@example.com, bo@example.com' },
    { recipient: 'ana@example.com> <bo@example.com' },
    { subject: 'Hi\r\nBcc: all@example.com' },
    { subject: 'Hi\nX: y' },
    { subject: 'Hi\rX: y' },
    { subject: 'Hi\u2028X' },
    { id: 'x\r\nX: y' },
    { unsubscribe: 'https://a.example/\r\nX: y' },
  ]
  for (const change of bad) {
    const result = await senders.email({ ...message, ...change }, { smtp: server.url, from })
    assert.deepEqual(result, { kind: 'rejected', why: 'message refused' }, JSON.stringify(change))
  }
  const result = await senders.email(message, { smtp: server.url, from: 'a@b.example\r\nBcc: all@example.com' })
  assert.deepEqual(result, { kind: 'rejected', why: 'message refused' })
  assert.deepEqual(server.mails, [])
})

test('a refusal counts against a recipient only if it says that there is none', () => {
  //  answer                                                              unknown
  const table: readonly [answer: string, isUnknown: boolean][] = [
    ['550 5.1.1 The email account that you tried to reach does not exist', true],
    ['550-5.1.1 The email account that you tried to reach\n550 5.1.1 does not exist', true],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', true],
    ['550 5.2.1 The email account is disabled', true],
    ['553 sorry, no mailbox here by that name (#5.1.1)', true],
    ['550 No Such User Here', true],
    ['550 unknown user', true],
    ['551 User not local; recipient unknown', true],
    ['550 <ana@example.com>: Recipient address rejected: User unknown in local recipient table', true],
    ['553 mailbox ana@example.com does not exist', true],
    ["550 user doesn't exist", true],
    ['550 relay not permitted', false],
    ['553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)', false],
    ['553 no such user here (#5.7.1)', false],
    ['554 Service unavailable; Client host [5.1.1.7] blocked using zen.spamhaus.org', false],
    ['550 Client host 5.1.1.7: no such user', true],
    ['554 no such user', false],
    ['552 5.2.2 Over quota', false],
    ['552 mailbox full', false],
    ['550 5.1.8 Sender address rejected: Domain not found', false],
    ['550 5.7.1 <ana@example.com>: Recipient unknown', false],
    ['550-Verification failed for <hello@harbor.example>\n550-No Such User Here\n550 Sender verify failed', false],
    ['550 mailbox unavailable', false],
    ['530 Authentication required', false],
    ['550', false],
    ['', false],
  ]
  for (const [answer, isUnknown] of table) assert.equal(isUnknownRecipient(answer), isUnknown, answer)
})

test('who does not exist is not written to again; what may pass is tried again', async (t) => {
  const table = [
    [
      { at: 'recipient', code: 550 },
      { kind: 'rejected', why: 'recipient refused' },
    ],
    [
      { at: 'recipient', code: 550, text: '5.1.1 User unknown' },
      { kind: 'rejected', why: 'recipient refused' },
    ],
    // Whoever sends is refused, not the recipient.
    [
      { at: 'recipient', code: 550, text: '5.7.1 Relaying denied' },
      { kind: 'rejected', why: 'status 5xx' },
    ],
    [
      { at: 'recipient', code: 550, text: 'relay not permitted' },
      { kind: 'rejected', why: 'status 5xx' },
    ],
    [
      { at: 'recipient', code: 552, text: '5.2.2 Over quota' },
      { kind: 'rejected', why: 'status 5xx' },
    ],
    [
      { at: 'recipient', code: 530, text: 'Authentication required' },
      { kind: 'rejected', why: 'status 5xx' },
    ],
    [
      { at: 'recipient', code: 450 },
      { kind: 'failed', why: 'status 4xx', about: 'message' },
    ],
    [
      { at: 'data', code: 554 },
      { kind: 'rejected', why: 'status 5xx' },
    ],
    [
      { at: 'data', code: 451 },
      { kind: 'failed', why: 'status 4xx', about: 'message' },
    ],
  ] as const
  for (const [refuses, result] of table) {
    const server = await openMailServer(t, { refuses })
    assert.deepEqual(await senders.email(message, { smtp: server.url, from }), result)
  }
})

test('the user and password of the address are used, and wrong ones are tried again', async (t) => {
  const server = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'us:er' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no'), undefined),
  })
  const url = (password: string) => `smtp://us%3Aer:${password}@127.0.0.1:${server.port}`
  assert.deepEqual(await senders.email(message, { smtp: url('p%40ss'), from }), { kind: 'sent' })
  const wrong = await senders.email(message, { smtp: url('wrong'), from })
  assert.deepEqual(wrong, { kind: 'failed', why: 'authentication' })
})

test('a mail server that hangs, breaks off, is not there or cannot prove itself is tried again', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  t.after(() => {
    silent.close()
    rude.close()
  })
  const at = (server: typeof silent) => {
    const address = server.address()
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }
  await new Promise((resolve) => rude.once('listening', resolve))
  assert.deepEqual(await hurried.email(message, { smtp: at(silent), from }), { kind: 'failed', why: 'timeout' })
  assert.deepEqual(await senders.email(message, { smtp: at(rude), from }), { kind: 'failed', why: 'connection' })
  const { url } = await openMailServer(t, { secure: true })
  assert.deepEqual(await senders.email(message, { smtp: url, from }), { kind: 'failed', why: 'tls' })
  const upgrading = await openMailServer(t, { disabledCommands: [] })
  assert.deepEqual(await senders.email(message, { smtp: upgrading.url, from }), { kind: 'failed', why: 'tls' })
  const options = `${upgrading.url}?tls.rejectUnauthorized=false&ignoreTLS=true`
  assert.deepEqual(await senders.email(message, { smtp: options, from }), { kind: 'failed', why: 'tls' })
})

test('a mail server within the walls gets nothing unless the operator allows it', async (t) => {
  const server = await openMailServer(t)
  const hosts = [
    '127.0.0.1:587',
    '10.0.0.1:25',
    '[::1]:465',
    '[::ffff:127.0.0.1]:2525',
    'mail.example:25',
    `127.0.0.1:${server.port}`,
    '8.8.8.8:53',
  ]
  for (const host of hosts) {
    const result = await strict.email(message, { smtp: `smtp://${host}`, from })
    assert.deepEqual(result, { kind: 'failed', why: 'address refused' }, host)
  }
  assert.deepEqual(server.mails, [])
})

test('a webhook is signed with each active secret, by the standard', async (t) => {
  const receiver = await openReceiver(t)
  const secrets = [secret, 'some other secret of the brand']
  assert.deepEqual(await senders.webhook(message, { url: receiver.url, secrets }), { kind: 'sent' })
  const [{ headers, body } = assert.fail()] = receiver.received
  assert.deepEqual(JSON.parse(body), {
    type: 'message.webhook',
    timestamp: '2026-11-15T08:00:00.000Z',
    data: { cardNumber: message.cardNumber, requestRef: message.requestRef, text: message.text },
  })
  assert.deepEqual(shapeOf(jsonExampleOf('docs/messages.md')), shapeOf(JSON.parse(body)))
  assert.equal(headers['webhook-id'], message.id)
  assert.equal(headers['webhook-timestamp'], String(message.attemptedAt / 1000))
  assert.equal(headers['content-type'], 'application/json')
  const signed = `${message.id}.${message.attemptedAt / 1000}.${body}`
  const keys = [Buffer.from('a key of thirty-two bytes, truly'), Buffer.from('some other secret of the brand')]
  const expected = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  assert.equal(headers['webhook-signature'], expected.join(' '))
})

test('the signature is the one of the example in the standard', () => {
  const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1614265330_000, body: '{"test": 2432232314}' }
  assert.equal(
    signatureHeaders(example, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])['webhook-signature'],
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('gateways are told whom to reach: a number, or a card', async (t) => {
  const receiver = await openReceiver(t)
  const settings = { url: receiver.url, secrets: [secret] }
  await senders.sms({ ...message, recipient: '+12125550123', childCardNumber: '7' }, settings)
  await senders.push({ ...message, recipient: '' }, settings)
  const { requestRef, text, cardNumber, subject } = message
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data]),
    [
      ['message.sms', { to: '+12125550123', cardNumber, childCardNumber: '7', requestRef, text }],
      ['message.push', { cardNumber, requestRef, subject, text }],
    ],
  )
  assert.ok(receiver.received.every(({ headers }) => String(headers['webhook-signature']).startsWith('v1,')))
})
