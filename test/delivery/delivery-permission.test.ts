import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type KnownConsents, maySend } from '../../server/calls/delivery/permission.ts'
import { nextAttempt } from '../../server/calls/delivery/schedule.ts'
import { runSideBySide } from '../../server/calls/delivery/side-by-side.ts'
import type { ThirdPartyLink } from '../../server/domain/account/third-party-link.ts'
import type { Brand } from '../../server/domain/brand/brand.ts'
import type { Channel } from '../../server/domain/channel/channel.ts'
import { channelKey } from '../../server/domain/channel/channel-user.ts'
import { type ConsentTicket, fromConsentToken, toConsentToken } from '../../server/domain/message/link/consent-link.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { brandWith } from '../support/wire-server.ts'

const receiver = { url: 'https://a.example/' }
const all = {
  email: { smtp: 'smtp://a.example', from: 'a@a.example' },
  sms: receiver,
  push: receiver,
  webhook: receiver,
}
const brandOf = (senders: object = all): Brand => brandWith({ document: { senders } as Brand['document'] })

const phone = '+12125550123'
const customer = { email: 'Ana@Example.com', mobilePhone: phone }
const byEmail: ThirdPartyLink = { thirdParty: 'email', optIn: true }
const byPhone: ThirdPartyLink = { thirdParty: 'phone', optIn: true, confirmed: true }

interface Case {
  readonly channel?: 'email' | 'sms' | 'push' | 'webhook'
  readonly purpose?: 'campaign' | 'confirmation'
  readonly recipient?: string
  readonly anonymous?: true
  readonly customer?: object
  readonly links?: readonly ThirdPartyLink[]
  readonly channels?: readonly Channel[]
  readonly bounced?: 'email' | 'phone'
  readonly senders?: object
}

function outcome(one: Case): string {
  const { channel = 'email', purpose = 'campaign', recipient } = one
  const cardId = one.anonymous ? undefined : 1
  const account = { cardId: 1, customer: { ...customer, ...one.customer }, links: one.links ?? [byEmail, byPhone] }
  const reach: KnownConsents = {
    channels: new Map((one.channels ?? []).map((known) => [channelKey(known), known])),
    bounced: {
      email: new Set(one.bounced === 'email' ? [1] : []),
      phone: new Set(one.bounced === 'phone' ? [1] : []),
    },
  }
  const message = { channel, purpose, ...(cardId !== undefined && { cardId }), ...(recipient && { recipient }) }
  const permission = maySend(message, cardId === undefined ? undefined : account, reach, brandOf(one.senders))
  return permission.kind === 'recipient' ? `to ${permission.address}` : permission.reason
}

const record = (channel: 'email' | 'phone', change: Partial<Channel> = {}): Channel => ({
  channel,
  key: channel === 'email' ? 'ana@example.com' : phone,
  user: channel === 'email' ? 'ana@example.com' : phone,
  globalOptIn: true,
  transactionalOptIn: false,
  doubleOptIn: false,
  doubleOptInConfirmed: false,
  lists: {},
  keyValues: [],
  changedAt: 0,
  ...change,
})
const waiting = { doubleOptIn: true, doubleOptInConfirmed: false }

const table: readonly [Case, string][] = [
  [{}, 'to Ana@Example.com'],
  [{ senders: { sms: receiver } }, 'noSender'],
  [{ customer: { email: undefined } }, 'noAddress'],
  [{ customer: { email: 'a b@example.com' } }, 'noAddress'],
  [{ links: [] }, 'notOptedIn'],
  [{ links: [byPhone] }, 'notOptedIn'],
  [{ links: [{ thirdParty: 'email' }] }, 'notOptedIn'],
  [{ links: [{ thirdParty: 'email', optIn: false }] }, 'optedOut'],
  [{ customer: { emailPref: 'O' } }, 'optedOut'],
  [{ customer: { emailPref: 'I', phonePref: 'O' } }, 'to Ana@Example.com'],
  [{ channels: [record('email')] }, 'to Ana@Example.com'],
  [{ channels: [record('email', { globalOptIn: false })] }, 'optedOut'],
  [{ channels: [record('phone', { globalOptIn: false })] }, 'to Ana@Example.com'],
  [{ channels: [record('email', waiting)] }, 'notOptedIn'],
  [{ channels: [record('email', { ...waiting, doubleOptInConfirmed: true })] }, 'to Ana@Example.com'],
  [{ bounced: 'email' }, 'bounced'],
  [{ bounced: 'phone' }, 'to Ana@Example.com'],
  [{ purpose: 'confirmation', links: [{ thirdParty: 'email', optIn: false }] }, 'optedOut'],

  [{ channel: 'sms' }, `to ${phone}`],
  [{ channel: 'sms', customer: { mobilePhone: undefined } }, 'noAddress'],
  [{ channel: 'sms', customer: { mobilePhone: undefined, phone: '+13105550100' } }, 'to +13105550100'],
  [{ channel: 'sms', customer: { mobilePhone: '555 0100' } }, 'noAddress'],
  [{ channel: 'sms', links: [byEmail] }, 'notOptedIn'],
  [{ channel: 'sms', links: [{ thirdParty: 'phone', optIn: true }] }, 'notOptedIn'],
  [{ channel: 'sms', links: [{ thirdParty: 'phone', optIn: false }] }, 'optedOut'],
  [{ channel: 'sms', customer: { phonePref: 'O' } }, 'optedOut'],
  [{ channel: 'sms', customer: { emailPref: 'O' } }, `to ${phone}`],
  [{ channel: 'sms', channels: [record('phone', { globalOptIn: false })] }, 'optedOut'],
  [{ channel: 'sms', channels: [record('phone', waiting)] }, 'notOptedIn'],
  [{ channel: 'sms', bounced: 'phone' }, 'bounced'],

  // The question itself goes to whoever opted in and has not confirmed, but to nobody who opted out.
  [{ channel: 'sms', purpose: 'confirmation', links: [{ thirdParty: 'phone', optIn: true }] }, `to ${phone}`],
  [{ channel: 'sms', purpose: 'confirmation', links: [{ thirdParty: 'phone', optIn: false }] }, 'optedOut'],
  [{ channel: 'sms', purpose: 'confirmation', links: [] }, 'notOptedIn'],
  [{ channel: 'sms', purpose: 'confirmation', customer: { phonePref: 'O' } }, 'optedOut'],

  // To an address itself.
  [{ recipient: 'bo@example.com', anonymous: true }, 'notOptedIn'],
  [
    {
      purpose: 'confirmation',
      recipient: 'ana@example.com',
      anonymous: true,
      channels: [record('email', waiting)],
    },
    'to ana@example.com',
  ],
  [{ recipient: 'ana@example.com', anonymous: true, channels: [record('email', waiting)] }, 'notOptedIn'],
  [
    {
      purpose: 'confirmation',
      recipient: 'ana@example.com',
      anonymous: true,
      channels: [record('email', { ...waiting, globalOptIn: false })],
    },
    'optedOut',
  ],
  [{ channel: 'sms', purpose: 'confirmation', recipient: phone, channels: [record('phone', waiting)] }, `to ${phone}`],

  [{ channel: 'push', links: [] }, 'to '],
  [{ channel: 'push', anonymous: true }, 'noAddress'],
  [{ channel: 'push', senders: {} }, 'noSender'],
  [{ channel: 'webhook', links: [], anonymous: true }, 'to '],
  [{ channel: 'webhook', senders: {} }, 'noSender'],
]

test('a message goes only to who wants it', () => {
  for (const [one, expected] of table) assert.equal(outcome(one), expected, JSON.stringify(one))
})

test('what failed is tried ten times in three days, never sooner than stated', () => {
  const waits = Array.from({ length: 10 }, (_, failures) => nextAttempt(failures, 0, 0))
  const seconds = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  assert.deepEqual(
    waits,
    seconds.map((one) => one * 1000),
  )
  assert.equal(nextAttempt(10, 0, 0), undefined)
  assert.equal(nextAttempt(9, 1000, 1), 1000 + Math.round(1.1 * day))
})

test('a slow receiver holds up nobody but itself', async () => {
  const log: string[] = []
  const { promise: gate, resolve: free } = Promise.withResolvers<void>()
  const task = (receiver: string, name: string, until?: Promise<void>) => ({
    receiver,
    run: async () => {
      log.push(`begin ${name}`)
      await until
      log.push(`end ${name}`)
    },
  })
  const done = runSideBySide(
    [task('slow', 'a', gate), task('slow', 'b', gate), task('slow', 'c', gate), task('quick', 'd'), task('quick', 'e')],
    { total: 3, perReceiver: 2 },
  )
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(log, ['begin a', 'begin b', 'begin d', 'end d', 'begin e', 'end e'])
  free()
  await done
  assert.deepEqual(log.slice(6), ['end a', 'end b', 'begin c', 'end c'])
  await runSideBySide([], { total: 1, perReceiver: 1 })
})

const key = createSecretKey(randomBytes(32))
const ticket: ConsentTicket = {
  wish: 'unsubscribe',
  brand: 'harbor',
  ref: '0199aaaa-0000-7000-8000-00000000000f',
  line: 70_000,
}

test('a link says what was put into it, and nothing that others can read names a customer', () => {
  const confirm: ConsentTicket = { ...ticket, wish: 'confirm', expiresAt: 5000 }
  assert.deepEqual(fromConsentToken(toConsentToken(ticket, key), key, 9e12), ticket)
  assert.deepEqual(fromConsentToken(toConsentToken(confirm, key), key, 4999), confirm)
  assert.equal(fromConsentToken(toConsentToken(confirm, key), key, 5000), undefined)
  assert.match(toConsentToken(ticket, key), /^[\w-]+$/)
})

test('a link that was changed, or made by somebody else, is none', () => {
  const token = toConsentToken(ticket, key)
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === 'A' ? 'B' : 'A'
    assert.equal(fromConsentToken(token.slice(0, place) + other + token.slice(place + 1), key, 0), undefined)
  }
  for (const bad of ['', 'x', `${token}A`, `${token}=`, token.slice(1), 'A'.repeat(500)])
    assert.equal(fromConsentToken(bad, key, 0), undefined)
  assert.equal(fromConsentToken(token, createSecretKey(randomBytes(32)), 0), undefined)
})
