import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isEmail } from '../../server/domain/account/email.ts'
import { toE164 } from '../../server/domain/account/phone.ts'
import { toBrand } from '../../server/domain/brand/brand.ts'
import { findUncountableBudgets } from '../../server/domain/brand/budget-checks.ts'
import { checkAncestors } from '../../server/domain/brand/document.ts'
import { withEdits } from '../../server/domain/brand/edits.ts'
import { faultWords } from '../../server/domain/brand/faults/fault-words.ts'
import { findExcess } from '../../server/domain/brand/keys/rights.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { parseText } from '../../server/domain/brand/reading/parse-text.ts'
import { FileReading, Place } from '../../server/domain/brand/reading/place.ts'
import { parseTemplate } from '../../server/domain/brand/rules/template.ts'
import { checkWorth } from '../../server/domain/brand/shapes/promotion-shape.ts'
import { scheduledDays } from '../../server/domain/campaign/occurrence/schedule-days.ts'
import { renderText } from '../../server/domain/message/render.ts'
import { readJsonBody } from '../../server/ground/contract/json.ts'
import { allSteps } from '../../server/ground/kernel/steps.ts'
import { isDate, parseDateTime } from '../../server/ground/kernel/time.ts'
import { packText, unpackText } from '../../server/storage/brand-store/texts/sent-text.ts'
import { growthOf, slow } from '../support/growth.ts'
import { moreHostileTexts } from '../support/hostile-texts.ts'
import { threadMs } from '../support/thread-turns.ts'

interface Reader {
  readonly name: string
  readonly charactersMax: number
  /** What a text of the longest kind may take; a reader that may take longer works off the thread, or in steps. */
  readonly msMax: number
  read(text: string): unknown
}

const nobody = () => 'nobody'

const readers: readonly Reader[] = [
  {
    name: 'a brand file',
    charactersMax: 40_000,
    msMax: Number.POSITIVE_INFINITY,
    read: (text) => findingsOf(text).faults.map((fault) => faultWords(fault, 'de')),
  },
  // As a thread of its own reads it for whoever sent it.
  {
    name: 'a text on its way to another thread',
    charactersMax: 40_000,
    msMax: Number.POSITIVE_INFINITY,
    read: (text) => allSteps(unpackText(text, packText(allSteps(parseText(text))))),
  },
  // As long as a text may be that is read on the thread itself.
  { name: 'a short text', charactersMax: 12 * 1024, msMax: 100, read: (text) => allSteps(parseText(text)) },
  { name: 'a body', charactersMax: 1_000_000, msMax: 100, read: readJsonBody },
  { name: 'a template', charactersMax: 100_000, msMax: 100, read: parseTemplate },
  { name: 'a message', charactersMax: 100_000, msMax: 100, read: (text) => renderText(text, nobody, 'html') },
  { name: 'a phone number', charactersMax: 1024, msMax: 20, read: (text) => toE164(text, 'US') },
  { name: 'an address', charactersMax: 1024, msMax: 20, read: isEmail },
  { name: 'a time', charactersMax: 1_000_000, msMax: 20, read: (text) => [parseDateTime(text), isDate(text)] },
]

for (const reader of readers)
  test(`reading ${reader.name} takes time in proportion to its length, whatever it says`, async (t) => {
    const { charactersMax: sizeMax, msMax, read } = reader
    const long: string[] = []
    for (const text of moreHostileTexts) {
      const line = await growthOf((characters) => text.of(characters), { sizeMax, msMax, read })
      if (line !== undefined) long.push(`${text.name}: ${line}`)
    }
    t.diagnostic(`${moreHostileTexts.length} texts, slowness ${slow.toFixed(1)}`)
    assert.deepEqual(long, [])
  })

function msOf(work: () => unknown): number {
  const began = threadMs()
  work()
  return threadMs() - began
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: Math.ceil(count) }, (_, i) => make(i))

const customOf = (n: number) => ({ balanceType: 'Custom', balanceCode: `V${n}`, scale: 0 })
const points = { issue: { balanceType: 'Points', amount: 1 } }
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Data of every kind in which one thing can refer to all others. */
const wide: readonly (readonly [string, number, (size: number) => object])[] = [
  ['unknown keys', 30_000, (size) => Object.fromEntries(times(size, (n) => [`k${n}`, 'v']))],
  [
    'products that do not exist',
    8_000,
    (size) => ({ products: times(size, (n) => ({ sku: `p${n}`, parent: `q${n}` })) }),
  ],
  [
    'products in one chain',
    16_000,
    (size) => ({ products: times(size, (n) => ({ sku: `p${n}`, parent: `p${n + 1}` })) }),
  ],
  ['the same product', 16_000, (size) => ({ products: times(size, () => ({ sku: 'p' })) })],
  ['groups without anything', 16_000, (size) => ({ groups: times(size, () => ({})) })],
  [
    'segments that name others',
    2_000,
    (size) => ({ segments: times(size, (n) => ({ id: `s${n}`, when: { fact: `x${n}` } })) }),
  ],
  [
    'rules that name what is not there',
    2_000,
    (size) => ({
      templates: times(size, (n) => ({ id: `template-${n}`, channel: 'sms', body: 'x' })),
      campaigns: [
        {
          id: 'c',
          name: 'C',
          rules: times(size, (n) => ({
            id: `r${n}`,
            trigger: 'checkout',
            then: [{ send: { template: `tmplate${n}` } }],
          })),
        },
      ],
    }),
  ],
  [
    'employees of one place',
    16_000,
    (size) => ({ locations: [{ id: 'L1', employees: times(size, (n) => ({ id: `e${n}` })) }] }),
  ],
  [
    'rules of variants that are not there',
    4_000,
    (size) => ({
      campaigns: [
        {
          id: 'c',
          variants: Object.fromEntries(times(size, (n) => [`variant-${n}`, n === 0 ? 100 : 0])),
          rules: times(size, (n) => ({ id: `r${n}`, variant: `vriant-${n}`, trigger: 'checkout', then: [points] })),
        },
      ],
    }),
  ],
  [
    'lists that are not there',
    2_000,
    (size) => ({
      subscriptionLists: times(size, (n) => ({ uuid: uuidOf(n), name: `list-${n}` })),
      campaigns: [
        {
          id: 'c',
          rules: times(size, (n) => ({
            id: `r${n}`,
            trigger: 'checkout',
            then: [{ notify: { channel: 'email', template: 't', list: `lst-${n}` } }],
          })),
        },
      ],
    }),
  ],
  [
    'a key of one page',
    4_000,
    (size) => ({ ['k'.repeat(20_000)]: 1, products: times(size, (n) => ({ ['x'.repeat(100)]: n })) }),
  ],
]

for (const [name, count, make] of wide)
  test(`a file with ${name} is checked in proportion to its size`, async () => {
    const read = (data: object) => findingsOf({ json: JSON.stringify({ brand: { id: 'b' }, ...data }) })
    assert.equal(await growthOf(make, { sizeMax: count, msMax: Number.POSITIVE_INFINITY, read }), undefined)
  })

test('parents of products and edits of entries take time in proportion', async () => {
  const ancestors = await growthOf((size) => times(size, (n) => ({ sku: `p${n}`, parent: `p${n + 1}` })), {
    sizeMax: 40_000,
    msMax: 100,
    read: (products) => checkAncestors({ products } as never, new Place(new FileReading({}))),
  })
  assert.equal(ancestors, undefined)
  const edits = await growthOf(
    (size) => times(size, (n) => ({ section: 'products', key: `p${n}`, entry: { sku: `p${n}` } }) as const),
    {
      sizeMax: 20_000,
      msMax: 100,
      read: (all) => withEdits({ products: all.map(({ entry }) => entry) }, all),
    },
  )
  assert.equal(edits, undefined)
})

test('budgets take time in proportion to them, to locations and to value types', async () => {
  const make = (size: number) => ({
    brand: { currency: 'USD', exchangeRates: {} },
    locations: times(size, (n) => ({ id: `L${n}`, currency: n % 2 === 0 ? 'EUR' : 'USD' })),
    programs: times(size / 100, (n) => ({ valueTypes: times(100, (m) => customOf(n * 100 + m)) })),
    campaigns: times(size, (n) => ({
      id: `c${n}`,
      budget: { amount: 1, of: n % 2 === 0 ? 'discount' : { balanceType: 'Custom', balanceCode: `V${n}` } },
      rules: [],
    })),
  })
  const read = (file: object) => findUncountableBudgets(file as never)
  assert.equal(await growthOf(make, { sizeMax: 8_000, msMax: 100, read }), undefined)
  const [first, ...others] = read(make(8_000))
  assert.deepEqual(
    [first, others.length],
    [
      {
        path: 'campaigns[c0].budget.amount',
        fault: 'currencyUncovered',
        values: { currency: 'EUR', location: 'L7998', isByCurrency: false },
      },
      999,
    ],
  )
})

test('the worth of value types takes time in proportion to them, also if no program has any of them', async () => {
  const make = (size: number) => ({
    promotions: { worth: Object.fromEntries(times(size, (n) => [`Custom x${n}`, 1])) },
    programs: times(size / 100, (n) => ({ valueTypes: times(100, (m) => customOf(n * 100 + m)) })),
  })
  const read = (file: object) => {
    const reading = new FileReading(file)
    checkWorth(file as never, new Place(reading))
    return reading.faults.map((fault) => faultWords(fault, 'en'))
  }
  assert.equal(await growthOf(make, { sizeMax: 20_000, msMax: 200, read }), undefined)
  const [first = '', ...others] = read(make(20_000))
  assert.match(first, /^the program has no Custom x0; it has Custom V0, Custom V1, .*, Custom V19, …$/)
  assert.equal(others.length, 1000)
})

test('a brand of many programs that were switched off is made in proportion to them', async () => {
  const file = { brand: { id: 'b', settings: {}, enable: [], exchangeRates: {} }, locations: [], couponSets: [] }
  const make = (size: number) => ({
    ...file,
    programs: times(size, (n) => ({ id: `p${n}`, valueTypes: [], cardSets: [] })),
    switchedOff: {
      programs: times(size, (n) => ({ id: `q${n}` })),
      valueTypes: times(size, (n) => ({ program: `q${n}`, ...customOf(n), subtracks: [] })),
      couponSets: [],
      cardSets: [],
      locations: times(size, (n) => ({ id: `L${n}`, terminals: [], employees: [] })),
    },
  })
  const numbers = times(10_000, (n) => ({ valueTypeId: n, program: `q${n}`, ...customOf(n) }))
  const read = (document: object) => toBrand(document as never, numbers, 1)
  assert.equal(await growthOf(make, { sizeMax: 10_000, msMax: 300, read }), undefined)
})

test('the locations of keys are compared in proportion to them', async () => {
  const make = (size: number) => times(size, (n) => `L${n}`)
  const read = (locations: readonly string[]) => findExcess({ locations }, { locations: locations.toReversed() })
  assert.equal(await growthOf(make, { sizeMax: 20_000, msMax: 100, read }), undefined)
  assert.equal(findExcess({ locations: ['L1', 'L2'] }, { locations: ['L2'] }), 'locations')
  assert.equal(findExcess({ locations: ['L2'] }, { locations: ['L1', 'L2'] }), undefined)
  assert.equal(findExcess({}, { locations: ['L1'] }), 'locations')
})

test('a circle of products is found, wherever it is entered', () => {
  const parents = { a: 'b', b: 'c', c: 'b', d: 'd', e: 'a', f: 'nobody' }
  const products = Object.entries(parents).map(([sku, parent]) => ({ sku, parent }))
  const reading = new FileReading({ products })
  checkAncestors({ products } as never, new Place(reading))
  assert.deepEqual(
    reading.faults.map(({ path }) => path),
    ['products[b].parent', 'products[c].parent', 'products[d].parent'],
  )
})

test('no schedule takes long, also one whose days never come', () => {
  const numbers = (min: number, max: number) =>
    fc
      .array(
        fc.integer({ min, max }).filter((n) => n !== 0),
        { minLength: 1, maxLength: 4 },
      )
      .map((all) => all.join())
  const part = fc.record(
    {
      FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      INTERVAL: fc.integer({ min: 1, max: 999 }),
      BYMONTH: numbers(1, 12),
      BYMONTHDAY: numbers(-31, 31),
      BYDAY: fc.constantFrom('MO', '5MO', '-1SU', 'TU,TH'),
      BYSETPOS: numbers(-999, 999),
      COUNT: fc.integer({ min: 1, max: 9999 }),
      DTSTART: fc.constantFrom('00010101', '19000228', '20180101', '20260131', '99990101'),
    },
    { requiredKeys: ['FREQ'] },
  )
  // A file with a count from long ago is refused before its days are looked for.
  const isTaken = ({ COUNT, DTSTART = '2026' }: { COUNT?: number; DTSTART?: string }) =>
    COUNT === undefined || DTSTART >= '2000'
  fc.assert(
    fc.property(part.filter(isTaken), (parts) => {
      const rule = Object.entries(parts)
        .map(([name, value]) => `${name}=${value}`)
        .join(';')
      const took = Math.min(
        ...times(2, () => msOf(() => scheduledDays({ rule } as never, undefined, ['2026-11-01', '2026-11-30']))),
      )
      assert.ok(took <= 150 * slow, `${rule} takes ${took} ms`)
    }),
    { numRuns: 40 },
  )
})
