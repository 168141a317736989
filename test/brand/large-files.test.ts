import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import type { FileFault } from '../../server/domain/brand/faults/fault.ts'
import { findingsOf, readInSteps } from '../../server/domain/brand/read-brand-file.ts'
import { parseText } from '../../server/domain/brand/reading/parse-text.ts'
import { compileInSteps } from '../../server/domain/campaign/compile.ts'
import { allSteps } from '../../server/ground/kernel/steps.ts'
import { documentOf } from '../support/campaign-fixture.ts'
import { messageOf } from '../support/told-fault.ts'

/** Everything that YAML allows in a block, and that looks as if another entry began. */
const tricky = (n: number) => `  # a comment in the list
  - id: "entry-${n}"
    text: |
      - not an entry
      key: not a key

      # not a comment
    folded: >-
      one
      two
    plain: several words
      on two lines
    quoted: "a text
      - with a dash: and a colon"
    flow: [1,
      2, { a: b,
        c: "d" }]
    closed: [
      1,
    ]
    empty:
    list:
    - same
    -   column: 1
        more: 2
    -
      below: 3
    - - nested
      - twice

    labels: { "10": ten, "9": nine }
`

const parsed = (text: string) => allSteps(parseText(text))

test('a long text is read in pieces as in one', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => tricky(n)).join('')
  const texts = [
    `first:\n${many(200)}last: 1\n`,
    `# above\n---\nfirst: 1\n"second":\n${many(300)}\n# below\n`,
    `one:\n  deep:\n${many(200).replaceAll(/^(?=.)/gm, '    ')}  other: 2\ntwo: {}\n`,
    `- a: 1\n${many(200).replaceAll(/^ {2}/gm, '')}- last\n`,
    `only:\n  - large:\n${many(400).replaceAll(/^(?=.)/gm, '      ')}    small: 1\n`,
  ]
  for (const text of texts) {
    const { data, faults } = parsed(text)
    assert.deepEqual(faults, [], text.slice(0, 40))
    assert.deepEqual(data, parse(text), text.slice(0, 40))
  }
})

const told = (fault: FileFault) => {
  const { path, line, column } = fault
  return { path, message: messageOf(fault), line, column }
}

test('a long JSON text is read as by the language itself, with duplicate keys found', () => {
  const data = {
    list: Array.from({ length: 5000 }, (_, n) => ({ id: `é"\\${n}`, value: (-1 - n) / 7, no: null, yes: [true] })),
  }
  assert.deepEqual(parsed(JSON.stringify(data)).data, data)
  assert.deepEqual(parsed(JSON.stringify(data, undefined, 2)).data, data)
  const twice = JSON.stringify(data, undefined, 2).replace('"value"', '"id"')
  assert.deepEqual(parsed(twice).faults.map(told), [
    {
      path: 'list[0].id',
      message: 'duplicate key "id", first on line 4: keep one of the two, and remove the other',
      line: 5,
      column: 7,
    },
  ])
})

const rule = (n: number, more = {}) => ({
  id: `r${n}`,
  trigger: 'checkout',
  when: [{ fact: 'products.quantity', where: { sku: `P-${n}` }, op: '>=', value: 1 }],
  then: [{ issue: { balanceType: 'Points', amount: 5 } }],
  ...more,
})
const brandOf = (rules: readonly object[]) => ({
  brand: { id: 'b1', name: 'Bakery', country: 'US', currency: 'USD' },
  programs: [{ id: 'rewards', valueTypes: [{ balanceType: 'Points', scale: 0 }] }],
  campaigns: [{ id: 'earn', rules }],
})

for (const [form, write] of [
  ['YAML', (file: object) => stringify(file)],
  ['JSON', (file: object) => JSON.stringify(file, undefined, 2)],
] as const) {
  test(`a fault deep in a long ${form} file has its line and column`, () => {
    const rules = Array.from({ length: 1000 }, (_, n) => rule(n, n === 777 ? { tagret: 'root' } : {}))
    const text = write(brandOf(rules))
    const { faults } = findingsOf(text)
    const lines = text.split('\n')
    const line = lines.findIndex((one) => one.includes('tagret')) + 1
    const column = (lines[line - 1] ?? '').search(/"?tagret/) + 1
    assert.deepEqual(faults.map(told), [
      {
        path: 'campaigns[earn].rules[r777].tagret',
        message: 'unknown key; did you mean "target"?',
        line,
        column,
      },
    ])
  })
}

test('one campaign with thousands of rules is read and compiled in many steps', () => {
  const rules = Array.from({ length: 2000 }, (_, n) => rule(n))
  const text = stringify(brandOf(rules))
  const steps = { read: 0, compile: 0 }
  const reading = readInSteps(text)
  while (!reading.next().done) steps.read += 1
  const compiling = compileInSteps(documentOf([{ id: 'earn', rules }]))
  while (!compiling.next().done) steps.compile += 1
  // A piece of the text for every dozen kilobytes, and each rule.
  assert.ok(steps.read > rules.length + text.length / 16_384, `${steps.read} steps`)
  assert.ok(steps.compile > 2 * rules.length, `${steps.compile} steps`)
})
