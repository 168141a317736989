import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dueDrafts } from '../../server/background/jobs/schedule/due-drafts.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { hasOtherMembers } from '../../server/domain/judge/named-members.ts'
import { standingNow } from '../../server/doors/access/login/standing-now.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { draftOf, foresee, off } from '../support/given-drafts.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { applyFile, testSealer } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let room: PortalRoom
let mia: PortalUser

before(async () => {
  const portal = { publish: { maxGiven: { percent: 20 } } }
  room = await openPortalRoom({ runsJobs: true, flags: ['--job-lease', '10'], more: { portal } })
  mia = await room.login('marketer')
  await room.login('finance')
})

after(() => room?.close())

const published = async (draft: object) => (await mia.call('publishDraft', draft)).body

test('where nothing was sold, nobody knows what share of it would be given', async () => {
  const draft = await draftOf(mia, off(90))
  await foresee(mia, draft)
  assert.match((await published(draft)).error.text, /is not known/)
})

test('days to come, and a month that is over for long, tell nothing', async () => {
  const cardNumber = await room.shop.card()
  await room.shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 40') })
  const draft = await draftOf(mia, off(10))
  for (const days of [
    [-1, -40],
    [1, -40],
    [27, -10],
  ] as const) {
    await foresee(mia, draft, days)
    assert.match((await published(draft)).error?.text ?? 'published', /is not known/, days.join())
  }
  await foresee(mia, draft)
  const age = (days: number) =>
    room.pool.rows`
      update errand set ended_at = ended_at - make_interval(days => ${days}) where brand_id = ${room.shop.id}`
  await age(4)
  assert.match((await published(draft)).error?.text ?? 'published', /is not known/)
  await age(-4)
  assert.equal((await published({ ...draft, dryRun: true })).error, undefined)
})

test('campaigns that begin later are counted together', async () => {
  const later = { from: '2099-01-01 00:00:00' }
  const first = await draftOf(mia, off(15, { id: 'a', ...later }))
  await foresee(mia, first)
  assert.equal((await published(first)).state, 'published')
  const second = await draftOf(mia, off(15, { id: 'b', ...later }))
  await foresee(mia, second)
  assert.match((await published(second)).error?.text ?? 'published', /would have given (2[5-9]|30)/)
})

test('a pause is undone as it was made, and nothing else is resumed alone', async () => {
  const version = async () => (await room.shop.must('exportBrand', {})).brandFile.exportedFrom.version
  const put = async (active: boolean) => {
    const entry = off(15, { id: 'a', from: '2099-01-01 00:00:00', active })
    const edits = [{ section: 'campaigns', key: 'a', entry }]
    return (await mia.call('editBrand', { edits, baseVersion: await version() })).body
  }
  assert.equal((await put(false)).error, undefined)
  assert.equal((await put(true)).error, undefined)
  assert.equal((await put(false)).error, undefined)
  const edits = [{ section: 'groups', key: 'north', entry: { id: 'north', name: 'North' } }]
  await room.shop.must('editBrand', { edits, baseVersion: await version() })
  assert.equal((await put(true)).error?.reason, 'approvalNeeded')
})

test('what was foreseen is kept for as long as a draft waits', async () => {
  const draft = await draftOf(mia, off(12, { id: 'c' }))
  await foresee(mia, draft)
  assert.equal((await published({ ...draft, at: '2099-01-01 00:00:00' })).state, 'scheduled')
  await room.pool.rows`delete from errand where brand_id = ${room.shop.id}`
  await room.pool.rows`
    update draft set publish_at = now() - interval '1 hour'
    where brand_id = ${room.shop.id} and draft_id = ${draft.draftId}`
  const pins = new PinKeeper(randomBytes(32), randomBytes)
  const means = { random: randomBytes, pins, sealer: testSealer, standingOf: standingNow }
  await dueDrafts(() => means).run(await openJobRoom(room.shop))
  const { draft: found } = (await mia.call('draftLookup', { draftId: draft.draftId })).body
  assert.equal(found.state, 'published', JSON.stringify(found))
})

test('a login that the author made is no second person for it', async () => {
  const ana = await room.login('administrator')
  const name = `invited-${randomBytes(6).toString('hex')}`
  const { link } = await ana.must('inviteUser', { name, role: 'marketer' })
  const puppet: PortalUser = Object.assign(room.stranger(), { name })
  const password = `a lighthouse keeps ${randomBytes(6).toString('hex')}`
  await puppet.must('useLink', { link: link.split('#')[1], password })
  const draft = await draftOf(ana, off(90))
  await ana.call('submitDraft', draft)
  const refused = (await puppet.call('reviewDraft', { ...draft, approve: true })).body
  assert.equal(refused.error?.reason, 'refused', JSON.stringify(refused))
  // Nor if it was approved while nobody asked for that.
  await room.pool.rows`
    update draft set state = 'approved', approved_revision = revision, reviewed_by = ${`user:${name}`}
    where brand_id = ${room.shop.id} and draft_id = ${draft.draftId}`
  assert.equal((await ana.call('publishDraft', draft)).body.error?.reason, 'approvalNeeded')
  assert.equal((await puppet.call('publishDraft', draft)).body.error?.reason, 'approvalNeeded')
  assert.deepEqual(await room.shop.verify(), [])
})

test('a key is no second person: neither for what a user wrote, nor for a user who wrote by a key', async () => {
  const ana = await room.login('administrator')
  const draft = await draftOf(ana, off(90))
  await ana.call('submitDraft', draft)
  const refused = (await room.shop.call('reviewDraft', { ...draft, approve: true })).body
  assert.deepEqual([refused.errorCode, /a key is no second person/.test(refused.errorMessage)], [104, true])
  await room.pool.rows`
    update draft set state = 'approved', approved_revision = revision, reviewed_by = 'key:other'
    where brand_id = ${room.shop.id} and draft_id = ${draft.draftId}`
  assert.equal((await ana.call('publishDraft', draft)).body.error?.reason, 'approvalNeeded')
  const entries = [{ section: 'campaigns', key: 'promo', text: JSON.stringify(off(90)) }]
  const byKey = await room.shop.must('saveDraft', { title: 'By key', entries })
  const written = { draftId: byKey.draftId, revision: byKey.revision }
  await ana.call('submitDraft', written)
  assert.equal((await ana.call('reviewDraft', { ...written, approve: true })).body.error, undefined)
  assert.equal((await ana.call('publishDraft', written)).body.error?.reason, 'approvalNeeded')
  const other = await room.login('marketer')
  assert.equal((await other.call('publishDraft', { ...written, dryRun: true })).body.error, undefined)
  assert.deepEqual(await room.shop.verify(), [])
})

test('whoever began a draft is no second person for what a key made of it', async () => {
  const [ben, ana] = [await room.login('marketer'), await room.login('administrator')]
  const begun = await draftOf(ben, off(1))
  const entries = [{ section: 'campaigns', key: 'promo', text: JSON.stringify(off(90)) }]
  const { draftId, revision } = await room.shop.must('saveDraft', { ...begun, title: 'Promo', entries })
  const draft = { draftId, revision }
  await ana.call('submitDraft', draft)
  assert.equal((await ana.call('reviewDraft', { ...draft, approve: true })).body.error, undefined)
  assert.equal((await ana.call('publishDraft', draft)).body.error?.reason, 'approvalNeeded')
  const other = await room.login('marketer')
  assert.equal((await other.call('publishDraft', { ...draft, dryRun: true })).body.error, undefined)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a key that only began a draft takes nothing from those who wrote it and approved it', async () => {
  const [ben, ana] = [await room.login('marketer'), await room.login('administrator')]
  const entriesOf = (percent: number) => [{ section: 'campaigns', key: 'promo', text: JSON.stringify(off(percent)) }]
  const begun = await room.shop.must('saveDraft', { title: 'Promo', entries: entriesOf(1) })
  const wish = { draftId: begun.draftId, revision: begun.revision, title: 'Promo', entries: entriesOf(90) }
  const { draftId, revision } = (await ben.call('saveDraft', wish)).body
  const draft = { draftId, revision }
  await ben.call('submitDraft', draft)
  assert.equal((await ana.call('reviewDraft', { ...draft, approve: true })).body.error, undefined)
  assert.equal((await ana.call('publishDraft', { ...draft, dryRun: true })).body.error, undefined)
})

//  products and locations before, after, and whether campaigns that name drinks and north may give more
const espresso = (more: object) => ({ sku: 'ESP', name: 'Espresso', categories: [], ...more })
const place = (more: object) => ({ id: 'L1', name: 'L1', terminals: [], employees: [], ...more })
const memberCases: readonly [object, object, boolean][] = [
  [espresso({}), espresso({ categories: ['drinks'] }), true],
  [espresso({ categories: ['drinks'] }), espresso({}), true],
  [espresso({}), espresso({ parent: 'drinks' }), true],
  [espresso({}), espresso({ categories: ['food'] }), false],
  [espresso({ categories: ['food', 'drinks'] }), espresso({ name: 'Doppio', categories: ['drinks', 'food'] }), false],
  [espresso({ sku: 'TEA' }), espresso({ categories: ['drinks'] }), false],
]

test('products and locations count where they move into or out of what a campaign names', () => {
  const named = new Set(['drinks', 'north'])
  const moved = (before: object, after: object, section: 'products' | 'locations') => {
    const of = (one: object) => ({ brand: {}, products: [], locations: [], [section]: [one] }) as never
    return hasOtherMembers(of(before), of(after), named)
  }
  for (const [was, is, isMore] of memberCases)
    assert.equal(moved(was, is, 'products'), isMore, JSON.stringify([was, is]))
  const family = (parent: object, child: object) =>
    ({
      brand: {},
      products: [espresso(parent), espresso({ sku: 'DOP', parent: 'ESP', ...child })],
      locations: [],
    }) as never
  const isOther = (before: [object, object], after: [object, object], names: Iterable<string> = named) =>
    hasOtherMembers(family(...before), family(...after), new Set(names))
  const drinks = { categories: ['drinks'] }
  assert.equal(isOther([drinks, {}], [drinks, drinks]), true, 'its parent had the category, it had not')
  assert.equal(isOther([{ parent: 'drinks' }, {}], [{ parent: 'drinks' }, drinks]), true, 'it was below, and is in it')
  assert.equal(isOther([{}, {}], [{ parent: 'drinks' }, {}]), true, 'a parent further up')
  assert.equal(isOther([drinks, {}], [drinks, { parent: undefined }]), false, 'no category of its own')
  assert.equal(isOther([{}, {}], [{}, { parent: undefined }], ['ESP']), true)
  assert.equal(moved(place({}), place({ group: 'north' }), 'locations'), true)
  assert.equal(moved(place({ group: 'north' }), place({ group: 'south' }), 'locations'), true)
  assert.equal(moved(place({}), place({ group: 'south' }), 'locations'), false)
})

test('a product that is moved into what a running campaign names needs a second person', async () => {
  const drinks = { fact: 'products.quantity', where: { category: ['drinks'] }, op: '>=', value: 1 }
  const { brandFile } = await room.shop.must('exportBrand', {})
  const rule = { id: 'off', trigger: 'checkout', when: [drinks], then: [{ discount: { percent: 5 } }] }
  const file = {
    ...brandFile,
    products: [{ sku: 'ESP', name: 'Espresso' }],
    campaigns: [{ id: 'cheap', name: 'Cheap', rules: [rule] }],
  }
  await applyFile(file)
  const mover = await room.login('marketer')
  const version = async () => (await room.shop.must('exportBrand', {})).brandFile.exportedFrom.version
  const put = async (categories: readonly string[]) => {
    const edits = [{ section: 'products', key: 'ESP', entry: { sku: 'ESP', name: 'Espresso', categories } }]
    return (await mover.call('editBrand', { edits, baseVersion: await version() })).body
  }
  assert.equal((await put(['food'])).error, undefined)
  assert.equal((await put(['food', 'drinks'])).error?.reason, 'approvalNeeded')
})

test('what a key wrote takes two people only where campaigns would give more', async () => {
  const { brandFile } = await room.shop.must('exportBrand', {})
  await applyFile({ ...brandFile, portal: { publish: { maxGiven: { percent: 20 }, secondPerson: true } } })
  const ana = await room.login('administrator')
  const publishedByOne = async (section: string, entry: { readonly id: string }) => {
    const entries = [{ section, key: entry.id, text: JSON.stringify(entry) }]
    const { draftId, revision } = await room.shop.must('saveDraft', { title: 'By key', entries })
    const draft = { draftId, revision }
    await ana.call('submitDraft', draft)
    assert.equal((await ana.call('reviewDraft', { ...draft, approve: true })).body.error, undefined)
    return (await ana.call('publishDraft', draft)).body
  }
  const coupons = { id: 'later', name: 'Later' }
  const harmless = await publishedByOne('couponSets', coupons)
  assert.equal(harmless.state, 'published', JSON.stringify(harmless))
  assert.equal((await publishedByOne('campaigns', off(90))).error?.reason, 'approvalNeeded')
  assert.deepEqual(await room.shop.verify(), [])
})
