import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../server/domain/brand/faults/fault.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { faultLines } from '../../server/program/command-line/brand/fault-lines.ts'

const brand = 'brand: { id: b1, name: Bakery, country: US, currency: USD }\n'
const program = 'programs:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 } ] }\n'

/** A rule with one more line. */
const rule = (line: string) =>
  `${brand}${program}campaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        ${line}\n        then: [{ issue: { balanceType: Points, amount: 1 } }]\n`
const when = (condition: string) => rule(`when: [ ${condition} ]`)

//  what somebody wrote, and the end of what is said about it
const advice: readonly (readonly [string, string, string])[] = [
  [
    'a section twice',
    'brand: { id: b1 }\ncampaigns:\n  - id: earn\nproducts: []\ncampaigns:\n  - id: more\n',
    '5:1: campaigns: duplicate key "campaigns", first on line 2: put these entries into that list, and remove this key',
  ],
  [
    'an id that is taken',
    `${brand}groups:\n  - { id: all, name: All }\n  - { id: all, name: Some }\n`,
    '4:11: groups[all].id: the group "all" is defined twice, first on line 3; rename or remove one of them',
  ],
  [
    'a fact of something else',
    when('{ fact: customer.tier, op: "=", value: gold }'),
    'unknown fact "customer.tier"; did you mean "tier"?',
  ],
  ['a slip in a fact', when('{ fact: customer.cty, op: "=", value: Rome }'), 'did you mean "customer.city"?'],
  ['is for =', when('{ fact: location.id, op: is, value: L1 }'), 'unknown operator "is"; did you mean "="?'],
  [
    'a word that does not fit the fact',
    when('{ fact: location.id, op: gte, value: L1 }'),
    'possible: = != in notIn contains startsWith endsWith exists missing',
  ],
  ['a whole word for a day', rule('window: { days: [Saturday] }'), 'found the text "Saturday"; did you mean "sat"?'],
  ['a day in a condition', when('{ fact: request.dayOfWeek, op: in, value: [mon, Tuesday] }'), 'did you mean "tue"?'],
  [
    'a level or better',
    when('{ fact: tier, op: ">=", value: gold }'),
    '; for a level or better, compare tier.rank, which is 1 at the lowest level',
  ],
  [
    'a number for an hour',
    rule('window: { from: 9 }'),
    'expected a time of day such as "07:00", found 9; write "09:00"',
  ],
  ['an hour of one digit', rule('window: { from: "9:30" }'), 'found the text "9:30"; write "09:30"'],
  ['a half of a day', rule('window: { to: 12:15 AM }'), 'found the text "12:15 AM"; write "00:15"'],
  ['no time at all', rule('window: { to: 25:00 }'), 'expected a time of day such as "07:00", found the text "25:00"'],
]

for (const [name, text, expected] of advice) {
  test(`${name}: the advice helps`, () => {
    const found = findingsOf(text).faults.map((fault) => faultLines('', text, fault, 'fault')[0]?.replace(/^:/, ''))
    assert.equal(found.length, 1)
    assert.ok(found[0]?.endsWith(expected), found[0])
  })
}

test('the line of a fault is shown with its indentation, or with dots where it is cut', () => {
  const shown = (line: string, column: number) =>
    faultLines('f', line, { path: '', ...faultOf('notPng'), line: 1, column }, 'fault').slice(1)
  const fits = `          - { fact: checkout.netTotal, op: ">=", valu: 10 }`
  assert.deepEqual(shown(fits, 50), [`  1 | ${fits}`, `    | ${' '.repeat(49)}^`])

  const long = `    - { sku: A, name: ${'x'.repeat(100)}, wrong: 1, more: ${'y'.repeat(100)} }`
  const column = long.indexOf('wrong') + 1
  const [text = '', mark = ''] = shown(long, column)
  assert.match(text, /^ {2}1 \| …x{40,}, wrong: 1, more: y{20,}…$/)
  assert.equal(text.indexOf('wrong'), mark.indexOf('^'))
  const [start = '', startMark = ''] = shown(long, 7)
  assert.match(start, /^ {2}1 \| {5}- \{ sku: A, name: x+…$/)
  assert.equal(start.indexOf('sku') - 2, startMark.indexOf('^'))
  const [end = '', endMark = ''] = shown(long, long.length)
  assert.match(end, /…x*.*y{90,} \}$/)
  assert.equal(end.length - 1, endMark.indexOf('^'))
})
