import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { purserCommand } from '../support/purser-command.ts'
import { ask } from '../support/race.ts'
import { applyFile, openShop, type Shop } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// Commands look at any sealed pin to know the key: those of other tests have other keys.
await useOwnDatabase()

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-history-'))
})
after(() => rm(folder, { recursive: true }))

const groups = (...ids: string[]) => ids.map((id) => ({ id, name: id }))

async function purser(...words: string[]): Promise<string> {
  const { status, output } = await purserCommand(...words)
  assert.equal(status, 0, output)
  return output
}

async function fileOf(name: string, content: object | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : stringify(content, { aliasDuplicateObjects: false }))
  return path
}

const historyOf = async (shop: Shop) => JSON.parse(await purser('brand', 'history', shop.id, '--json'))

test('history, diff, export and rollback on the command line', async () => {
  const shop = await openShop()
  const file = await fileOf('brand.yaml', { ...shop.file, groups: groups('north') })

  assert.match(
    await purser('brand', 'apply', file, '--note', 'North opens'),
    /groups\/north: added\nApplied\. This is version 2\./,
  )

  const told = await purser('brand', 'history', shop.id)
  assert.match(
    told,
    /^version 2, .* America\/New_York: a file was applied, by .*\(command line\)\n {4}North opens\n {4}groups\/north: added\nversion 1, .*: the brand was made by a file/,
  )
  const { versions } = await historyOf(shop)
  assert.deepEqual(
    [versions.length, versions[0].note, versions[0].changes],
    [2, 'North opens', ['groups/north: added']],
  )
  assert.equal(await purser('brand', 'diff', shop.id, '2', '1'), 'groups/north: switched off\n')
  const diff = JSON.parse(await purser('brand', 'diff', shop.id, '1', '2', '--json'))
  assert.deepEqual(diff, { brand: shop.id, from: 1, to: 2, changes: ['groups/north: added'] })
  assert.equal(parse(await purser('brand', 'export', shop.id, '--version', '1')).groups, undefined)
  assert.deepEqual(parse(await purser('brand', 'export', shop.id)).groups, groups('north'))

  const rolled = await purser('brand', 'rollback', shop.id, '1', '--note', 'Too early')
  assert.equal(rolled, 'groups/north: switched off\nRolled back: version 3 has the content of version 1.\n')
  assert.match(
    await purser('brand', 'history', shop.id),
    /^version 3, .*: rolled back to version 1, by .*\n {4}Too early\n/,
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a version that is not kept is a fault of the command', async () => {
  const shop = await openShop()
  const wrong = [
    ['diff', shop.id, '1', '9'],
    ['rollback', shop.id, '9'],
    ['export', shop.id, '--version', '9'],
    ['cancel', shop.id, '1'],
  ]
  const ends = await Promise.all(wrong.map((words) => purserCommand('brand', ...words)))
  for (const { status, output } of ends) assert.deepEqual([status, /See purser brand history/.test(output)], [1, true])
})

test('an export applied again makes no version, and one that others overtook has exit status 3', async () => {
  const shop = await openShop()
  const text = await purser('brand', 'export', shop.id)
  assert.match(text, /^exportedFrom:\n {2}version: 1\n {2}fingerprint: /)
  const old = await fileOf('old.yaml', text)
  assert.equal(await purser('brand', 'apply', old), 'Nothing changes.\n')
  await applyFile({ ...shop.file, groups: groups('portal') })

  const { status, output } = await purserCommand('brand', 'apply', old)

  assert.equal(status, 3)
  assert.match(
    output,
    /old\.yaml: The file is based on version 1, and the brand is now at version 2: somebody has changed it since\.\n {2}version 2 by ana\nApplying it would take this back:\n {2}groups\/portal: switched off\n.*\n.*--overwrite/,
  )
  assert.match(await purser('brand', 'apply', old, '--overwrite'), /Applied\. This is version 3/)
})

test('a promotion brings everything but keys, employees, senders, webhooks and stock', async () => {
  const location = (name: string, employee: string) => ({
    id: 'L1',
    name,
    terminals: ['T1'],
    employees: [{ id: employee, name: employee, password: 'open sesame' }],
  })
  const set = (count: number) => ({ id: 'welcome', name: 'Welcome', generate: { count, prefix: 'W', length: 12 } })
  const secrets = ['whsec_aG9vay1zZWNyZXQtaG9vay1zZWNyZXQ=']
  const hook = (host: string) => [{ id: 'crm', url: `https://${host}/`, secrets }]
  const sms = (host: string) => ({ sms: { url: `https://${host}/`, secrets } })
  const shop = await openShop({
    locations: [location('Pier 1', 'E1')],
    more: { couponSets: [set(3)], webhooks: hook('live.test'), senders: sms('live.test') },
  })
  const own = parse(await purser('brand', 'export', shop.id))
  const stage = await fileOf('stage.yaml', {
    ...shop.file,
    brand: {
      id: 'stage',
      name: 'Stage',
      country: 'US',
      currency: 'USD',
      timeZone: 'America/Chicago',
      enable: own.brand.enable,
    },
    apiKeys: [{ key: 'test', secret: 'stage-secret-0123456789' }],
    groups: groups('north'),
    locations: [location('Pier one', 'S1')],
    couponSets: [set(50), { ...set(40), id: 'new', generate: { count: 40, prefix: 'N', length: 12 } }],
    webhooks: hook('stage.test'),
    senders: sms('stage.test'),
  })

  const told = await purser('brand', 'promote', '--from', stage, '--to', shop.id, '--note', 'Spring')

  assert.match(told, /groups\/north: added/)
  assert.doesNotMatch(told, /apiKeys|senders|webhooks|employees|more coupon|brand: name/)
  const now = parse(await purser('brand', 'export', shop.id))
  for (const part of ['apiKeys', 'senders', 'webhooks']) assert.deepEqual(now[part], own[part])
  assert.deepEqual([now.brand.id, now.brand.name, now.brand.timeZone], [shop.id, 'Test shop', 'America/Chicago'])
  assert.deepEqual(now.locations, [{ ...own.locations[0], name: 'Pier one' }])
  assert.deepEqual(
    now.couponSets.map((one: { generate: { count: number } }) => one.generate.count),
    [3, 0],
  )
  assert.equal(await purser('brand', 'promote', '--from', stage, '--to', shop.id), 'Nothing changes.\n')
  const [last] = (await historyOf(shop)).versions
  assert.deepEqual([last.source, last.note], ['promotion', 'Spring'])

  await shop.must('applyBrand', {
    brandFile: { ...(await shop.must('exportBrand', {})).brandFile, groups: groups('portal') },
  })
  assert.equal((await purserCommand('brand', 'promote', '--from', stage, '--to', shop.id)).status, 3)
  await purser('brand', 'promote', '--from', stage, '--to', shop.id, '--overwrite')
  assert.deepEqual(await shop.verify(), [])
})

test("a file can wait for a time in the brand's own time zone, and be cancelled", async () => {
  const shop = await openShop()
  const file = await fileOf('xmas.yaml', { ...shop.file, groups: groups('xmas') })
  const time = '2099-12-01 00:00:00'

  const told = await purser('brand', 'apply', file, '--at', time, '--note', 'Christmas')

  assert.equal(told, `groups/xmas: added\nScheduled as number 1 for ${time}.\n`)
  const [row] = await ask(`select due_at at time zone 'UTC' as due from brand_schedule where brand_id = $1`, [shop.id])
  assert.match(JSON.stringify(row?.due), /2099-12-01[T ]05:00:00/)
  assert.match(
    await purser('brand', 'history', shop.id),
    /^scheduled 1, for 2099-12-01 00:00:00 America\/New_York: waiting; made from version 1, by .*\n {4}Christmas\n {4}groups\/xmas: added\nversion 1/,
  )
  assert.match(await purser('brand', 'cancel', shop.id, '1'), /^Cancelled\./)
  assert.match(await purser('brand', 'history', shop.id), /^scheduled 1, .*: cancelled/)
  assert.equal((await purserCommand('brand', 'apply', file, '--at', 'tomorrow')).status, 1)
})
