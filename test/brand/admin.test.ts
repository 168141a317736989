import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ask } from '../support/race.ts'
import { applyFile, openShop, type Shop, times } from '../support/shop.ts'

const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})
const coupons = { id: 'welcome', name: 'Welcome', generate: { count: 2, prefix: 'W', length: 12 } }
const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile

async function stockOf(shop: Shop) {
  const [cards] = await ask(`select count(*)::integer as n from card where brand_id = $1`, [shop.id])
  const [made] = await ask(`select count(*)::integer as n from coupon where brand_id = $1`, [shop.id])
  return [cards?.n, made?.n]
}

test('an export can be applied again and changes nothing', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'], employees: [{ id: 'E1', password: 'open sesame' }] },
  ]
  const shop = await openShop({ locations, more: { couponSets: [coupons] } })

  const brandFile = await exported(shop)

  assert.equal(brandFile.brand.id, shop.id)
  assert.ok(!JSON.stringify(brandFile).includes(shop.secret) && !JSON.stringify(brandFile).includes('open sesame'))
  const again = await shop.must('applyBrand', { brandFile })
  assert.deepEqual([again.changed, again.changes], [false, []])
})

test('a file is applied whole, and counts for the very next call', async () => {
  const shop = await openShop()
  const brandFile = await exported(shop)
  const locations = [...brandFile.locations, { id: 'L2', name: 'Pier 2', terminals: ['T9'] }]
  const changed = { ...brandFile, locations, couponSets: [coupons] }

  const dry = await shop.must('applyBrand', { brandFile: changed, dryRun: true })
  assert.equal(dry.changed, true)
  assert.deepEqual(await exported(shop), brandFile)

  const { changes } = await shop.must('applyBrand', { brandFile: changed })
  assert.deepEqual(changes, dry.changes)
  await shop.must('search', { filters: {} }, { location: 'L2', terminal: 'T9' })
  assert.deepEqual(await stockOf(shop), [40, 2])
  assert.deepEqual(await shop.verify(), [])
})

test('a secret that applying a file makes is answered once, and kept nowhere as it is', async () => {
  const shop = await openShop()
  const file = { ...(await exported(shop)), webhooks: [{ id: 'crm', url: 'https://crm.test/hook' }] }
  assert.deepEqual((await shop.must('applyBrand', { brandFile: file, dryRun: true })).newSecrets, [])

  const { newSecrets } = await shop.must('applyBrand', { brandFile: file })

  const [{ address, secret }] = newSecrets
  assert.deepEqual([newSecrets.length, address], [1, 'webhooks/crm'])
  assert.match(secret, /^whsec_/)
  const rows = await ask(
    `select (select row_to_json(brand)::text from brand where brand_id = $1) as brand,
       (select string_agg(row_to_json(request)::text, ' ') from request where brand_id = $1) as requests`,
    [shop.id],
  )
  assert.ok(!JSON.stringify(rows).includes(secret))
  const again = await shop.must('applyBrand', { brandFile: await exported(shop) })
  assert.deepEqual([again.changed, again.newSecrets], [false, []])
  assert.deepEqual(await shop.verify(), [])
})

test('a file with faults changes nothing and is told all of them', async () => {
  const shop = await openShop()
  const brandFile = await exported(shop)
  const wrong = {
    ...brandFile,
    colour: 'red',
    couponSets: [{ ...coupons, generate: { count: -1, prefix: 'W', length: 12 } }],
  }

  const { body } = await shop.call('applyBrand', { brandFile: wrong })

  assert.equal(body.errorCode, 100)
  assert.match(body.errorMessage, /^brandFile: .*colour.*; .*couponSets/)
  assert.deepEqual(await exported(shop), brandFile)
})

test('of many faults the first are told and the rest counted, however long the words of each', async () => {
  const shop = await openShop()
  const junk = Object.fromEntries(times(60, (index) => [`part${index}`, null]))
  for (const promote of [true, false]) {
    const brandFile = promote ? junk : { ...junk, brand: { id: shop.id } }
    const { body } = await shop.call('applyBrand', { brandFile, promote })
    assert.equal(body.errorCode, 100)
    assert.match(body.errorMessage, /^brandFile: part0: unknown key.*; part1: unknown key.*; and \d+ more$/)
    assert.ok(body.errorMessage.length < 2000, body.errorMessage)
  }
  const long = await shop.call('applyBrand', { brandFile: { ['x'.repeat(5000)]: null }, promote: true })
  assert.ok(long.body.errorMessage.length < 2000, long.body.errorMessage)
})

test("no file but the brand's own can be applied, and none that makes too much at once", async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const brandFile = await exported(shop)
  const many = { ...coupons, generate: { count: 20_000, prefix: 'W', length: 14 } }
  const foreign = await exported(other)
  for (const file of [foreign, { ...brandFile, couponSets: [many] }, {}, [], 5, 'text', { brand: shop.id }]) {
    assert.equal(
      (await shop.call('applyBrand', { brandFile: file })).body.errorCode,
      100,
      JSON.stringify(file).slice(0, 80),
    )
  }
  assert.deepEqual(await exported(other), foreign)
  assert.deepEqual(await exported(shop), brandFile)
})

test('a key works at once, and no longer once it is revoked', async () => {
  const shop = await openShop()

  const { key, secret } = await shop.must('createKey', { key: 'till-2' })
  assert.equal(key, 'till-2')
  await shop.must('search', { filters: {} }, basic(key, secret))
  assert.equal((await shop.call('createKey', { key })).body.errorCode, 100)
  assert.equal((await shop.call('createKey', { key: 'with space' })).body.errorCode, 100)
  await shop.must('revokeKey', { key })

  assert.equal((await shop.call('search', { filters: {} }, basic(key, secret))).body.errorCode, 101)
  assert.equal((await shop.call('revokeKey', { key })).body.errorCode, 100)
  const { keys } = await shop.must('listKeys', {})
  assert.deepEqual(
    keys.map((one: Record<string, unknown>) => [one.key, one.origin, one.isRevoked]),
    [
      ['till', 'file', false],
      ['till-2', 'command', true],
    ],
  )
  assert.ok(!JSON.stringify(keys).includes(secret))
})

test('a drawn key is like no other', async () => {
  const shop = await openShop()
  const made = await Promise.all(times(5, () => shop.must('createKey', {})))
  assert.equal(new Set(made.flatMap(({ key, secret }) => [key, secret])).size, 10)
})

test('one customRequestId makes cards once, however often it is sent, and leaves one record', async () => {
  const shop = await openShop({ more: { couponSets: [coupons] } })
  const customRequestId = randomUUID()

  const answers = await Promise.all(
    times(6, () => shop.call('generateCards', { cardSetId: 'cards', count: 10 }, { customRequestId })),
  )

  const done = answers.filter(({ body }) => body.success)
  assert.equal(done.length, 1)
  for (const { body } of answers) assert.ok(body.success || [3, 109].includes(body.errorCode), JSON.stringify(body))
  assert.deepEqual(await stockOf(shop), [50, 2])
  const again = await shop.call('generateCoupons', { couponSetId: 'welcome', count: 3 }, { customRequestId })
  assert.equal(again.body.errorCode, 3)
  assert.equal(again.headers['purser-original-request'], done[0]?.body.requestRef)
  await shop.must('requestLookup', { requestRef: done[0]?.body.requestRef })
})

test('cards and coupons that a call made can be used, and leave the brand file as it is', async () => {
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 1, prefix: '60', length: 16 } }]
  const shop = await openShop({ cardSets, program: { pinLength: 4 }, more: { couponSets: [coupons] } })
  const before = await exported(shop)
  await shop.card()
  assert.equal((await shop.call('allocate', { cardSetId: 'cards' })).body.errorCode, 16)

  assert.equal((await shop.must('generateCards', { cardSetId: 'cards', count: 3 })).count, 3)
  assert.equal((await shop.must('generateCoupons', { couponSetId: 'welcome', count: 1500 })).count, 1500)

  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  assert.match(cardNumber, /^60\d{14}$/)
  assert.match(pin, /^\d{4}$/)
  assert.deepEqual(await stockOf(shop), [4, 1502])
  assert.deepEqual(await exported(shop), before)
  await applyFile(shop.file)
  assert.deepEqual(await stockOf(shop), [4, 1502])
  assert.deepEqual(await shop.verify(), [])
})

test('no more numbers are made than there are, and a listed set is not generated', async () => {
  const cardSets = [
    { id: 'cards', name: 'Cards', generate: { count: 1, prefix: '6000000', length: 10 } },
    { id: 'listed', name: 'Listed', cards: [{ cardNumber: '80000001' }] },
  ]
  const shop = await openShop({ cardSets })

  assert.equal((await shop.call('generateCards', { cardSetId: 'cards', count: 2000 })).body.errorCode, 100)
  assert.equal((await shop.call('generateCards', { cardSetId: 'listed', count: 1 })).body.errorCode, 100)
  assert.equal((await shop.call('generateCards', { cardSetId: 'cards', count: 10_001 })).body.errorCode, 100)

  assert.deepEqual(await stockOf(shop), [2, 0])
})

test('locations are listed with terminals and employees, without passwords', async () => {
  const employees = [{ id: 'E1', name: 'Ana', password: 'open sesame' }]
  const shop = await openShop({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'], employees }] })

  const { locations } = await shop.must('listLocations', {})

  assert.deepEqual(locations, [
    {
      id: 'L1',
      name: 'Pier 1',
      country: 'US',
      currency: 'USD',
      terminals: ['T1', 'T2'],
      employees: [{ id: 'E1', name: 'Ana' }],
    },
  ])
})

test('a subscription is assigned, shown, and replaced', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const given = { cardNumber, subscriptionId: 'lounge', name: 'Lounge', tier: 'Gold', externalId: 'X-1' }
  const dates = { assignmentStartDate: '2026-01-01 00:00:00', assignmentEndDate: '2027-01-01 00:00:00' }
  const shown = async () => (await shop.must('subscriptionDetails', { cardNumber })).subscriptions

  await shop.must('assignSubscription', { ...given, ...dates })
  const [first] = await shown()
  const { assignmentDate: _, ...rest } = first
  const { cardNumber: __, ...fields } = given
  assert.deepEqual(rest, { ...fields, ...dates, subscriptionStatus: 'Active' })

  await shop.must('assignSubscription', { cardNumber, subscriptionId: 'lounge', subscriptionStatus: 'Inactive' })
  const [second, ...others] = await shown()
  assert.deepEqual([second.subscriptionStatus, second.tier, others], ['Inactive', undefined, []])

  const backwards = { assignmentStartDate: dates.assignmentEndDate, assignmentEndDate: dates.assignmentStartDate }
  assert.equal((await shop.call('assignSubscription', { ...given, ...backwards })).body.errorCode, 100)
  assert.equal((await shop.call('assignSubscription', { ...given, cardNumber: 'nobody' })).body.errorCode, 2)
  assert.equal((await shop.history(cardNumber)).length, 1)
  assert.deepEqual(await shop.verify(), [])
})
