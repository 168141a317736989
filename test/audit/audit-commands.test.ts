import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sentenceOf } from '../../server/domain/audit/sentence.ts'
import { currentOperator } from '../../server/program/command-line/operator.ts'
import {
  addedBy,
  assertInOrder,
  contentOf,
  disableReceivers,
  entriesOf,
  openAuditShop,
  toldBy,
} from '../support/audit-shop.ts'
import { purserCommand } from '../support/purser-command.ts'
import type { Shop } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// Commands look at any sealed pin to know the key: those of other tests have other keys.
await useOwnDatabase()

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-audit-'))
})
after(() => rm(folder, { recursive: true }))

const operator = { kind: 'commandLine', name: currentOperator(process.env).name, from: hostname() }
const who = `${operator.name} at ${operator.from} (command line)`

async function purser(...words: string[]): Promise<string> {
  const { status, output } = await purserCommand(...words)
  assert.equal(status, 0, output)
  return output
}

async function fileOf(shop: Shop, more: object): Promise<string> {
  const path = join(folder, `${shop.id}.json`)
  await writeFile(path, JSON.stringify({ ...shop.file, ...more }))
  return path
}

test('the operator is who the operating system says', () => {
  const { username } = userInfo()
  assert.deepEqual(currentOperator({}), { kind: 'commandLine', name: username, from: hostname() })
  assert.equal(currentOperator({ SUDO_USER: 'ana' }).name, `ana as ${username}`)
  assert.equal(currentOperator({ SUDO_USER: username }).name, username)
})

test('brand apply leaves an entry, and none when it changes nothing or only tries', async () => {
  const shop = await openAuditShop()
  const file = await fileOf(shop, { groups: [{ id: 'north', name: 'North' }] })
  assert.deepEqual(await addedBy(shop, () => purser('brand', 'apply', file, '--dry-run')), [])
  const [entry, ...others] = await addedBy(shop, () => purser('brand', 'apply', file))
  assert.ok(entry && others.length === 0)
  assert.deepEqual(contentOf(entry), {
    action: 'brand.applied',
    subject: shop.id,
    actor: operator,
    before: { version: 1 },
    after: { version: 2, changes: ['groups/north: added'] },
  })
  assert.deepEqual(await addedBy(shop, () => purser('brand', 'apply', file)), [])
  await assertInOrder(shop)
})

test('versions: rolled back, promoted, scheduled, cancelled', async () => {
  const shop = await openAuditShop()
  const file = await fileOf(shop, { groups: [{ id: 'north', name: 'North' }] })
  const told = (...words: string[]) => toldBy(shop, () => purser('brand', ...words))
  const time = ['--at', '2099-12-01 00:00:00']
  assert.equal(
    await told('apply', file, ...time),
    `${who}: scheduled change 1 of version 1 for 2099-12-01 05:00:00 UTC; groups/north: added`,
  )
  assert.equal(await told('cancel', shop.id, '1'), `${who}: cancelled the scheduled change 1`)
  assert.equal(
    await told('promote', '--from', file, '--to', shop.id),
    `${who}: promoted another brand's configuration, from version 1 to 2; groups/north: added`,
  )
  assert.equal(
    await told('rollback', shop.id, '1'),
    `${who}: rolled the configuration back to version 1, from version 2 to 3; groups/north: switched off`,
  )
  await assertInOrder(shop)
})

test('errands: started, cancelled', async () => {
  const shop = await openAuditShop()
  const told = (...words: string[]) => toldBy(shop, () => purser('errands', ...words))
  assert.match(await told('start', shop.id, 'verify'), /: started the errand verify \([0-9a-f-]{36}\)$/)
  const [{ errandId }] = (await shop.must('listErrands', {})).errands
  assert.equal(await told('cancel', shop.id, errandId), `${who}: cancelled the errand ${errandId}`)
  await assertInOrder(shop)
})

test('keys: made, changed, replaced, revoked', async () => {
  const shop = await openAuditShop()
  const told = (...words: string[]) => toldBy(shop, () => purser('key', ...words))
  assert.equal(await told('create', shop.id, 'till-3', '--lenient'), `${who}: made key till-3 with scope merchant`)
  assert.equal(
    await told('change', shop.id, 'till-3', '--scope', 'any'),
    `${who}: changed key till-3 from scope merchant to any scope`,
  )
  assert.equal(await told('rotate', shop.id, 'till-3'), `${who}: gave key till-3 a second secret`)
  assert.equal(await told('rotate', shop.id, 'till-3', '--finish'), `${who}: ended the older secret of key till-3`)
  assert.equal(await told('revoke', shop.id, 'till-3'), `${who}: revoked key till-3`)
  const refused = await addedBy(shop, async () => {
    assert.equal((await purserCommand('key', 'revoke', shop.id, 'till-3')).status, 1)
  })
  assert.deepEqual(refused, [])
  await assertInOrder(shop)
})

test('receivers and webhooks that are switched on again', async () => {
  const shop = await openAuditShop()
  await disableReceivers(shop)
  assert.equal(
    await toldBy(shop, () => purser('messages', 'enable', shop.id, 'sms')),
    `${who}: switched senders/sms on again`,
  )
  assert.equal(
    await toldBy(shop, () => purser('webhooks', 'replay', shop.id, 'crm')),
    `${who}: switched webhooks/crm on again`,
  )
  const none = await addedBy(shop, async () => {
    await purser('webhooks', 'replay', shop.id, 'crm')
    assert.equal((await purserCommand('messages', 'enable', shop.id, 'sms')).status, 1)
  })
  assert.deepEqual(none, [])
})

test('a customer who is exported or erased', async () => {
  const shop = await openAuditShop()
  const card = await shop.card({ usd: 5 })
  const customer = (...words: string[]) => purser('customer', ...words)
  assert.equal(
    await toldBy(shop, () => customer('export', shop.id, card)),
    `${who}: exported everything that is kept about the holder of card ${card}`,
  )
  assert.deepEqual(await addedBy(shop, () => customer('erase', shop.id, card, '--dry-run')), [])
  const [erased] = await addedBy(shop, () => customer('erase', shop.id, card))
  assert.ok(erased?.ref, 'it names the request that the erasure is recorded as')
  assert.deepEqual(contentOf(erased), { action: 'customer.erased', subject: card, actor: operator })
  await assertInOrder(shop)
})

test('a file that is imported: when it begins, and when it has ended', async () => {
  const shop = await openAuditShop()
  const file = join(folder, `cards-${shop.id}.csv`)
  await writeFile(file, 'cardNumber,cardSetId\n95000001,cards\n95000002,cards\n')
  const command = (...words: string[]) => purser('import', 'cards', shop.id, file, ...words)
  assert.deepEqual(await addedBy(shop, () => command('--dry-run')), [])
  const [began, ended, ...others] = await addedBy(shop, () => command())
  assert.deepEqual(others, [])
  assert.equal(began && sentenceOf(began), `${who}: began to import cards, 2 rows`)
  assert.equal(ended && sentenceOf(ended), `${who}: imported cards: 2 of 2 rows written, 0 skipped`)
  assert.deepEqual(await addedBy(shop, () => command()), [])
  await assertInOrder(shop)
})

test('rows that are exported', async () => {
  const shop = await openAuditShop()
  const days = ['--from', '2026-11-01', '--to', '2026-11-02']
  const out = ['--out', join(folder, `rows-${shop.id}`)]
  const told = (...words: string[]) => toldBy(shop, () => purser('export', 'ledger', shop.id, ...days, ...words))
  const period = 'from 2026-11-01T00:00:00.000Z until 2026-11-03T00:00:00.000Z'
  assert.equal(await told(...out), `${who}: exported ledger ${period} as csv, without personal data`)
  assert.equal(
    await told('--out', join(folder, `people-${shop.id}`), '--personal-data', '--format', 'jsonl'),
    `${who}: exported ledger ${period} as jsonl, with personal data`,
  )
  const refused = await addedBy(shop, async () => {
    assert.equal((await purserCommand('export', 'requests', shop.id, ...days, ...out)).status, 1)
  })
  assert.deepEqual(refused, [])
  await assertInOrder(shop)
})

test('purser audit prints sentences, or JSON with seals, of a time or an action', async () => {
  const shop = await openAuditShop()
  await purser('key', 'create', shop.id, 'till-3', '--lenient')
  const [newest = '', made = '', ...others] = (await purser('audit', shop.id)).trimEnd().split('\n')
  assert.match(newest, /^\d{4}-\d\d-\d\d \d\d:\d\d /)
  assert.equal(newest.slice(17), `${who}: made key till-3 with scope merchant`)
  assert.match(
    made.slice(17),
    /^ana at till-7 \(command line\): made brand \S+; enabled createIfNew, .*; and \d+ more$/,
  )
  assert.deepEqual(others, [])
  await assertInOrder(shop)
  const lines = (await purser('audit', shop.id, '--json', '--action', 'key.created')).trimEnd().split('\n')
  const [entry] = lines.map((line) => JSON.parse(line))
  const [, stored] = await entriesOf(shop)
  assert.equal(lines.length, 1)
  assert.deepEqual([entry.subject, entry.actor, entry.seq, Date.parse(entry.at)], ['till-3', operator, 2, stored?.at])
  assert.match(entry.seal, /^[0-9a-f]{64}$/)
  assert.equal(
    await purser('audit', shop.id, '--since', '2026-01-01', '--until', '2026-01-02'),
    'Nothing was changed by hand.\n',
  )
  const wrong = await purserCommand('audit', shop.id, '--action', 'key.made')
  assert.deepEqual([wrong.status, /--action takes one of brand\.applied, /.test(wrong.output)], [1, true])
  assert.match((await purserCommand('audit', shop.id, '--since', 'monday')).output, /monday is not a time/)
})
