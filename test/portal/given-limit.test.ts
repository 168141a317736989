import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { productsOf } from '../support/checkout-shop.ts'
import { draftOf, foresee, off } from '../support/given-drafts.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let room: PortalRoom

before(async () => {
  const portal = { publish: { maxGiven: { percent: 20 } } }
  room = await openPortalRoom({ runsJobs: true, flags: ['--job-lease', '10'], more: { portal } })
  const cardNumber = await room.shop.card()
  await room.shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 40') })
})

after(() => room?.close())

test('above the limit of the brand, and without a replay, a second person has to approve what is published', async () => {
  const [mia, max] = [await room.login('marketer'), await room.login('marketer')]
  const draft = await draftOf(mia, off(30))
  const unknown = (await mia.call('publishDraft', draft)).body
  assert.equal(unknown.error.reason, 'approvalNeeded', JSON.stringify(unknown))
  assert.match(unknown.error.text, /lets campaigns give 20 % of sales.*is not known/)
  await foresee(mia, draft)
  const above = (await mia.call('publishDraft', draft)).body
  assert.equal(above.error.reason, 'approvalNeeded')
  assert.match(above.error.text, /would have given 30 % of the last month's sales, and the brand's limit is 20 %/)
  const german = await mia.call('publishDraft', draft, { 'accept-language': 'de' })
  assert.match(german.body.error.text, /30 % vom Umsatz/)

  // No other door is wider: a file, single entries, a time to come, a key.
  const { brandFile } = await room.shop.must('exportBrand', {})
  const wide = { ...brandFile, campaigns: [off(30)] }
  assert.equal((await mia.call('applyBrand', { brandFile: wide })).body.error.reason, 'approvalNeeded')
  const edits = [{ section: 'campaigns', key: 'promo', entry: off(30) }]
  const baseVersion = brandFile.exportedFrom.version
  assert.equal((await mia.call('editBrand', { edits, baseVersion })).body.error.reason, 'approvalNeeded')
  const at = { ...draft, at: '2099-01-01 00:00:00' }
  assert.equal((await mia.call('publishDraft', at)).body.error.reason, 'approvalNeeded')
  const byKey = await room.shop.call('applyBrand', { brandFile: wide })
  assert.match(JSON.stringify(byKey.body), /is not known/)
  assert.match(JSON.stringify((await room.shop.call('publishDraft', draft)).body), /would have given 30 %/)

  await mia.call('submitDraft', draft)
  assert.equal((await mia.call('reviewDraft', { ...draft, approve: true })).body.error?.reason, 'refused')
  assert.equal((await max.call('reviewDraft', { ...draft, approve: true })).body.error, undefined)
  const done = (await mia.call('publishDraft', draft)).body
  assert.equal(done.state, 'published', JSON.stringify(done))
})

test('undoing and switching off are never held up; what gives less, or within the limit, is published alone', async () => {
  const mia = await room.login('marketer')
  const { brandFile } = await room.shop.must('exportBrand', {})
  const baseVersion = brandFile.exportedFrom.version
  const edits = [{ section: 'campaigns', key: 'promo', entry: off(30, { active: false }) }]
  assert.equal((await mia.call('editBrand', { edits, baseVersion })).body.error, undefined)
  assert.equal((await mia.call('rollbackBrand', { version: baseVersion })).body.error, undefined)

  const modest = await draftOf(mia, off(10))
  await foresee(mia, modest)
  assert.equal((await mia.call('publishDraft', modest)).body.state, 'published')
  // It was tried on the brand as it was then.
  const stale = await draftOf(mia, off(15))
  await foresee(mia, stale)
  const group = [{ section: 'groups', key: 'north', entry: { id: 'north', name: 'North' } }]
  const { version } = (await room.shop.must('exportBrand', {})).brandFile.exportedFrom
  await room.shop.must('editBrand', { edits: group, baseVersion: version })
  assert.match((await mia.call('publishDraft', stale)).body.error.text, /is not known/)
  await foresee(mia, stale)
  assert.equal((await mia.call('publishDraft', stale)).body.state, 'published')
})

test('raising the limit needs a second person, lowering it does not', async () => {
  const ada = await room.login('administrator')
  await room.login('finance')
  const change = async (percent: number | undefined) => {
    const { version } = (await room.shop.must('exportBrand', {})).brandFile.exportedFrom
    const publish = percent === undefined ? {} : { maxGiven: { percent } }
    const edits = [{ section: 'portal', entry: { publish } }]
    return (await ada.call('editBrand', { edits, baseVersion: version })).body
  }
  assert.equal((await change(50)).error?.reason, 'approvalNeeded')
  assert.equal((await change(undefined)).error?.reason, 'approvalNeeded')
  assert.equal((await change(10)).error, undefined)
  assert.deepEqual(await room.shop.verify(), [])
})
