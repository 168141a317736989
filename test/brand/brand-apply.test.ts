import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { Connection } from '../../server/ground/database/connection.ts'
import { type Applied, type AppliedChange, applyBrandFile } from '../../server/storage/brand-store/apply/apply.ts'
import { exportText } from '../../server/storage/brand-store/export.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { passwordMatches } from '../../server/storage/brand-store/passwords.ts'
import { byOperator, testSealer } from '../support/shop.ts'
import { messageOf, placedMessage } from '../support/told-fault.ts'

const demo = readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8')
const pins = {
  seal: (brand: string, card: string, pin: string) => ({
    sealed: Buffer.from(pin),
    check: createHash('sha256').update(`${brand} ${card} ${pin}`).digest(),
  }),
}
const options = { ...byOperator, random: (count: number) => randomBytes(count), pins, sealer: testSealer }
const nothing = { changed: false, lines: [], newSecrets: [], warnings: [] }

let client: pg.Client
let db: Connection

before(async () => {
  client = await connect()
  db = await Connection.open({ url: testUrl() })
})
after(() => Promise.all([client.end(), db.close()]))

function testUrl(): string {
  const url = process.env.PURSER_TEST_DATABASE
  assert(url, 'PURSER_TEST_DATABASE must name a migrated database; `npm test` makes one')
  return url
}

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: testUrl() })
  await opened.connect()
  return opened
}

const newBrandId = () => `brand-${randomBytes(6).toString('hex')}`

interface Parts {
  readonly id: string
  readonly programs?: unknown
  readonly [section: string]: unknown
}

function brandFile({ id, ...sections }: Parts): string {
  const points = { balanceType: 'Points', scale: 0 }
  return stringify(
    {
      brand: { id, name: 'Bakery', country: 'US', currency: 'USD' },
      programs: [{ id: 'rewards', valueTypes: [points], cardSets: [{ id: 'cards', cards: [{ cardNumber: '7001' }] }] }],
      ...sections,
    },
    { aliasDuplicateObjects: false },
  )
}

const program = (fields: object) => [{ id: 'rewards', valueTypes: [{ balanceType: 'Points', scale: 0 }], ...fields }]

const apply = (text: string, more: object = {}) => applyBrandFile(db, text, { ...options, ...more })

async function applied(text: string): Promise<AppliedChange> {
  const outcome = await apply(text)
  assert('changed' in outcome, JSON.stringify(outcome))
  return outcome
}

function faultsOf(outcome: Applied): string[] {
  return 'faults' in outcome ? outcome.faults.map(placedMessage) : []
}

async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

const versionOf = async (id: string) => (await loadBrand(db, id, testSealer))?.version

test('a brand file makes a brand; applied again it changes nothing', async () => {
  const id = newBrandId()
  const text = demo.replace('"1001"', `"${id}"`)

  const first = await applied(text)
  assert.equal(first.changed, true)
  assert.ok(first.lines.includes('cardSets/rewards-cards: 500 more cards'))
  assert.deepEqual(await applied(text), nothing)

  const brand = await loadBrand(db, id, testSealer)
  assert.equal(brand?.version, 1)
  assert.equal(brand?.locations.get('L1')?.terminals.has('T2'), true)
  assert.equal(brand?.locations.get('L2')?.currency, 'USD')
  assert.equal(brand?.programs.get('gift')?.cardsExpireAfterDays, 1825)
  assert.equal(brand?.cardSets.get('gift-cards')?.id, 'gift')
  assert.deepEqual(brand?.exchangeRates.get('EUR'), { units: 11, scale: 1 })
  const money = brand?.programs.get('gift')?.valueTypes[0]
  assert.equal(money?.maxBalance, 100_000)
  assert.equal(brand?.valueTypes.get(money?.id ?? 0), money)
})

test('generated cards have the asked form, a pin, and numbers of their own', async () => {
  const id = newBrandId()
  const generate = { count: 3000, prefix: '6006', length: 16 }
  await applied(brandFile({ id, programs: program({ pinLength: 6, cardSets: [{ id: 'cards', generate }] }) }))

  const cards = await rows<{ card_number: string; pin_sealed: Buffer; status: string; pick_key: number }>(
    'select card_number, pin_sealed, status, pick_key from card where brand_id = $1',
    [id],
  )
  assert.equal(new Set(cards.map((card) => card.card_number)).size, 3000)
  assert.ok(cards.every((card) => /^6006\d{12}$/.test(card.card_number)))
  assert.ok(cards.every((card) => /^\d{6}$/.test(card.pin_sealed.toString()) && card.status === 'Inventory'))
  assert.ok(new Set(cards.map((card) => card.pick_key)).size > 2900)
})

test('a card set grows, and never shrinks', async () => {
  const id = newBrandId()
  const withCount = (count: number) =>
    brandFile({ id, programs: program({ cardSets: [{ id: 'cards', generate: { count, prefix: '9', length: 12 } }] }) })
  await applied(withCount(10))

  const more = await applied(withCount(25))
  assert.deepEqual(more.lines, ['cardSets/cards: generate.count 10 -> 25', 'cardSets/cards: 15 more cards'])
  assert.deepEqual(faultsOf(await apply(withCount(24))), [
    'programs[rewards].cardSets[cards].generate.count: 25 cards already exist; a card set can only grow',
  ])
  const [count] = await rows<{ count: string }>('select count(*) from card where brand_id = $1', [id])
  assert.equal(Number(count?.count), 25)
})

test('listed cards are made once, keep their order, and stay when the list forgets them', async () => {
  const id = newBrandId()
  const withCards = (...numbers: string[]) =>
    brandFile({
      id,
      programs: program({ cardSets: [{ id: 'c', cards: numbers.map((one) => ({ cardNumber: one })) }] }),
    })
  await applied(withCards('9000', '1000'))
  assert.deepEqual((await applied(withCards('5000', '9000'))).lines, ['cardSets/c: 1 more card'])

  const listed = await rows('select card_number from card where brand_id = $1 order by card_id', [id])
  assert.deepEqual(
    listed.map((card) => card.card_number),
    ['9000', '1000', '5000'],
  )
})

test('a card number cannot be in two sets, and a set not in two programs', async () => {
  const id = newBrandId()
  await applied(brandFile({ id }))
  const other = { id: 'other', cards: [{ cardNumber: '7001' }] }
  assert.deepEqual(faultsOf(await apply(brandFile({ id, programs: program({ cardSets: [other] }) }))), [
    'programs[rewards].cardSets[other].cards[7001]: already exists in the card set cards',
  ])
  const moved = [...program({}), ...program({ id: 'second', cardSets: [{ id: 'cards' }] })]
  assert.deepEqual(faultsOf(await apply(brandFile({ id, programs: moved }))), [
    'programs[second].cardSets[cards]: belongs to the program rewards; a card set cannot move to another program',
  ])
})

test('a scale never changes, not even after its value type was switched off', async () => {
  const id = newBrandId()
  const withTypes = (...valueTypes: object[]) => brandFile({ id, programs: program({ valueTypes }) })
  const points = { balanceType: 'Points', scale: 0 }
  const stars = { balanceType: 'Custom', balanceCode: 'STARS', scale: 1 }
  await applied(withTypes(points, stars))
  assert.deepEqual((await applied(withTypes(points))).lines, ['programs/rewards/valueTypes/Custom STARS: switched off'])

  assert.deepEqual(faultsOf(await apply(withTypes(points, { ...stars, scale: 2 }))), [
    'programs[rewards].valueTypes[Custom STARS].scale: is 1 and cannot become 2',
  ])
  const off = await loadBrand(db, id, testSealer)
  assert.deepEqual(
    off?.programs.get('rewards')?.valueTypes.map((type) => type.switchedOff),
    [false, true],
  )
  await applied(withTypes(points, stars))
  const on = await loadBrand(db, id, testSealer)
  assert.deepEqual([...(on?.valueTypes.keys() ?? [])], [...(off?.valueTypes.keys() ?? [])])
})

test('what disappears is switched off, and issued cards can still be used', async () => {
  const id = newBrandId()
  const full = brandFile({ id, locations: [{ id: 'L1', terminals: ['T1'] }] })
  const programs = [{ id: 'new', valueTypes: [{ balanceType: 'Points', scale: 2 }] }]
  await applied(full)
  await applied(brandFile({ id, programs }))

  const brand = await loadBrand(db, id, testSealer)
  assert.equal(brand?.locations.has('L1'), false)
  assert.equal(brand?.document.switchedOff.locations[0]?.id, 'L1')
  assert.equal(brand?.cardSets.get('cards')?.id, 'rewards')
  assert.equal(brand?.programs.get('rewards')?.switchedOff, true)
  assert.equal(brand?.openCardSets.has('cards'), false)
  assert.equal(brand?.valueTypes.size, 2)
  assert.equal((await applied(full)).changed, true)
  const back = await loadBrand(db, id, testSealer)
  assert.equal(back?.programs.get('rewards')?.switchedOff, false)
  assert.deepEqual(back?.document.switchedOff.locations, [])
})

test('a dry run says what would change, and changes nothing', async () => {
  const id = newBrandId()
  const outcome = await apply(brandFile({ id }), { dryRun: true })
  assert.ok('lines' in outcome && outcome.lines.includes('cardSets/cards: 1 more card'))
  assert.equal(await loadBrand(db, id, testSealer), undefined)
})

test('a file with faults changes nothing', async () => {
  const id = newBrandId()
  await applied(brandFile({ id }))
  assert.equal(faultsOf(await apply(brandFile({ id, locations: [{ id: 'L1', group: 'none' }] }))).length, 1)
  assert.equal(await versionOf(id), 1)
})

test('a change adds one to the version and is announced', async (t) => {
  const id = newBrandId()
  const listener = await connect()
  t.after(() => listener.end())
  const heard: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query('listen purser_brand')
  await applied(brandFile({ id }))
  await applied(brandFile({ id, groups: [{ id: 'all' }] }))
  await applied(brandFile({ id, groups: [{ id: 'all' }] }))
  await listener.query('select 1')
  assert.equal(await versionOf(id), 2)
  assert.equal(heard.filter((payload) => payload === id).length, 2)
})

test('only keys of the file are revoked, and a key revoked by hand stays revoked', async () => {
  const id = newBrandId()
  const key = (name: string) => ({ key: name, secret: `secret-of-${name}-0123` })
  await applied(brandFile({ id, apiKeys: [key('one'), key('two')] }))
  await client.query(
    `insert into api_key (brand_id, api_key, secret_sha256, origin) values ($1, 'hand', sha256('x'), 'command')`,
    [id],
  )
  await client.query(`update api_key set revoked_at = now() where brand_id = $1 and api_key = 'one'`, [id])
  await applied(brandFile({ id, apiKeys: [key('one')] }))

  const keys = await rows('select api_key, revoked_at is null as live from api_key where brand_id = $1 order by 1', [
    id,
  ])
  assert.deepEqual(keys, [
    { api_key: 'hand', live: true },
    { api_key: 'one', live: false },
    { api_key: 'two', live: false },
  ])
  assert.match(faultsOf(await apply(brandFile({ id, apiKeys: [key('hand')] })))[0] ?? '', /created by hand/)
})

test('no secret of the file is kept or exported, and the same password changes nothing', async () => {
  const id = newBrandId()
  const secrets = {
    apiKeys: [{ key: 'k', secret: 'plain-secret-0123' }],
    locations: [{ id: 'L1', employees: [{ id: 'E', password: 'plain-password' }] }],
    senders: {
      email: { smtp: 'smtp://me:plain-mail@mail.test:25', from: 'a@b.test' },
      webhook: { url: 'http://a.test/', secrets: ['plain-webhook-secret'] },
      caps: { perCardPerDay: 3 },
    },
  }
  await applied(brandFile({ id, ...secrets }))
  assert.deepEqual(await applied(brandFile({ id, ...secrets })), nothing)

  const brand = await loadBrand(db, id, testSealer)
  const hash = brand?.locations.get('L1')?.employees.get('E')?.passwordHash ?? ''
  assert.equal(await passwordMatches(hash, 'plain-password'), true)
  assert.doesNotMatch(JSON.stringify(brand?.document), /plain-(secret|password)/)
  const exported = (await exportText(db, id)) ?? ''
  assert.doesNotMatch(exported, /plain-/)
  assert.match(exported, /perCardPerDay: 3/)
  assert.deepEqual(await applied(exported), nothing)
  assert.equal(brand?.document.senders.webhook?.secrets?.[0], 'plain-webhook-secret')
})

test('start --brand applies a file only when its content is new', async () => {
  const id = newBrandId()
  const text = brandFile({ id })
  await applied(text)
  await applied(brandFile({ id, groups: [{ id: 'all' }] }))
  const again = await apply(brandFile({ id, groups: [{ id: 'all' }] }), { onlyIfChanged: true })
  assert.deepEqual(again, nothing)
  const older = await apply(text, { onlyIfChanged: true })
  assert.deepEqual(older, { changed: true, lines: ['groups/all: switched off'], newSecrets: [], warnings: [] })
})

test('two applies of a new brand at once follow each other', async (t) => {
  const id = newBrandId()
  const other = await Connection.open({ url: testUrl() })
  t.after(() => other.close())
  const text = brandFile({ id })
  const [first, second] = await Promise.all([apply(text), applyBrandFile(other, text, options)])
  assert.deepEqual([first, second].map((outcome) => 'changed' in outcome && outcome.changed).toSorted(), [false, true])
  assert.equal(await versionOf(id), 1)
})

test('an export applied to an empty brand gives the same export', async () => {
  const [id, copy] = [newBrandId(), newBrandId()]
  await applied(demo.replace('"1001"', `"${id}"`))
  const exported = (await exportText(db, id)) ?? ''
  await applied(exported.replace(id, copy))
  assert.equal((await exportText(db, copy))?.replace(copy, id), exported)
})

test('texts by language come back as they were, and applying them again changes nothing', async () => {
  const id = newBrandId()
  const file = parse(brandFile({ id }))
  const body = { en: 'Hi', 'pt-BR': '<b>Oi</b>: "{{ date }}"' }
  const templates = [{ id: 't', channel: 'email', body }]
  await applied(JSON.stringify({ ...file, brand: { ...file.brand, languages: ['pt-BR', 'en'] }, templates }))
  const exported = (await exportText(db, id)) ?? ''
  const { brand, templates: kept } = parse(exported)
  assert.deepEqual([brand.languages, brand.language, kept[0].body], [['pt-BR', 'en'], 'pt-BR', body])
  assert.partialDeepStrictEqual(await applied(exported), { changed: false, lines: [] })
})

test('any brand: applied, exported and applied again, nothing changes', async () => {
  await fc.assert(
    fc.asyncProperty(randomSections, async (sections) => {
      const id = newBrandId()
      await applied(brandFile({ id, ...sections }))
      const exported = (await exportText(db, id)) ?? ''
      assert.deepEqual(await applied(exported), nothing)
      assert.equal(await exportText(db, id), exported)
      assert.equal(await versionOf(id), 1)
    }),
    { numRuns: 40 },
  )
})

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .:#'"{}-]{0,12}[A-Za-z0-9]$/)
const amount = fc.double({ min: 0.01, max: 1e6, noNaN: true }).map((value) => Number(value.toPrecision(6)))
const uniqueBy = <T>(entry: fc.Arbitrary<T>, key: (value: T) => unknown) =>
  fc.uniqueArray(entry, { selector: key, maxLength: 4 })

const randomCondition = fc.oneof(
  fc.record({ fact: fc.constant('checkout.total'), op: fc.constantFrom('>=', '<', '!='), value: amount }),
  fc.record({
    fact: fc.constant('keyValue'),
    key: name,
    op: fc.constant('in'),
    value: fc.array(name, { minLength: 1 }),
  }),
  fc.record({ fact: fc.constant('customer.birthday'), op: fc.constantFrom('exists', 'missing') }),
  fc.record({ none: fc.array(fc.record({ fact: fc.constant('card.isChild') }), { maxLength: 2 }) }),
)
const randomRule = fc.record({
  id: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
  trigger: fc.constantFrom('checkout', 'custom'),
  when: fc.array(randomCondition, { maxLength: 3 }),
  then: fc.constantFrom([{ enroll: { program: 'rewards' } }], [{ issue: { balanceType: 'Points', amount: 15 } }]),
})
const randomSections = fc.record({
  groups: uniqueBy(fc.record({ id: name, name }), (group) => group.id),
  locations: uniqueBy(
    fc.record({ id: name, name, terminals: fc.uniqueArray(name, { maxLength: 3 }) }),
    (location) => location.id,
  ),
  products: uniqueBy(fc.record({ sku: name, cost: amount, categories: fc.uniqueArray(name) }), (one) => one.sku),
  webhooks: uniqueBy(
    fc.record(
      { id: name, url: fc.webUrl(), active: fc.boolean(), events: fc.constant(['rule.fired', 'coupon.used']) },
      { requiredKeys: ['id', 'url'] },
    ),
    (webhook) => webhook.id,
  ),
  campaigns: uniqueBy(
    fc.record({
      id: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
      name,
      active: fc.boolean(),
      rules: uniqueBy(randomRule, (rule) => rule.id),
    }),
    (campaign) => campaign.id,
  ),
})

test('warnings are told and change nothing about the apply, unless it is strict', async () => {
  const where = { sku: ['MUG'] }
  const rule = { id: 'r', trigger: 'checkout', then: [{ discount: { percent: 10, on: { where } } }] }
  const id = newBrandId()
  const text = brandFile({ id, products: [{ sku: 'ESP' }], campaigns: [{ id: 'off', rules: [rule] }] })
  const warning = 'no product of this file has the SKU "MUG", so it matches nothing; known: ESP; or add it to products'
  const path = 'campaigns[off].rules[r].then[0].discount.on.where.sku'
  assert.deepEqual(faultsOf(await apply(text, { strict: true })), [`${path}: ${warning}`])
  assert.equal(await versionOf(id), undefined)
  const { warnings = [], changed } = await applied(text)
  assert.deepEqual([changed, warnings.map((one) => [one.path, messageOf(one)])], [true, [[path, warning]]])
})
