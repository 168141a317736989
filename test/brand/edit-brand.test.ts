import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop, type Shop } from '../support/shop.ts'

const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile
const group = (id: string, name = id) => ({ section: 'groups', key: id, entry: { id, name } })

test('an entry is added, changed and removed, each as a version of the brand', async () => {
  const shop = await openShop()
  const before = await exported(shop)

  const added = await shop.must('editBrand', { edits: [group('north')], baseVersion: 1, note: 'A group for the north' })
  assert.deepEqual([added.changed, added.changes, added.version], [true, ['groups/north: added'], 2])
  await shop.must('editBrand', { edits: [group('north', 'North')], baseVersion: 2 })
  assert.deepEqual((await exported(shop)).groups, [...(before.groups ?? []), { id: 'north', name: 'North' }])
  await shop.must('editBrand', { edits: [{ section: 'groups', key: 'north' }], baseVersion: 3 })

  const { exportedFrom: _, ...after } = await exported(shop)
  const { exportedFrom: __, ...same } = before
  assert.deepEqual(after, same)
  const [last, , first] = (await shop.must('brandHistory', {})).versions
  assert.deepEqual([last.version, first.note], [4, 'A group for the north'])
})

test('two people change different things: both changes stay', async () => {
  const shop = await openShop()
  await shop.must('editBrand', { edits: [group('north'), group('south')], baseVersion: 1 })

  await shop.must('editBrand', { edits: [group('north', 'The north')], baseVersion: 2 })
  await shop.must('editBrand', { edits: [group('south', 'The south')], baseVersion: 2 })

  const { groups } = await exported(shop)
  assert.deepEqual(
    groups.filter(({ id }: { id: string }) => id === 'north' || id === 'south'),
    [
      { id: 'north', name: 'The north' },
      { id: 'south', name: 'The south' },
    ],
  )
})

test('two people change the same thing: the second is told, and nothing is lost', async () => {
  const shop = await openShop()
  await shop.must('editBrand', { edits: [group('north')], baseVersion: 1 })
  await shop.must('editBrand', { edits: [group('north', 'By Ana')], baseVersion: 2 })

  for (const edit of [group('north', 'By Ben'), { section: 'groups', key: 'north' }]) {
    const { body } = await shop.call('editBrand', { edits: [edit], baseVersion: 2 })
    assert.equal(body.errorCode, 100)
    assert.match(body.errorMessage, /^groups\[north\]: changed by somebody else since\. Read version 3/)
  }
  assert.match((await shop.call('editBrand', { edits: [group('east')], baseVersion: 99 })).body.errorMessage, /east/)
  assert.equal((await exported(shop)).groups.at(-1).name, 'By Ana')
})

test('at once, in a race, one of two who add the same wins and the other is told', async () => {
  const shop = await openShop()
  const tries = ['Ana', 'Ben', 'Cem'].map((name) =>
    shop.call('editBrand', { edits: [group('race', name)], baseVersion: 1 }),
  )
  const codes = (await Promise.all(tries)).map(({ body }) => body.errorCode ?? 0)
  assert.deepEqual(codes.toSorted(), [0, 100, 100])
})

test('faults are those of the file, at their place; nothing is changed', async () => {
  const shop = await openShop()
  const bad = { section: 'products', key: 'X', entry: { sku: 'X', name: 'X', cost: 'cheap' } }
  const { body } = await shop.call('editBrand', { edits: [group('fine'), bad], baseVersion: 1 })
  assert.equal(body.errorCode, 100)
  assert.match(body.errorMessage, /products\[X\]\.cost/)
  assert.equal((await exported(shop)).exportedFrom.version, 1)
})

test('an edit that contradicts itself is refused', async () => {
  const shop = await openShop()
  const refused: readonly [edit: object, message: RegExp][] = [
    [{ section: 'groups', key: 'a', entry: { id: 'b', name: 'b' } }, /groups\[a\]\.id: must be a/],
    [{ section: 'groups', entry: { id: 'b', name: 'b' } }, /key is required/],
    [{ section: 'senders', key: 'x', entry: {} }, /no list/],
    [{ section: 'apiKeys', key: 'x', entry: {} }, /section/],
  ]
  for (const [edit, message] of refused) {
    const { body } = await shop.call('editBrand', { edits: [edit], baseVersion: 1 })
    assert.equal(body.errorCode, 100)
    assert.match(body.errorMessage, message)
  }
})

test('a try changes nothing', async () => {
  const shop = await openShop()
  const tried = await shop.must('editBrand', { edits: [group('north')], baseVersion: 1, dryRun: true })
  assert.deepEqual([tried.changes, tried.version], [['groups/north: added'], undefined])
  assert.equal((await exported(shop)).exportedFrom.version, 1)
})

test('only the operator can enable something', async () => {
  const shop = await openShop()
  const without = (brand: { enable: string[] }) => ({ ...brand, enable: brand.enable.filter((one) => one !== 'flex') })
  const { brand } = await exported(shop)
  await shop.must('editBrand', { edits: [{ section: 'brand', entry: without(brand) }], baseVersion: 1 })

  const { body } = await shop.call('editBrand', { edits: [{ section: 'brand', entry: brand }], baseVersion: 2 })
  assert.equal(body.errorCode, 104)
  assert.match(body.errorMessage, /only the operator can enable flex/)
})
