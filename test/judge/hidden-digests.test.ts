import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findBrandRow } from '../../server/storage/brand-store/brand.sql.ts'
import { exportText } from '../../server/storage/brand-store/export.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const secret = 'a-secret-of-a-file-0001'
const digest = createHash('sha256').update(secret).digest('hex')
let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', terminals: ['T1'], employees: [{ id: '7', name: 'Eve', password: 'four-words' }, { id: '8' }] },
      { id: 'L2', terminals: ['T1'], employees: [{ id: '9', password: 'other-words' }] },
    ],
  })
  const { brandFile } = await room.shop.must('exportBrand', {})
  brandFile.apiKeys.push({ key: 'shop', secret, scope: ['merchant'] })
  await room.shop.must('applyBrand', { brandFile })
})

after(() => room?.close())

const stored = async () => (await findBrandRow(room.pool, room.shop.id))?.sealed

test('hashes leave by the command line alone', async () => {
  const text = (await exportText(room.pool, room.shop.id)) ?? ''
  assert.ok(text.includes(digest) && text.includes('scrypt$'), 'what the command line exports can be applied elsewhere')
  const reader = await room.login('readOnly')
  const { version } = await reader.must('brandFile')
  const answers = [
    await room.shop.must('exportBrand', {}),
    await room.shop.must('brandVersion', { version: 1, comparedWith: version }),
    await room.shop.must('brandVersion', { version }),
    await room.shop.must('brandHistory', {}),
    (await reader.call('exportBrand')).body,
    (await reader.call('brandVersion', { version })).body,
    await reader.must('brandFile'),
    await reader.must('brandFile', { version: 1 }),
    await reader.must('listEntries', { section: 'locations' }),
    await reader.must('entry', { section: 'locations', key: 'L2' }),
    await reader.must('configurationOverview'),
  ]
  for (const [index, answer] of answers.entries()) {
    const told = JSON.stringify(answer)
    assert.ok(!told.includes(digest) && !told.includes('scrypt$'), `answer ${index}: ${told.slice(0, 200)}`)
    assert.ok(!/[0-9a-f]{64}/.test(told), `answer ${index} has a digest`)
  }
  const { locations, apiKeys } = answers[0].brandFile
  assert.deepEqual(
    locations.map(({ employees }: { employees: readonly object[] }) => employees),
    [
      [
        { id: '7', name: 'Eve', passwordSet: true },
        { id: '8', name: '8' },
      ],
      [{ id: '9', name: '9', passwordSet: true }],
    ],
  )
  assert.deepEqual(
    apiKeys.map(({ key, secretSet }: { key: string; secretSet: boolean }) => [key, secretSet]),
    [
      ['till', true],
      ['shop', true],
    ],
  )
})

test('what is exported so changes nothing when it is applied, and what stays is as it was', async () => {
  const before = await stored()
  const { brandFile } = await room.shop.must('exportBrand', {})
  assert.deepEqual((await room.shop.must('applyBrand', { brandFile })).changed, false)
  assert.deepEqual(await stored(), before)
  const reader = await room.login('administrator')
  const { version } = await reader.must('brandFile')
  const { entry } = await reader.must('entry', { section: 'locations', key: 'L1' })
  const edits = [{ section: 'locations', key: 'L1', entry: { ...entry, name: 'Harbor' } }]
  const edited = await reader.call('editBrand', { edits, baseVersion: version })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  const after = await stored()
  assert.deepEqual(
    after?.locations.map(({ employees }) => employees),
    before?.locations.map(({ employees }) => employees),
  )
  assert.deepEqual(after?.apiKeys, before?.apiKeys)
  const authorization = `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}`
  assert.equal((await room.shop.call('listValueTypes', { cardSetId: 'cards' }, { authorization })).status, 200)
})

test('nothing can stay where nothing is', async () => {
  const { brandFile } = await room.shop.must('exportBrand', {})
  brandFile.apiKeys.push({ key: 'new', secretSet: true })
  brandFile.locations[0].employees.push({ id: '10', passwordSet: true })
  const { body } = await room.shop.call('applyBrand', { brandFile })
  assert.equal(body.errorCode, 100)
  assert.match(body.errorMessage, /apiKeys\[new\]\.secretSet.*locations\[L1\]\.employees\[10\]\.passwordSet/)
})
