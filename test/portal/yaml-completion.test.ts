import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysAt, meaningAt, valuesAt, type YamlSchema } from '../../portal/parts/yaml/schema-at.ts'
import { contextAt } from '../../portal/parts/yaml/text-context.ts'
import { brandFileSchema } from '../../server/domain/brand/brand-file-schema.ts'

const whole = brandFileSchema()
const campaigns = whole.properties?.campaigns
assert.ok(campaigns)
const schema: YamlSchema = {
  schema: campaigns.items ?? campaigns.allOf?.[0]?.items ?? {},
  definitions: whole.definitions,
}

/** Where the bar stands in the text. */
const at = (text: string) => contextAt(text.replace('|', ''), text.indexOf('|'))

for (const [text, kind, path] of [
  ['na|', 'key', ''],
  ['id: a\nrules:\n  - tri|', 'key', 'rules.0'],
  ['id: a\nrules:\n  - id: b\n    trigger: che|', 'value', 'rules.0.trigger'],
  ['rules:\n  - id: b\n  - id: c\n    wh|', 'key', 'rules.1'],
  ['rules:\n  - id: b\n    when:\n      - { fact: tier, op: "=", value: g| }', 'value', 'rules.0.when.0.value'],
  ['rules:\n  - id: b\n    when:\n      - { fact: tier, o| }', 'key', 'rules.0.when.0'],
  ['rules:\n- id: b\n  when:\n  - any:\n    - { fact: ti| }', 'value', 'rules.0.when.0.any.0.fact'],
  [
    'rules:\n  - id: b\n    then:\n      - discount: { on: { where: { category: [dr|',
    'value',
    'rules.0.then.0.discount.on.where.category.0',
  ],
  ['rules:\n  - id: b\n    then:\n      - discount:\n          per|', 'key', 'rules.0.then.0.discount'],
] as const)
  test(`the place of ${JSON.stringify(text.slice(-30))} is ${path}`, () => {
    const found = at(text)
    assert.equal(found.path.join('.'), path)
    assert.equal(found.kind, kind)
  })

test('keys, choices and meanings come from the description of the file', () => {
  const labels = (found: readonly { label: string }[]) => found.map(({ label }) => label)
  assert.ok(labels(keysAt(schema, [])).includes('holdout'))
  assert.ok(labels(keysAt(schema, ['rules', 0, 'when', 0])).includes('fact'))
  assert.ok(labels(keysAt(schema, ['rules', 0, 'when', 0, 'any', 0])).includes('atLeast'))
  assert.ok(labels(valuesAt(schema, ['rules', 0, 'when', 0, 'fact'])).includes('tier.rank'))
  assert.ok(labels(valuesAt(schema, ['rules', 0, 'trigger'])).includes('tier'))
  assert.ok(labels(keysAt(schema, ['rules', 0, 'then', 0])).includes('discount'))
  assert.ok(labels(valuesAt(schema, ['rules', 0, 'then', 0, 'discount', 'on', 'pick'])).includes('cheapest'))
  assert.match(meaningAt(schema, ['holdout']) ?? '', /percent|cards/i)
})
