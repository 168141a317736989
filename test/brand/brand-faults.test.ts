import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatFault, readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { nearestOf } from '../../server/ground/kernel/nearest.ts'

const head = `brand: { id: b1, name: Bakery, country: US, currency: USD }
programs:
  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 } ] }
products:
  - { sku: ESP, name: Espresso, parent: COFFEE, categories: [drinks] }
couponSets: [ { id: welcome } ]
`
const points = '{ issue: { balanceType: Points, amount: 1 } }'
const campaign = (rule: string) =>
  `campaigns:\n  - id: earn\n    rules:\n      - { id: r, trigger: checkout, ${rule} }\n`
const ruleWith = (when: string) => head + campaign(`when: [ ${when} ], then: [ ${points} ]`)

function told(text: string) {
  const read = readBrandFile(text)
  return 'faults' in read ? read.faults.map(formatFault) : read.warnings.map((one) => `warning: ${formatFault(one)}`)
}

const place = 'line 10: campaigns[earn].rules[r]'
//  what is written, and all that is said about it
const faults: [string, string, string[]][] = [
  [
    'a fact with a typing error',
    ruleWith('{ fact: checkout.netTotl, op: ">=", value: 1 }'),
    [`${place}.when[0].fact: unknown fact "checkout.netTotl"; did you mean "checkout.netTotal"?`],
  ],
  [
    'a fact without its family',
    ruleWith('{ fact: netTotal, op: ">=", value: 1 }'),
    [`${place}.when[0].fact: unknown fact "netTotal"; did you mean "checkout.netTotal"?`],
  ],
  [
    'a fact of a known family',
    ruleWith('{ fact: location.postalCode, op: "=", value: x }'),
    [`${place}.when[0].fact: unknown fact "location.postalCode"; known: location.id, location.group, location.country`],
  ],
  [
    'an operator the other way round',
    ruleWith('{ fact: checkout.total, op: "=>", value: 1 }'),
    [`${place}.when[0].op: unknown operator "=>"; did you mean ">="?`],
  ],
  [
    'a key with a typing error',
    head + campaign(`wehn: [], then: [ ${points} ]`),
    [`${place}.wehn: unknown key; did you mean "when"?`],
  ],
  [
    'an id with a typing error',
    head + campaign('then: [ { allocateCoupon: { set: welcom } } ]'),
    [`${place}.then[0].allocateCoupon.set: there is no coupon set "welcom" in this file; did you mean "welcome"?`],
  ],
  [
    'a result with a typing error',
    head + campaign('then: [ { isue: { balanceType: Points, amount: 1 } } ]'),
    [
      `${place}.then[0]: expected one of issue, redeem, discount, convert, addProduct, allocateCoupon, notify, logEvent, enroll, setDemographic, personalOffer, block; found isue; did you mean "issue"?`,
    ],
  ],
  [
    'a variable with a typing error',
    head + campaign(`then: [ ${points}, { notify: { channel: direct, text: "{{ mutation.amout }}" } } ]`),
    [`${place}.then[1].notify.text: unknown variable {{ mutation.amout }}; did you mean "mutation.amount"?`],
  ],
  [
    'no object where one is expected',
    head + campaign(`limit: 3, then: [ ${points} ]`),
    [`${place}.limit: expected an object such as { times: 3, per: card, every: day }, found 3`],
  ],
  [
    'a condition that has a key of its own is named by its place',
    ruleWith('{ fact: keyValue, key: table, op: ">=", value: x }'),
    [
      `${place}.when[0].op: ">=" does not fit keyValue, which is a list of text; possible: = != in notIn contains startsWith endsWith exists missing`,
    ],
  ],
  [
    'a template with a mistake exists nevertheless',
    `${head}templates:\n  - { id: hi, channel: email, body: "{{ nobody }}" }\n${campaign('then: [ { notify: { channel: email, template: hi } } ]')}`,
    ['line 8: templates[hi].body: unknown variable {{ nobody }}'],
  ],
  [
    'a demographic field with a mistake exists nevertheless',
    `${head}demographicFields:\n  - { name: drink, tpe: String }\n${campaign(`when: [ { fact: demographic, name: drink, op: "=", value: tea } ], then: [ ${points} ]`)}`,
    ['line 8: demographicFields[drink].tpe: unknown key; did you mean "type"?'],
  ],
  [
    'an operator without quotes',
    ruleWith('{ fact: checkout.total, op: >=, value: 1 }'),
    ['line 10: a text cannot begin with > unless it is in quotes: write ">="'],
  ],
  ['the same on a line of its own', `${head}x:\n  op: >=\n  value: 3\n`, ['line 8: >= must be in quotes: write ">="']],
  [
    'tabs',
    'brand:\n\tid: b1\n\tname: Bakery\n\tcountry: US\n  currency: USD\n',
    ['line 2: this line is indented with a tab; YAML needs spaces: replace every tab with two spaces'],
  ],
  [
    'a bracket that is not closed',
    'a: [1, 2\nb: 3\n',
    ['line 2: a list that was opened with [ is not closed with ] before this line'],
  ],
  ['a quote that is not closed', "a: 'x\nb: 3\n", ["line 1: this quote is never closed: put ' at the end of the text"]],
  [
    'a variable without quotes',
    'a: {{ x }}\n',
    ['line 1: a: a text that begins with { must be in quotes: write "{{ date }}"'],
  ],
]
for (const [name, text, expected] of faults) {
  test(`${name} is one fault that helps`, () => assert.deepEqual(told(text), expected))
}

test('names of the catalogue that no product has are warned of, where the file has a catalogue', () => {
  const where = (filter: string) => `{ fact: products.quantity, where: ${filter}, op: ">", value: 0 }`
  const at = `warning: ${place}.when[0].where`
  const rows: [string, string[]][] = [
    ['{ category: drinks }', []],
    ['{ parent: COFFEE }', []],
    ['{ sku: [ESP] }', []],
    [
      '{ category: drink }',
      [
        `${at}.category: no product of this file has the category "drink", so it matches nothing; did you mean "drinks"?`,
      ],
    ],
    [
      '{ category: merchandise }',
      [
        `${at}.category: no product of this file has the category "merchandise", so it matches nothing; known: drinks; or add it to a product: categories: [merchandise]`,
      ],
    ],
    [
      '{ parent: ESP }',
      [
        `${at}.parent: no product of this file has the parent "ESP", so it matches nothing; known: COFFEE; or add it to a product: parent: ESP`,
      ],
    ],
    [
      '{ sku: [ESP, MUG] }',
      [
        `${at}.sku: no product of this file has the SKU "MUG", so it matches nothing; known: ESP; or add it to products`,
      ],
    ],
  ]
  for (const [filter, expected] of rows) assert.deepEqual(told(ruleWith(where(filter))), expected, filter)
  const bare = ruleWith(where('{ category: drink }')).replace(/products:\n.*\n/, '')
  assert.deepEqual(told(bare), [], 'a file without a catalogue says nothing about products')
})

test('a discount that overtakes an earlier rule of its exclusive group is warned of', () => {
  const rule = (id: string, result: string, more = '') =>
    `      - { id: ${id}, trigger: checkout, exclusive: one, then: [ ${result} ]${more} }\n`
  const file = (...rules: string[]) => `${head}campaigns:\n  - id: earn\n    rules:\n${rules.join('')}`
  const off = '{ discount: { percent: 10 } }'
  assert.deepEqual(told(file(rule('a', points), rule('b', off))), [
    'warning: line 11: campaigns[earn].rules[b].exclusive: runs before campaigns[earn].rules[a], which comes earlier in the exclusive group "one": rules with a discount, a product or a block run before all others',
  ])
  assert.deepEqual(told(file(rule('b', off), rule('a', points))), [])
})

//  given                  known                                        meant
const names: [string, string[], string | undefined][] = [
  ['Points', ['points', 'punches'], 'points'],
  ['puonts', ['points', 'punches'], 'points'],
  ['opints', ['points', 'punches'], 'points'],
  ['total', ['checkout.total', 'payments.total'], 'checkout.total'],
  ['moon', ['points', 'checkout.total'], undefined],
  ['', ['points'], undefined],
  ['x'.repeat(5000), ['x'.repeat(5001)], undefined],
]
test('a name is suggested only where it is near', () => {
  for (const [given, known, meant] of names) assert.equal(nearestOf(given, known), meant, given.slice(0, 20))
})
