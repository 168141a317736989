import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import type { Sealer } from '../../server/ground/kernel/seal.ts'
import { sealPlainSecrets } from '../../server/program/command-line/keys/check-key.ts'
import { type Applied, type AppliedChange, applyBrandFile } from '../../server/storage/brand-store/apply/apply.ts'
import { brandSecretUse } from '../../server/storage/brand-store/document-secrets.ts'
import { exportText } from '../../server/storage/brand-store/export.ts'
import { loadBrand, loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import { sealStoredSecrets } from '../../server/storage/brand-store/stored-brand.ts'
// Its database is for this file alone: other keys have sealed what is in the one that all share.
import { openRoom, openSendingShop, pool, putMessages } from '../support/delivery-room.ts'
import { openReceiver } from '../support/receiver.ts'
import { byOperator, testDatabase, testKey, testSealer } from '../support/shop.ts'

const pins = new PinKeeper(randomBytes(32), randomBytes)
const otherKey = pins.sealerFor(brandSecretUse)
/** What begins everything that the tests' key seals. */
const sealedByKey = `sealed:${testSealer.keyId}:`
const smtp = 'smtp://me:plain-p%40ss@mail.test:25'
const from = 'hello@harbor.test'
const secrets = ['plain-secret-number-1', 'plain-secret-number-2']
const crm = { id: 'crm', url: 'https://crm.test/hook' }

let client: pg.Client
let db: Connection

before(async () => {
  client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  db = await Connection.open({ url: testDatabase() })
})
after(() => Promise.all([client.end(), db.close()]))

const newBrandId = () => `secret-${randomBytes(6).toString('hex')}`

const fileOf = (id: string, sections: object) =>
  JSON.stringify({ brand: { id, name: 'Bakery', country: 'US', currency: 'USD' }, ...sections })

const allSecrets = {
  senders: {
    email: { smtp, from },
    sms: { url: 'https://sms.test/', secrets },
    push: { url: 'https://push.test/', secrets },
    webhook: { url: 'https://hook.test/', secrets },
    caps: { perCardPerDay: 5 },
  },
  webhooks: [{ ...crm, secrets }],
}

const apply = (id: string, sections: object, more: object = {}): Promise<Applied> =>
  applyBrandFile(db, fileOf(id, sections), {
    ...byOperator,
    random: randomBytes,
    pins,
    sealer: testSealer,
    ...more,
  })

async function applied(id: string, sections: object, more: object = {}): Promise<AppliedChange> {
  const outcome = await apply(id, sections, more)
  assert('changed' in outcome, JSON.stringify(outcome))
  return outcome
}

const documentOf = async (id: string, sealer: Sealer = testSealer) => (await loadBrand(db, id, sealer))?.document

async function rowOf(id: string) {
  const { rows } = await client.query(
    `select row_to_json(brand)::text as text, document, config_version::integer as version from brand where brand_id = $1`,
    [id],
  )
  return rows[0]
}

const store = (id: string, document: unknown) =>
  client.query(`update brand set document = $2 where brand_id = $1`, [id, JSON.stringify(document)])

/** A brand that cannot be opened would stand in the way of what the other tests open. */
async function forget(id: string): Promise<void> {
  await client.query(`delete from audit_entry where brand_id = $1`, [id])
  await client.query(`delete from brand where brand_id = $1`, [id])
}

const notOpened = (id: string, place: string) => ({
  name: 'Error',
  message: `A secret of brand ${id} cannot be opened with this secret key: ${place}.`,
})

test('the database has no secret of a sender or webhook, not even of one that is switched off', async () => {
  const id = newBrandId()
  await applied(id, allSecrets)
  const on = await rowOf(id)
  assert.doesNotMatch(on.text, /plain-/)
  for (const text of [...on.document.senders.sms.secrets, ...on.document.webhooks[0].secrets])
    assert.ok(text.startsWith(sealedByKey), text)
  const document = await documentOf(id)
  assert.deepEqual(document?.senders, allSecrets.senders)
  assert.deepEqual(document?.webhooks, [{ ...crm, secrets, active: true }])

  await applied(id, { senders: allSecrets.senders })
  const off = await rowOf(id)
  assert.equal(off.document.switchedOff.webhooks.length, 1)
  assert.doesNotMatch(off.text, /plain-/)
  assert.deepEqual((await documentOf(id))?.switchedOff.webhooks[0]?.secrets, secrets)
})

test('what is sent after that is signed with the secret', async (t) => {
  const receiver = await openReceiver(t)
  const key = randomBytes(32)
  const secret = `whsec_${key.toString('base64')}`
  const shop = await openSendingShop({ webhook: { url: receiver.url, secrets: [secret] } })
  const { deliver } = await openRoom()
  await putMessages(shop, { text: 'Hello' })

  assert.equal((await deliver()).sent, 1)

  assert.equal((await rowOf(shop.id)).text.includes(secret), false)
  const [{ headers, body } = assert.fail()] = receiver.received
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  assert.deepEqual(await shop.verify(), [])
})

test('the same file changes nothing, and another secret is a change that nobody sees', async () => {
  const id = newBrandId()
  const change = (senders: object, webhook: object = {}) => ({
    senders: { ...allSecrets.senders, ...senders },
    webhooks: [{ ...crm, secrets, ...webhook }],
  })
  await applied(id, allSecrets)
  const first = await rowOf(id)
  assert.deepEqual(await applied(id, allSecrets), { changed: false, lines: [], newSecrets: [], warnings: [] })
  assert.deepEqual(await rowOf(id), first)

  const table: readonly (readonly [object, string])[] = [
    [change({ email: { smtp: smtp.replace('plain', 'other'), from } }), 'senders/email: password changed'],
    [change({ push: { url: 'https://push.test/', secrets: secrets.slice(1) } }), 'senders/push: secrets changed'],
    [change({}, { secrets: secrets.toReversed() }), 'webhooks/crm: secrets changed'],
  ]
  for (const [file, line] of table) {
    assert.deepEqual(await applied(id, file, { dryRun: true }), {
      changed: true,
      lines: [line],
      newSecrets: [],
      warnings: [],
    })
    assert.deepEqual(await applied(id, file), { changed: true, lines: [line], newSecrets: [], warnings: [] })
    await applied(id, allSecrets)
  }
  assert.equal((await rowOf(id)).version, 1 + 2 * table.length)
})

test('secrets that a file leaves out stay, and an export leaves them all out', async () => {
  const id = newBrandId()
  await applied(id, allSecrets)
  const known = await documentOf(id)
  const { email, sms, ...others } = allSecrets.senders
  const bare = {
    senders: { ...others, email: { smtp: 'smtp://me@mail.test:25', from }, sms: { url: sms.url } },
    webhooks: [crm],
  }
  assert.equal((await applied(id, bare)).changed, false)

  const exported = (await exportText(db, id)) ?? ''
  assert.doesNotMatch(exported, /plain-|sealed|secrets/)
  assert.match(exported, /senders:.*smtp: smtp:\/\/me@mail\.test:25.*\nwebhooks:\n {2}- id: crm\n {4}url: /s)
  const again = await applyBrandFile(db, exported, {
    ...byOperator,
    random: randomBytes,
    pins,
    sealer: testSealer,
  })
  assert.deepEqual(again, { changed: false, lines: [], newSecrets: [], warnings: [] })
  assert.deepEqual(await documentOf(id), known)
  const seen = (await loadBrandWithoutSecrets(db, id))?.document
  assert.doesNotMatch(JSON.stringify(seen), /plain-|sealed:|secrets/)
})

test('a secret that is made is shown once', async () => {
  const id = newBrandId()
  const bare = { senders: { sms: { url: 'https://sms.test/' } }, webhooks: [crm, { ...crm, id: 'given', secrets }] }
  assert.deepEqual((await applied(id, bare, { dryRun: true })).newSecrets, [])

  const { newSecrets } = await applied(id, bare)

  assert.deepEqual(
    newSecrets.map(({ address }) => address),
    ['senders/sms', 'webhooks/crm'],
  )
  for (const { secret } of newSecrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const document = await documentOf(id)
  assert.deepEqual(
    [document?.senders.sms?.secrets, document?.webhooks[0]?.secrets],
    newSecrets.map(({ secret }) => [secret]),
  )
  assert.deepEqual(await applied(id, bare), { changed: false, lines: [], newSecrets: [], warnings: [] })
  const further = await applied(id, { ...bare, webhooks: [crm, { ...crm, id: 'second' }] })
  assert.deepEqual(further.lines, ['webhooks/second: added', 'webhooks/given: switched off'])
  assert.deepEqual(
    further.newSecrets.map(({ address }) => address),
    ['webhooks/second'],
  )
})

test('a webhook that comes back has the secrets that it had', async () => {
  const id = newBrandId()
  const [made] = (await applied(id, { webhooks: [crm] })).newSecrets
  assert.deepEqual((await applied(id, {})).lines, ['webhooks/crm: switched off'])
  assert.deepEqual((await documentOf(id))?.webhooks, [])

  const back = await applied(id, { webhooks: [crm] })

  assert.deepEqual(back, { changed: true, lines: ['webhooks/crm: added'], newSecrets: [], warnings: [] })
  const document = await documentOf(id)
  assert.deepEqual(document?.webhooks[0]?.secrets, [made?.secret])
  assert.deepEqual(document?.switchedOff.webhooks, [])
})

test('another key opens nothing, and applies nothing', async () => {
  const id = newBrandId()
  await applied(id, allSecrets)
  const before = await rowOf(id)
  await assert.rejects(documentOf(id, otherKey), notOpened(id, 'senders.email.smtp'))
  await assert.rejects(apply(id, {}, { sealer: otherKey }), notOpened(id, 'senders.email.smtp'))
  await assert.rejects(sealStoredSecrets(db, otherKey), /cannot be opened with this secret key/)
  assert.deepEqual(await rowOf(id), before)
  assert.ok(await exportText(db, id))
})

test('what was changed, moved to another place or taken from another brand is refused', async () => {
  const [id, other] = [newBrandId(), newBrandId()]
  await applied(id, allSecrets)
  await applied(other, allSecrets)
  const own = (await rowOf(id)).document
  const foreign = (await rowOf(other)).document
  const [sealed] = own.senders.sms.secrets
  const content = Buffer.from(sealed.slice(sealedByKey.length), 'base64')
  const withSms = (text: string) => ({
    ...own,
    senders: { ...own.senders, sms: { ...own.senders.sms, secrets: [text] } },
  })
  const damaged = Array.from(content, (byte, at) => Buffer.from(content).fill(byte ^ 1, at, at + 1))
  const wrong = [
    ...damaged.map((bytes) => `${sealedByKey}${bytes.toString('base64')}`),
    `${sealedByKey}${content.subarray(0, 16).toString('base64')}`,
    sealedByKey,
    'sealed:',
    sealed.replace(sealedByKey, 'sealed:0:'),
    foreign.senders.sms.secrets[0],
    own.senders.push.secrets[0],
    own.webhooks[0].secrets[0],
  ]
  for (const text of wrong) {
    await store(id, withSms(text))
    await assert.rejects(documentOf(id), notOpened(id, 'senders.sms.secrets'), text)
  }
  await store(id, { ...own, senders: { ...own.senders, email: foreign.senders.email } })
  await assert.rejects(documentOf(id), notOpened(id, 'senders.email.smtp'))
  await store(id, { ...own, webhooks: [{ ...own.webhooks[0], id: 'spy' }] })
  await assert.rejects(documentOf(id), notOpened(id, 'webhooks[spy].secrets'))
  await assert.rejects(sealStoredSecrets(db, testSealer), notOpened(id, 'webhooks[spy].secrets'))
  await store(id, own)
  assert.deepEqual((await documentOf(id))?.senders, allSecrets.senders)
  await forget(id)
})

test('a tag that was cut short fits nothing', () => {
  const sealed = testSealer.seal('owner', '')
  assert.equal(testSealer.open('owner', sealed), '')
  for (let length = 0; length < sealed.length; length += 1)
    assert.throws(() => testSealer.open('owner', sealed.subarray(0, length)), String(length))
})

test('what an earlier version stored plain, and without webhooks, is understood and sealed once', async () => {
  const id = newBrandId()
  const { webhooks: _, ...sections } = allSecrets
  await applied(id, sections)
  const opened = await documentOf(id)
  const { webhooks: __, switchedOff, ...earlier } = { ...opened }
  const { webhooks: ___, ...off } = { ...switchedOff }
  await store(id, { ...earlier, switchedOff: off })
  assert.deepEqual(await documentOf(id), opened)
  assert.doesNotMatch((await exportText(db, id)) ?? '', /plain-/)
  assert.deepEqual(await applied(id, sections, { dryRun: true }), {
    changed: false,
    lines: [],
    newSecrets: [],
    warnings: [],
  })
  assert.match((await rowOf(id)).text, /plain-/)

  const keys = new PinKeeper(testKey, randomBytes)
  await sealPlainSecrets(pool, keys)
  const sealed = await rowOf(id)
  assert.doesNotMatch(sealed.text, /plain-/)
  assert.equal(sealed.version, 1)
  assert.deepEqual(await documentOf(id), opened)
  await sealPlainSecrets(pool, keys)
  assert.deepEqual(await rowOf(id), sealed)

  await store(id, { ...earlier, switchedOff: off })
  assert.equal((await applied(id, sections)).changed, false)
  assert.doesNotMatch((await rowOf(id)).text, /plain-/)
})

test('any address and any secret comes back as it was', async () => {
  const id = newBrandId()
  const addresses = [
    'smtp://mail.test',
    'smtp://me@mail.test',
    'smtp://:only-a-password@mail.test',
    'smtp://me:p:a:s@s@Mail.Test:2525/path?x=1#y',
    'SMTPS://me:p%zz%3Aü@mail.test',
    'smtp://me:sealed-no@[::1]:25',
  ]
  for (const address of addresses) {
    const odd = ['sealed:1:not really one', 'ünïcode 😀 of sixteen']
    const file = { senders: { email: { smtp: address, from } }, webhooks: [{ ...crm, secrets: odd }] }
    await applied(id, file)
    const document = await documentOf(id)
    assert.equal(document?.senders.email?.smtp, address)
    assert.deepEqual(document?.webhooks[0]?.secrets, odd)
    assert.equal((await applied(id, file)).changed, false, address)
    const { password } = new URL(address)
    const row = await rowOf(id)
    assert.ok(password === '' || !row.document.senders.email.smtp.includes(password), address)
  }
})
