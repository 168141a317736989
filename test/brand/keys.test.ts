import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '../../server/calls/operations/all.ts'
import { changesSomething } from '../../server/calls/operations/operation.ts'
import { operationNames, readingNames } from '../../server/domain/brand/keys/scope.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { purserCommand } from '../support/purser-command.ts'
import { ask } from '../support/race.ts'
import { openShop, type Shop } from '../support/shop.ts'

const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})
const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')
const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile

/** Puts a further key into the brand's file, and answers how calls with it fare. */
async function withKey(shop: Shop, rights: object, secret = 'a secret of sixteen') {
  const file = shop.file as { apiKeys: object[] }
  const apiKeys = [...file.apiKeys, { key: 'own', secret, ...rights }]
  // By a call, because it is answered when the next one is judged by it.
  await shop.must('applyBrand', { brandFile: { ...file, apiKeys } })
  const headers = basic('own', secret)
  const code = async (operation: string, body: object = {}, more: Record<string, string> = {}) => {
    const answer = await shop.call(operation, body, { ...headers, ...more })
    return answer.body.success ? 0 : answer.body.errorCode
  }
  return { headers, code }
}

test('the words of a scope are the operations that there are', () => {
  const named = (group: string) => operations.filter((one) => one.group === group).map((one) => one.name)
  for (const [group, names] of Object.entries(operationNames)) assert.deepEqual([...names], named(group).toSorted())
  const reads = operations.filter((one) => one.group !== 'admin' && !changesSomething(one)).map((one) => one.name)
  assert.deepEqual([...readingNames], reads.toSorted())
})

test('a call outside the scope of its key is 104 and changes nothing', async () => {
  const shop = await openShop()
  const { headers, code } = await withKey(shop, { scope: ['merchant'] })
  const before = await dumpBrand(shop.id)
  assert.equal(await code('createKey', { key: 'more' }), 104)
  assert.equal(await code('enroll', { cardSetId: 'cards' }), 104)
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.equal(await code('allocate', { cardSetId: 'cards' }), 0)
  const { body } = await shop.call('createKey', { key: 'more' }, headers)
  assert.match(body.errorMessage, /scope does not include createKey/)
  const { requestErrorCode } = await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.equal(requestErrorCode, 104)
  assert.deepEqual(await shop.verify(), [])
})

test('read allows what changes nothing, and names of operations allow just these', async () => {
  const shop = await openShop()
  const reads = await withKey(shop, { scope: ['read'] })
  assert.equal(await reads.code('search', { filters: {} }), 0)
  assert.equal(await reads.code('allocate', { cardSetId: 'cards' }), 104)
  assert.equal(await reads.code('listKeys'), 104)
  const named = await withKey(shop, { scope: ['allocate', 'listKeys'] }, 'another secret of it')
  assert.equal(await named.code('allocate', { cardSetId: 'cards' }), 0)
  assert.equal(await named.code('listKeys'), 0)
  assert.equal(await named.code('search', { filters: {} }), 104)
})

test('a key that may not search finds nobody by allocating', async () => {
  const shop = await openShop()
  const { headers } = await withKey(shop, { scope: ['allocate'] })
  const byEmail = { cardSetId: 'cards', findBy: 'email', customerUpdates: { email: 'ada@shop.test' } }
  const { body } = await shop.call('allocate', byEmail, headers)
  assert.equal(body.errorCode, 104)
  assert.match(body.errorMessage, /scope does not include search/)
  const both = await withKey(shop, { scope: ['allocate', 'search'] }, 'another secret of it')
  assert.equal(await both.code('allocate', byEmail), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a key is held to its locations, its addresses and its end', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
  ]
  const shop = await openShop({ locations })
  const there = await withKey(shop, { locations: ['L2'] })
  assert.equal(await there.code('search', { filters: {} }), 104)
  assert.equal(await there.code('search', { filters: {} }, { location: 'L2' }), 0)
  // A report tells of all locations.
  assert.equal(await there.code('report', { name: 'liability' }, { location: 'L2' }), 104)
  const near = await withKey(shop, { addresses: ['127.0.0.0/8'] })
  assert.equal(await near.code('search', { filters: {} }), 0)
  const far = await withKey(shop, { addresses: ['10.0.0.0/8', '2001:db8::/32'] })
  assert.equal(await far.code('search', { filters: {} }), 101)
  const over = await withKey(shop, { expires: '2020-01-01 00:00:00' })
  assert.equal(await over.code('search', { filters: {} }), 101)
  const lasting = await withKey(shop, { expires: '9000-01-01 00:00:00' })
  assert.equal(await lasting.code('search', { filters: {} }), 0)
})

test('while a secret is replaced both work, and in the file as in the export', async () => {
  const shop = await openShop()
  const file = shop.file as { apiKeys: object[] }
  const rights = {
    scope: ['merchant', 'admin'],
    addresses: ['127.0.0.1'],
    expires: '2099-01-01 00:00:00',
    strict: true,
  }
  const both = { key: 'own', secrets: ['the older secret of it', 'the newer secret of it'], ...rights }
  await shop.must('applyBrand', { brandFile: { ...file, apiKeys: [...file.apiKeys, both] } })
  for (const secret of both.secrets) await shop.must('search', { filters: {} }, basic('own', secret))
  assert.equal((await shop.call('search', { filters: {} }, basic('own', 'neither of the two'))).body.errorCode, 101)

  const brandFile = await exported(shop)
  assert.deepEqual(brandFile.apiKeys[1], { key: 'own', secretSet: true, ...rights })
  assert.deepEqual((await shop.must('applyBrand', { brandFile })).changes, [])

  const finished = [...file.apiKeys, { ...both, secrets: both.secrets.slice(1) }]
  await shop.must('applyBrand', { brandFile: { ...file, apiKeys: finished } })
  assert.equal((await shop.call('search', { filters: {} }, basic('own', 'the older secret of it'))).body.errorCode, 101)
  await shop.must('search', { filters: {} }, basic('own', 'the newer secret of it'))
})

test('no key can make, change or open one that may do more than itself', async () => {
  const shop = await openShop()
  const limits = {
    scope: ['admin', 'search'],
    addresses: ['127.0.0.0/8'],
    locations: ['L1'],
    expires: '2099-01-01 00:00:00',
  }
  const admin = await withKey(shop, limits)
  await shop.must('createKey', { key: 'wide', scope: [] })
  const before = await dumpBrand(shop.id)
  const within = { scope: ['search'], addresses: ['127.0.0.1'], locations: ['L1'], expires: '2098-01-01 00:00:00' }
  for (const more of [
    { scope: ['merchant'] },
    { scope: [] },
    { scope: ['read'] },
    { addresses: [] },
    { addresses: ['0.0.0.0/0'] },
    { locations: [] },
    { expires: '' },
    { expires: '2100-01-01 00:00:00' },
  ]) {
    assert.equal(await admin.code('createKey', { ...within, ...more }), 104, JSON.stringify(more))
  }
  assert.equal(await admin.code('rotateKey', { key: 'wide' }), 104)
  assert.equal(await admin.code('changeKey', { key: 'wide', scope: ['search'] }), 104)
  assert.deepEqual(await dumpBrand(shop.id), before)

  assert.equal(await admin.code('createKey', { key: 'narrow', ...within }), 0)
  assert.equal(await admin.code('changeKey', { key: 'narrow', scope: ['merchant'] }), 104)
  assert.equal(await admin.code('changeKey', { key: 'narrow', strict: false }), 0)
})

/** What a key of some locations may call of administration: it is judged by what it touches, or tells what every till may know. */
const forSomePlaces = [
  ...['applyBrand', 'editBrand', 'rollbackBrand', 'cancelScheduled'],
  ...['createKey', 'changeKey', 'rotateKey', 'revokeKey', 'listKeys'],
  ...['exportBrand', 'brandHistory', 'brandVersion', 'listLocations'],
  ...['assignSubscription', 'simulate'],
]

test('a key of some locations does nothing that is about all of them, and stops no till elsewhere', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
  ]
  const shop = await openShop({ locations })
  const here = await withKey(shop, { locations: ['L1'] })
  await shop.must('createKey', { key: 'wide' })
  await shop.must('createKey', { key: 'both', locations: ['L1', 'L2'] })
  await shop.must('createKey', { key: 'elsewhere', locations: ['L2'] })
  await shop.must('createKey', { key: 'neighbour', locations: ['L1'] })
  const before = await dumpBrand(shop.id)
  for (const name of operationNames.admin.filter((one) => !forSomePlaces.includes(one))) {
    const { body } = await shop.call(name, {}, here.headers)
    assert.match(String(body.errorMessage), /limited to some locations/, name)
    assert.equal(body.errorCode, 104, name)
  }
  for (const key of ['wide', 'both', 'elsewhere', 'till']) assert.equal(await here.code('revokeKey', { key }), 104, key)
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.equal(await here.code('revokeKey', { key: 'neighbour' }), 0)
  await shop.must('revokeKey', { key: 'elsewhere' })
  assert.deepEqual(await shop.verify(), [])
})

test('a brand cannot enable by itself what its operator has not, nor give its keys more', async () => {
  const shop = await openShop({ brand: { enable: ['admin'] } })
  const admin = await withKey(shop, { scope: ['admin'] })
  const brandFile = await exported(shop)
  const before = await dumpBrand(shop.id)
  const keys = brandFile.apiKeys
  const enabling = { ...brandFile, brand: { ...brandFile.brand, enable: ['admin', 'flex'] } }
  const { body } = await shop.call('applyBrand', { brandFile: enabling })
  assert.deepEqual([body.errorCode, /only the operator can enable flex/.test(body.errorMessage)], [104, true])
  const more = [
    [...keys, { key: 'new', secret: 'a new secret of ours' }],
    [keys[0], { ...keys[1], scope: ['admin', 'merchant'] }],
    [{ key: keys[0].key, secretSha256: sha256('mine from now on') }, keys[1]],
  ]
  for (const apiKeys of more)
    assert.equal(await admin.code('applyBrand', { brandFile: { ...brandFile, apiKeys } }), 104)
  assert.deepEqual(await dumpBrand(shop.id), before)

  const fewer = {
    ...brandFile,
    apiKeys: [keys[0], keys[1], { key: 'list', secret: 'a new secret of ours', scope: ['listKeys'] }],
  }
  assert.equal(await admin.code('applyBrand', { brandFile: fewer }), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a key is rotated, changed and listed with what it may do', async () => {
  const shop = await openShop()
  const { key, secret } = await shop.must('createKey', { key: 'shop-2' })
  assert.match(secret, /^purser_demo_/)
  const listed = async () => {
    const { keys } = await shop.must('listKeys', {})
    return keys.find((one: { key: string }) => one.key === key)
  }
  assert.deepEqual((await listed()).scope, ['merchant'])
  assert.equal((await listed()).strict, true)

  const { secret: newer } = await shop.must('rotateKey', { key })
  for (const one of [secret, newer]) await shop.must('search', { filters: {} }, basic(key, one))
  assert.equal((await shop.call('rotateKey', { key })).body.errorCode, 100)
  assert.equal((await listed()).hasTwoSecrets, true)
  await shop.must('rotateKey', { key, finish: true })
  assert.equal((await shop.call('search', { filters: {} }, basic(key, secret))).body.errorCode, 101)
  await shop.must('search', { filters: {} }, basic(key, newer))
  assert.equal((await shop.call('rotateKey', { key, finish: true })).body.errorCode, 100)

  await shop.must('changeKey', { key, scope: ['read'], locations: ['L1'], expires: '2099-01-01 00:00:00' })
  assert.equal((await shop.call('allocate', { cardSetId: 'cards' }, basic(key, newer))).body.errorCode, 104)
  const { scope, locations, expires, isRevoked } = await listed()
  assert.deepEqual([scope, locations, expires, isRevoked], [['read'], ['L1'], '2099-01-01 00:00:00', false])
  await shop.must('changeKey', { key, locations: [], expires: '' })
  assert.deepEqual([(await listed()).locations, (await listed()).expires], [undefined, undefined])
  for (const wrong of [
    { scope: ['fly'] },
    { locations: ['L9'] },
    { addresses: ['300.0.0.1'] },
    { addresses: ['10.0.0.0/33'] },
  ])
    assert.equal((await shop.call('changeKey', { key, ...wrong })).body.errorCode, 100, JSON.stringify(wrong))
  assert.equal((await shop.call('changeKey', { key: 'till', strict: true })).body.errorCode, 100)
})

test('the last use of a key is kept in the background, at most once a minute', async () => {
  const shop = await openShop()
  const lastUse = async () =>
    (await ask(`select last_used_at from api_key where brand_id = $1`, [shop.id]))[0]?.last_used_at
  await shop.must('search', { filters: {} })
  for (let i = 0; i < 200 && (await lastUse()) === null; i += 1) await pause(25)
  const first = await lastUse()
  assert.ok(first)
  const [row] = await ask(`select xmin::text as version from api_key where brand_id = $1`, [shop.id])
  for (let i = 0; i < 5; i += 1) await shop.must('search', { filters: {} })
  await pause(1500)
  const [again] = await ask(`select xmin::text as version from api_key where brand_id = $1`, [shop.id])
  assert.equal(again?.version, row?.version)
  const { keys } = await shop.must('listKeys', {})
  assert.match(keys[0].lastUsedDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('the command line makes keys for tills, and rotates, changes and lists them', async () => {
  const shop = await openShop()
  const made = await purserCommand('key', 'create', shop.id, 'cli', '--lenient')
  const secret = /secret +(purser_demo_\S{43})/.exec(made.output)?.[1] ?? ''
  const code = async (operation: string, body: object, given = secret) =>
    (await shop.call(operation, body, basic('cli', given))).body.errorCode
  assert.equal(await code('search', { filters: {}, colour: 1 }), undefined)
  assert.equal(await code('listKeys', {}), 104)

  const rotated = await purserCommand('key', 'rotate', shop.id, 'cli')
  const newer = /secret +(purser_demo_\S{43})/.exec(rotated.output)?.[1] ?? ''
  assert.equal((await purserCommand('key', 'rotate', shop.id, 'cli', '--finish')).status, 0)
  const changed = await purserCommand(
    'key',
    'change',
    shop.id,
    'cli',
    '--scope',
    'any',
    '--locations',
    'L1',
    '--strict',
  )
  assert.match(changed.output, /scope any {2}locations L1 {2}strict/)
  for (let i = 0; i < 100 && (await code('listKeys', {}, newer)) !== undefined; i += 1) await pause(20)
  assert.equal(await code('listKeys', {}, newer), undefined)
  assert.equal(await code('listKeys', {}), 101)
  assert.match((await purserCommand('key', 'list', shop.id)).output, /cli .*in force .*scope any/)
  const wrong = await purserCommand('key', 'change', shop.id, 'cli', '--scope', 'fly')
  assert.deepEqual([wrong.status, /scope: expected merchant/.test(wrong.output)], [1, true])
  assert.equal((await purserCommand('key', 'revoke', shop.id, 'cli')).status, 0)
  assert.equal((await purserCommand('key', 'revoke', shop.id, 'cli')).status, 1)
})
