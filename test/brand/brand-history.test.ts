import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { readVersion } from '../../server/storage/brand-store/history/versions.ts'
import { ask, atServer, outcomes } from '../support/race.ts'
import { applyFile, openShop, type Shop, startTestService, testDatabase, times } from '../support/shop.ts'

const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile
const history = async (shop: Shop) => (await shop.must('brandHistory', {})).versions
const groups = (...ids: string[]) => ids.map((id) => ({ id, name: id }))

async function kept(shop: Shop, version: number) {
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  return readVersion(pool, shop.id, version).finally(() => pool.close())
}

test('every change is a version: who, when, why, from what, and the difference', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  assert.equal(file.exportedFrom.version, 1)

  const note = 'A group for the north'
  const { version } = await shop.must('applyBrand', { brandFile: { ...file, groups: groups('north') }, note })

  assert.equal(version, 2)
  const [second, first] = await history(shop)
  assert.deepEqual([second.version, second.source, second.ofVersion, second.note], [2, 'edit', 1, note])
  assert.deepEqual([second.changes, second.changeCount], [['groups/north: added'], 1])
  assert.match(second.actor, /^key till from /)
  assert.ok(second.requestRef && second.date)
  assert.deepEqual([first.version, first.source, first.actor], [1, 'file', 'ana at till-7 (command line)'])
  assert.equal((await exported(shop)).exportedFrom.version, 2)
})

test('what changes nothing makes no version: an export, the same file, a try, a refused file', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: file })
  await applyFile(shop.file)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('north') }, dryRun: true })
  assert.equal((await shop.call('applyBrand', { brandFile: { ...file, colour: 'red' } })).body.errorCode, 100)
  assert.equal((await history(shop)).length, 1)
})

test('a file that was exported from an older version is refused with what it would undo, unless it may', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('north') }, note: 'North' })

  const late = { ...file, groups: groups('south') }
  for (const dryRun of [true, false]) {
    const { body } = await shop.call('applyBrand', { brandFile: late, dryRun })
    assert.equal(body.errorCode, 100)
    assert.match(
      body.errorMessage,
      /based on version 1, and the brand is now at version 2.*take back groups\/north: switched off/,
    )
    assert.doesNotMatch(body.errorMessage, /south/)
  }
  assert.deepEqual((await exported(shop)).groups, groups('north'))

  const { version, changes } = await shop.must('applyBrand', { brandFile: late, overwrite: true })
  assert.equal(version, 3)
  assert.deepEqual(changes, ['groups/south: added', 'groups/north: switched off'])
})

test('an older export that has what others changed takes nothing back, and is applied', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('north') } })
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('north', 'south') } })
  assert.deepEqual((await exported(shop)).groups, groups('north', 'south'))
})

test('an export of another server is not taken for one of this brand', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const foreign = await exported(other)
  await applyFile({ ...other.file, groups: groups('elsewhere') })
  const file = {
    ...(await exported(shop)),
    exportedFrom: (await exported(other)).exportedFrom,
    groups: groups('north'),
  }
  for (const exportedFrom of [file.exportedFrom, { version: 1, fingerprint: '000000000000' }]) {
    const { body } = await shop.call('applyBrand', { brandFile: { ...file, exportedFrom } })
    assert.equal(body.errorCode, 100)
    assert.match(body.errorMessage, /that this brand never had/)
  }
  await shop.must('applyBrand', { brandFile: { ...file, exportedFrom: { version: 1 } } })
  assert.equal(foreign.exportedFrom.version, 1)
})

test('a file that names no version follows files, and takes nothing back that came by other ways', async () => {
  const shop = await openShop()
  await applyFile({ ...shop.file, groups: groups('a') })
  await applyFile({ ...shop.file, groups: groups('a', 'b') })
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('a', 'b', 'portal') } })

  await assert.rejects(
    applyFile({ ...shop.file, groups: groups('a', 'b', 'c') }),
    /take back groups\/portal: switched off/,
  )
  await applyFile({ ...shop.file, groups: groups('a', 'b', 'portal', 'c') })
  assert.deepEqual((await exported(shop)).groups, groups('a', 'b', 'portal', 'c'))
  await applyFile({ ...shop.file, groups: groups('c') })
  assert.deepEqual((await exported(shop)).groups, groups('c'))
})

test('a file that has taken over what the portal changed goes on from there', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('portal') } })
  await applyFile({ ...shop.file, groups: groups('portal') })
  await applyFile({ ...shop.file, groups: groups('mine') })
  assert.deepEqual((await exported(shop)).groups, groups('mine'))
  assert.equal((await history(shop)).length, 3)
})

test('a key whose secret was replaced is not set back by an older export', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  const second = 'another-secret-0123456789'
  const first = 'first-secret-0123456789'
  const before = { ...shop.file, apiKeys: [...file.apiKeys, { key: 'office', secret: first }] }
  await applyFile(before)
  const old = await exported(shop)
  await applyFile({ ...before, apiKeys: [...file.apiKeys, { key: 'office', secret: second }] })

  // An export has no secret and no hash of one: what it says of a key is that it stays as it is.
  const { body } = await shop.call('applyBrand', { brandFile: { ...old, groups: groups('north') } })
  assert.equal(body.success, true, JSON.stringify(body))
  const codeWith = async (secret: string) => {
    const authorization = `Basic ${Buffer.from(`office:${secret}`).toString('base64')}`
    return (await shop.call('search', { filters: {} }, { authorization })).body.errorCode
  }
  assert.deepEqual([await codeWith(second), await codeWith(first)], [undefined, 101])
})

test('of two who change the same version at once, the second is refused', async () => {
  const shop = await openShop()
  const second = await startTestService()
  const other = atServer(shop, second)
  try {
    const file = await exported(shop)
    const answers = await Promise.all(
      times(6, (index) =>
        (index % 2 ? shop : other).call('applyBrand', { brandFile: { ...file, groups: groups(`g${index}`) } }),
      ),
    )
    assert.deepEqual(outcomes(answers), { ok: 1, 100: 5 })
    assert.equal((await exported(shop)).groups.length, 1)
    assert.equal((await history(shop)).length, 2)
  } finally {
    await second.stop()
  }
})

test('a version has no secrets, no hashes of them and no names of employees', async () => {
  const employees = [{ id: 'E1', name: 'Anna Smith', password: 'open sesame' }]
  const shop = await openShop({
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'], employees }],
    more: {
      senders: {
        email: { smtp: 'smtp://me:pass-word@mail.test', from: 'shop@harbor.test' },
        sms: { url: 'https://sms.test/', secrets: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='] },
      },
      webhooks: [{ id: 'crm', url: 'https://crm.test/', secrets: ['whsec_aG9vay1zZWNyZXQtaG9vay1zZWNyZXQ='] }],
    },
  })
  const text = JSON.stringify(await kept(shop, 1))
  const file = await exported(shop)
  const hashes = [file.apiKeys[0].secretSha256, file.locations[0].employees[0].passwordHash]
  for (const secret of ['whsec_', 'pass-word', 'Anna', 'scrypt', 'sealed:', shop.secret, ...hashes])
    assert.ok(!text.includes(secret), secret)
})

test('a rollback is a new version with the old content, and its difference is told', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await applyFile({ ...shop.file, groups: groups('north') })
  const dry = await shop.must('rollbackBrand', { version: 1, dryRun: true })
  assert.deepEqual(dry.changes, ['groups/north: switched off'])
  assert.equal((await history(shop)).length, 2)

  const done = await shop.must('rollbackBrand', { version: 1, note: 'It was too early' })

  assert.deepEqual([done.version, done.changes], [3, dry.changes])
  const { exportedFrom, ...now } = await exported(shop)
  const { exportedFrom: _, ...before } = file
  assert.deepEqual([exportedFrom.version, now], [3, before])
  const [last] = await history(shop)
  assert.deepEqual([last.source, last.ofVersion, last.note], ['rollback', 1, 'It was too early'])
  assert.equal((await shop.must('rollbackBrand', { version: 3 })).changed, false)
  assert.equal((await shop.call('rollbackBrand', { version: 9 })).body.errorCode, 100)
  await assert.rejects(applyFile({ ...shop.file, groups: groups('north') }), /take back groups\/north: added/)
  assert.deepEqual(await shop.verify(), [])
})

test('a rollback leaves keys, employees, secrets and stock as they are', async () => {
  const withEmployees = (...employees: object[]) => [{ id: 'L1', name: 'Pier 1', terminals: ['T1'], employees }]
  const [ana, ben] = [
    { id: 'E1', name: 'Ana', password: 'open sesame' },
    { id: 'E2', name: 'Ben', password: 'open sesame' },
  ]
  const set = (count: number) => ({ id: 'welcome', name: 'Welcome', generate: { count, prefix: 'W', length: 12 } })
  const crm = { id: 'crm', url: 'https://crm.test/', secrets: ['whsec_aG9vay1zZWNyZXQtaG9vay1zZWNyZXQ='] }
  const shop = await openShop({ locations: withEmployees(ana, ben), more: { couponSets: [set(2)], webhooks: [crm] } })
  const before = await ask('select document from brand where brand_id = $1', [shop.id])
  await applyFile({
    ...shop.file,
    locations: withEmployees(ana),
    couponSets: [set(5)],
    groups: groups('north'),
    apiKeys: [
      { key: 'till', secret: shop.secret },
      { key: 'office', secret: 'office-secret-0123456789' },
    ],
    webhooks: [{ ...crm, url: 'https://other.test/' }],
  })

  const { changes } = await shop.must('rollbackBrand', { version: 1 })

  assert.deepEqual(changes, [
    'webhooks/crm: url https://other.test/ -> https://crm.test/',
    'groups/north: switched off',
  ])
  const file = await exported(shop)
  assert.deepEqual(
    file.apiKeys.map(({ key }: { key: string }) => key),
    ['till', 'office'],
  )
  assert.deepEqual(
    file.locations[0].employees.map(({ id }: { id: string }) => id),
    ['E1'],
  )
  assert.equal(file.couponSets[0].generate.count, 5)
  assert.ok(before.length === 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a rollback to what no longer fits changes nothing and names the fault', async () => {
  const shop = await openShop({ more: { groups: groups('north') } })
  const { exportedFrom: _, ...file } = await exported(shop)
  const more = { id: 'L2', name: 'Pier 2', terminals: ['T9'] }
  await applyFile({
    ...shop.file,
    locations: [...file.locations, more],
    apiKeys: [...file.apiKeys, { key: 'office', secret: 'office-secret-0123456789', locations: ['L2'] }],
  })
  const { body } = await shop.call('rollbackBrand', { version: 1 })
  assert.equal(body.errorCode, 100)
  assert.match(body.errorMessage, /apiKeys\[office\]\.locations.*there is no location "L2"/)
  assert.equal((await history(shop)).length, 2)
})

test('a call cannot enable by a rollback what only the operator enables', async () => {
  const shop = await openShop()
  const { brand } = await exported(shop)
  const enable = brand.enable.filter((one: string) => one !== 'pin')
  await applyFile({ ...shop.file, brand: { ...brand, enable } })
  assert.equal((await shop.call('rollbackBrand', { version: 1 })).body.errorCode, 104)
})

test('an earlier version can be read as a file, and compared with another', async () => {
  const shop = await openShop()
  const file = await exported(shop)
  await shop.must('applyBrand', { brandFile: { ...file, groups: groups('north') } })

  assert.deepEqual((await shop.must('brandVersion', { version: 1 })).brandFile, file)
  const compared = await shop.must('brandVersion', { version: 2, comparedWith: 1 })
  assert.deepEqual(compared.changes, ['groups/north: added'])
  for (const body of [{ version: 7 }, { version: 1, comparedWith: 7 }])
    assert.equal((await shop.call('brandVersion', body)).body.errorCode, 100)
})

test('the history is read page by page', async () => {
  const shop = await openShop()
  for (const index of [1, 2, 3, 4]) await applyFile({ ...shop.file, groups: groups(`g${index}`) })
  const first = await shop.must('brandHistory', { maxResults: 3 })
  const second = await shop.must('brandHistory', { maxResults: 3, beforeVersion: first.nextVersion })
  const numbers = [...first.versions, ...second.versions].map(({ version }) => version)
  assert.deepEqual([numbers, second.nextVersion], [[5, 4, 3, 2, 1], undefined])
})

test('a brand that is older than its history is kept as it was first seen', async () => {
  const shop = await openShop()
  await ask('delete from brand_version where brand_id = $1', [shop.id])
  assert.deepEqual((await exported(shop)).exportedFrom, { version: 1 })

  await applyFile({ ...shop.file, groups: groups('north') })

  const versions = await history(shop)
  assert.deepEqual(
    versions.map(({ version, source }: { version: number; source: string }) => [version, source]),
    [
      [2, 'file'],
      [1, 'found'],
    ],
  )
  assert.equal(versions[1].actor, undefined)
  await shop.must('rollbackBrand', { version: 1 })
})
