import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import { atServer, outcomes, race } from '../support/race.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { applyFile, openShop, type Shop, startTestService, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const second = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const appOpen = { categoryId: 'app-open', name: 'App opened', groupType: 'MILESTONE', sentiment: 1 }
const openAppShop = () => openShop({ more: { eventTypes: [appOpen] } })

interface Shown {
  readonly categoryId: string
  readonly name: string
  readonly active: boolean
  readonly createDate: string
  readonly modifiedDate: string
}

async function listTypes(shop: Shop, page: object = {}): Promise<Shown[]> {
  return (await shop.must('listEventTypes', page)).eventTypes
}

const namesOf = async (shop: Shop, page: object = {}) => (await listTypes(shop, page)).map(({ name }) => name)

test('a kind of event is defined with every field, and listed with every field', async () => {
  const shop = await openShop()
  const { body } = await shop.call('createEventType', {
    categoryId: 'visit',
    name: 'Visit',
    groupType: 'IN STORE',
    sentiment: -1,
  })
  assert.deepEqual(Object.keys(body).toSorted(), ['requestRef', 'success'])
  const [shown] = await listTypes(shop)
  assert.match(shown?.createDate ?? '', second)
  assert.deepEqual(shown, {
    eventType: 'CUSTOM',
    categoryId: 'visit',
    name: 'Visit',
    groupType: 'IN STORE',
    sentiment: -1,
    active: true,
    createDate: shown?.createDate,
    modifiedDate: shown?.createDate,
  })
  const { callType } = await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.equal(callType, 'UPDATE_ACCOUNT')
})

//  what is given of a new one    becomes
const defaults: readonly [given: object, shown: object][] = [
  [{}, { name: 'kind', groupType: 'OTHER', sentiment: 0 }],
  [{ name: 'Kind' }, { name: 'Kind', groupType: 'OTHER', sentiment: 0 }],
  [{ groupType: 'DIRECT MAIL' }, { name: 'kind', groupType: 'DIRECT MAIL', sentiment: 0 }],
  [{ sentiment: 1 }, { name: 'kind', groupType: 'OTHER', sentiment: 1 }],
  [
    { name: null, groupType: null, sentiment: '-1' },
    { name: 'kind', groupType: 'OTHER', sentiment: -1 },
  ],
]

for (const [given, shown] of defaults) {
  test(`a new kind of event of which only ${JSON.stringify(given)} is said`, async () => {
    const shop = await openShop()
    await shop.must('createEventType', { categoryId: 'kind', ...given })
    const [found] = await listTypes(shop)
    assert.partialDeepStrictEqual(found, shown)
  })
}

test('one that exists is renamed, and nothing else of it is changed', async () => {
  const shop = await openShop()
  await shop.must('createEventType', { categoryId: 'visit', name: 'Visit', groupType: 'SOCIAL', sentiment: 1 })
  await shop.must('createEventType', { categoryId: 'visit', name: 'Call' })
  const [renamed, ...others] = await listTypes(shop)
  assert.partialDeepStrictEqual(renamed, { name: 'Call', groupType: 'SOCIAL', sentiment: 1 })
  assert.deepEqual(others, [])
  await shop.must('createEventType', { categoryId: 'visit', groupType: 'OTHER', sentiment: 0 })
  assert.partialDeepStrictEqual((await listTypes(shop))[0], { name: 'Call', groupType: 'SOCIAL', sentiment: 1 })
})

//  what is wrong
const wrongTypes: Refusals = [
  [{ categoryId: undefined }, 100, 'categoryId'],
  [{ categoryId: '' }, 100, 'categoryId'],
  [{ categoryId: 'x'.repeat(101) }, 100, 'categoryId'],
  [{ name: 'x'.repeat(201) }, 100, 'name'],
  [{ groupType: 'other' }, 100, 'groupType'],
  [{ sentiment: 2 }, 100, 'sentiment'],
  [{ sentiment: -2 }, 100, 'sentiment'],
  [{ sentiment: 0.5 }, 100, 'sentiment'],
  [{ sentiment: 'good' }, 100, 'sentiment'],
]

test('createEventType refuses what is not right, and changes nothing', async () => {
  const shop = await openAppShop()
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of wrongTypes)
    assertRefused(await shop.call('createEventType', { categoryId: 'visit', ...(change as object) }), code, field)
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('pages run from the oldest to the newest, each kind once', async () => {
  const shop = await openAppShop()
  for (const index of times(24, (at) => at))
    await shop.must('createEventType', { categoryId: `kind-${24 - index}`, name: `n${index}` })
  const all = await namesOf(shop)
  assert.deepEqual(all, ['App opened', ...times(24, (index) => `n${index}`)])
  const pages = [0, 10, 20].map((offset) => namesOf(shop, { offset, limit: 10 }))
  assert.deepEqual((await Promise.all(pages)).flat(), all)
  assert.deepEqual(await namesOf(shop, { offset: 25 }), [])
  assert.deepEqual(await namesOf(shop, { offset: 100_000, limit: 1000 }), [])
})

//  bounds of the page
const wrongPages: Refusals = [
  [{ offset: -1 }, 100, 'offset'],
  [{ offset: 100_001 }, 100, 'offset'],
  [{ limit: 9 }, 100, 'limit'],
  [{ limit: 1001 }, 100, 'limit'],
  [{ limit: 'all' }, 100, 'limit'],
]

test('a page has bounds', async () => {
  const shop = await openShop()
  for (const [page, code, field] of wrongPages) assertRefused(await shop.call('listEventTypes', page), code, field)
  const old = await openShop({ brand: { apiVersion: 1 } })
  assert.equal((await old.call('listEventTypes', { limit: 1 })).headers['purser-unknown-fields'], 'limit')
})

test('dates are those of the interface’s time zone', async () => {
  const shop = await openShop({ settings: { interfaceTimeZone: 'Pacific/Kiritimati' } })
  await shop.must('createEventType', { categoryId: 'visit' })
  await sql(
    `update event_type set created_at = '2026-01-31 12:00:00Z', modified_at = '2026-02-28 11:59:59Z' where brand_id = $1`,
    [shop.id],
  )
  const [shown] = await listTypes(shop)
  assert.deepEqual([shown?.createDate, shown?.modifiedDate], ['2026-02-01 02:00:00', '2026-03-01 01:59:59'])
})

test('a name that a call gave stays until the brand file gives another one', async () => {
  const shop = await openAppShop()
  await shop.must('createEventType', { categoryId: 'app-open', name: 'Opened' })
  assert.deepEqual(await namesOf(shop), ['Opened'])

  const other = { categoryId: 'other' }
  await applyFile({ ...shop.file, eventTypes: [appOpen, other] })
  assert.deepEqual(await namesOf(shop), ['Opened', 'other'])
  await applyFile({ ...shop.file, eventTypes: [{ ...appOpen, sentiment: 0 }, other] })
  assert.deepEqual(await namesOf(shop), ['App opened', 'other'])
})

test('what disappears from the file is switched off, and comes back by file or by call; what a call made stays', async () => {
  const shop = await openAppShop()
  const activeOf = async () =>
    Object.fromEntries((await listTypes(shop)).map(({ categoryId, active }) => [categoryId, active]))
  await shop.must('createEventType', { categoryId: 'visit' })
  const without = { ...shop.file, eventTypes: [] }

  await applyFile(without)
  assert.deepEqual(await activeOf(), { 'app-open': false, visit: true })
  await applyFile(shop.file)
  assert.deepEqual(await activeOf(), { 'app-open': true, visit: true })
  await applyFile(without)
  await shop.must('createEventType', { categoryId: 'app-open' })
  assert.deepEqual(await activeOf(), { 'app-open': true, visit: true })
  assert.equal((await namesOf(shop))[0], 'App opened', 'its definition was kept')

  await applyFile({ ...shop.file, eventTypes: [{ categoryId: 'visit', name: 'From the file' }] })
  assert.deepEqual((await namesOf(shop)).toSorted(), ['App opened', 'From the file'])
  await applyFile(without)
  assert.equal((await activeOf()).visit, true, 'a call made it')
})

test('rules of a brand file may name a kind that a call defined, and no other', async () => {
  const shop = await openShop()
  const rule = (categoryId: string) => ({ id: 'log', trigger: 'checkout', then: [{ logEvent: { categoryId } }] })
  const fileOf = (categoryId: string) => ({
    ...shop.file,
    campaigns: [{ id: 'main', name: 'Main', rules: [rule(categoryId)] }],
  })
  await assert.rejects(applyFile(fileOf('visit')), /there is no event type "visit"/)
  await shop.must('createEventType', { categoryId: 'visit' })
  await applyFile(fileOf('visit'))
  await assert.rejects(applyFile(fileOf('other')), /there is no event type "other"/)
  await applyFile({ ...fileOf('other'), eventTypes: [{ categoryId: 'other' }] })
  await assert.rejects(applyFile(fileOf('other')), /there is no event type "other"/, 'a file made it')
  await applyFile(shop.file)
  await assert.rejects(applyFile(fileOf('other')), /there is no event type "other"/, 'it is switched off')
  await shop.must('createEventType', { categoryId: 'other' })
  await applyFile(fileOf('other'))
  await applyFile(fileOf('visit'))

  const cardNumber = await shop.card()
  await shop.must('checkout', { cardNumber, checkoutTotal: 1 })
  const events = await sql('select category_id from event where brand_id = $1', [shop.id])
  assert.deepEqual(events, [{ category_id: 'visit' }])
})

test('a customRequestId defines a kind once', async () => {
  const shop = await openShop()
  const headers = { customRequestId: 'define-1' }
  await shop.must('createEventType', { categoryId: 'visit', name: 'First' }, headers)
  const again = await shop.call('createEventType', { categoryId: 'visit', name: 'Second' }, headers)
  assertRefused(again, 3)
  assert.deepEqual(await namesOf(shop), ['First'])
})

test('two brands have two kinds of the same id', async () => {
  const [us, them] = [await openShop(), await openAppShop()]
  const before = await dumpBrand(them.id)
  await us.must('createEventType', { categoryId: 'app-open', name: 'Ours' })
  assert.deepEqual(await dumpBrand(them.id), before)
  assert.deepEqual(await namesOf(us), ['Ours'])
  assert.deepEqual(await namesOf(them), ['App opened'])
})

race('forty calls define one kind together, and it is one kind', async ({ shop, till }) => {
  const groups = ['ECOM', 'SMS', 'SOCIAL', 'OTHER']
  const answers = await Promise.all(
    times(40, (caller) =>
      till(caller).call('createEventType', {
        categoryId: 'visit',
        name: `n${caller}`,
        groupType: groups[caller % 4],
        sentiment: (caller % 3) - 1,
      }),
    ),
  )
  assert.deepEqual(outcomes(answers), { ok: 40 })
  const [shown, ...others] = await listTypes(shop)
  assert.deepEqual(others, [])
  // The first defined it, and the last named it.
  assert.match(shown?.name ?? '', /^n\d+$/)
  const made = times(12, (one) => `${groups[one % 4]} ${(one % 3) - 1}`)
  const { groupType, sentiment } = shown as unknown as { groupType: string; sentiment: number }
  assert.ok(made.includes(`${groupType} ${sentiment}`))
})

test('a file and calls that name the same kinds at once do not get in each other’s way', async () => {
  const shop = await openShop()
  const service = await startTestService()
  try {
    const ids = times(10, (index) => `kind-${index}`)
    const calls = ids.flatMap((categoryId) => [
      shop.call('createEventType', { categoryId }),
      atServer(shop, service).call('createEventType', { categoryId, name: 'Call' }),
    ])
    const file = applyFile({ ...shop.file, eventTypes: ids.toReversed().map((categoryId) => ({ categoryId })) })
    assert.deepEqual(outcomes(await Promise.all(calls)), { ok: 20 })
    await file
    assert.equal((await listTypes(shop)).length, 10)
  } finally {
    await service.stop()
  }
})
