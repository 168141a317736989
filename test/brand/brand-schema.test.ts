import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { brandFile } from '../../bench/stock.ts'
import { brandFileSchema, schemaPaths } from '../../server/domain/brand/brand-file-schema.ts'
import { facts } from '../../server/domain/brand/facts/all.ts'
import { argumentsOf } from '../../server/domain/brand/facts/fact-shape.ts'
import type { FileFault } from '../../server/domain/brand/faults/fault.ts'
import { keyMeanings } from '../../server/domain/brand/key-meanings.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { argumentShapes } from '../../server/domain/brand/rules/arguments.ts'
import { operatorsFor } from '../../server/domain/brand/rules/operators.ts'
import { schemaFaults } from '../support/schema-faults.ts'
import { messageOf } from '../support/told-fault.ts'

const schema = brandFileSchema()
const against = (file: unknown) => schemaFaults(file, schema, schema.definitions)
const root = new URL('../../', import.meta.url)

test('every brand file here fits the schema', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(demo|test|operate)\/.*\.ya?ml$/.test(path))
    .map((path) => ({ path, data: parse(readFileSync(new URL(path, root), 'utf8'), { logLevel: 'silent' }) }))
    .filter(({ data }) => typeof data === 'object' && data !== null && 'brand' in data && 'programs' in data)
  assert.ok(files.some(({ path }) => path === 'demo/harbor-coffee.yaml'))
  for (const { path, data } of files) assert.deepEqual(against(data), [], path)
  assert.deepEqual(against(JSON.parse(brandFile('b', 60))), [])
})

type Raw = Record<string, unknown>
const small = (rule: Raw = {}, file: Raw = {}) => ({
  brand: { id: 'b1', name: 'Bakery', country: 'US', currency: 'USD' },
  campaigns: [
    {
      id: 'earn',
      rules: [{ id: 'r', trigger: 'checkout', then: [{ issue: { balanceType: 'Points', amount: 1 } }], ...rule }],
    },
  ],
  ...file,
})
const asks = (condition: Raw) => small({ when: [condition] })

/** Files that the schema has to refuse. */
const wrong: readonly (readonly [string, unknown])[] = [
  ['a file without a brand', { campaigns: [] }],
  ['an unknown section', small({}, { colour: 'red' })],
  ['an unknown key of a rule', small({ wehn: [] })],
  ['an unknown trigger', small({ trigger: 'checkin' })],
  ['a rule without results', small({ then: [] })],
  ['an unknown result', small({ then: [{ explode: {} }] })],
  ['two results in one', small({ then: [{ block: { message: 'x' }, enroll: { program: 'rewards' } }] })],
  ['a text as a number', small({ limit: { times: 'three' } })],
  ['a percentage above 100', small({ then: [{ discount: { percent: 120 } }] })],
  ['an unknown fact', asks({ fact: 'moon.phase', op: '=', value: 1 })],
  ['an operator that does not fit', asks({ fact: 'program.id', op: '>=', value: 'rewards' })],
  ['a missing operator', asks({ fact: 'checkout.total', value: 1 })],
  ['an argument that does not belong', asks({ fact: 'checkout.units', key: 'x', op: '=', value: 1 })],
  ['an argument that is missing', asks({ fact: 'keyValue', op: '=', value: 'x' })],
  ['a nested condition that is wrong', asks({ any: [{ all: [{ fact: 'moon' }] }] })],
  [
    'a fact of a call in a segment',
    small({}, { segments: [{ id: 's', where: [{ fact: 'checkout.units', op: '>', value: 1 }] }] }),
  ],
  [
    'a duration of no kind',
    small({ then: [{ issue: { balanceType: 'Points', amount: 1, expiresAfter: { weeks: 1 } } }] }),
  ],
  ['an amount of no fact', small({ then: [{ issue: { balanceType: 'Points', amount: { give: 1, of: 'moon' } } }] })],
]
for (const [name, file] of wrong) {
  test(`the schema refuses ${name}`, () => assert.notDeepEqual(against(file), []))
}

test('a rule that is right fits the schema', () => {
  const rates = { give: 1, per: 1, of: 'products.total', where: { category: 'drinks' } }
  assert.deepEqual(against(small({ limit: null, window: null })), [])
  assert.deepEqual(
    against(asks({ any: [{ fact: 'coupon' }, { none: [{ fact: 'checkout.total', op: 'exists' }] }] })),
    [],
  )
  assert.deepEqual(against(small({ then: [{ issue: { balanceType: 'Points', amount: rates } }] })), [])
})

/** The schema says what the reader says, for each fact and each operator. */
test('every fact takes the arguments and operators that the reader takes', () => {
  const samples: Raw = {
    where: { sku: 'ESP' }, type: 'CASH', set: 'welcome', tag: 'x', key: 'x', balanceType: 'Points', balanceCode: 'USD',
    subtrack: 'A', within: { days: 3 }, name: 'size', channel: 'email', list: 'News', categoryId: 'open',
    eventType: 'CUSTOM', rule: 'earn/r', including: 'current', program: 'rewards',
  } // biome-ignore format: a table
  for (const [fact, about] of Object.entries(facts)) {
    const needed = Object.fromEntries((about.requires ?? []).map((name) => [name, samples[name]]))
    const op = about.type === 'flag' ? undefined : operatorsFor(about.type, about.list ?? false).at(-1)
    const whole = { fact, ...needed, ...(op && { op }) }
    assert.deepEqual(against(asks(whole)), [], fact)
    for (const { name } of argumentsOf(about)) {
      if (Object.hasOwn(samples, name))
        assert.deepEqual(against(asks({ ...whole, [name]: samples[name] })), [], `${fact} ${name}`)
    }
  }
})

/** A file that has one value, at a path of the schema. */
function fileWith(path: string, value: unknown): unknown {
  // The keys of an amount are those of the fact that it counts.
  const [, owner, key] = /^(.*\.amount)\.(?!of$)([^.]+)$/.exec(path) ?? []
  const isOfSeveral = key !== undefined && ['times', 'plus', 'minus'].includes(key)
  const of = isOfSeveral ? { sum: [{ fact: 'checkout.netTotal' }] } : 'checkout.netTotal'
  if (owner !== undefined && key !== undefined) return fileWith(owner, { of, [key]: value })
  if (path.endsWith('.setDemographic.name')) return fileWith(path.replace('.name', ''), { name: value, value: null })
  return path
    .split(/\.|(?=\[\])/)
    .reverse()
    .reduce<unknown>((inner, step) => (step === '[]' ? [inner] : { [step]: inner }), value)
}

const placeOf = (path: string) => path.replaceAll('[]', '[0]')
const faultsAt = (path: string, value: unknown): FileFault[] =>
  findingsOf(JSON.stringify(fileWith(path, value))).faults.filter((fault) => fault.path === placeOf(path))

/** Arguments of facts have a test of their own. */
const isArgument = (path: string) =>
  Object.keys(argumentShapes).some((name) => path.includes(`.amount.${name}`)) || /\.amount\.of\.\w+\[\]\./.test(path)
const paths = [...new Set(schemaPaths())].filter((path) => !isArgument(path))

test('every key of the schema is one that the reader knows, and the other way round', () => {
  assert.ok(paths.length > 150, `${paths.length} keys`)
  for (const path of paths) {
    const unknown = faultsAt(path, null).filter(({ fault }) => fault === 'unknownKey')
    assert.deepEqual(unknown, [], path)
    // What the reader lists as known where it is given a strange key.
    const [strange] = findingsOf(JSON.stringify(fileWith(`${path}.zzzzzzzz`, 1))).faults.filter((fault) =>
      messageOf(fault).startsWith('unknown key; known here: '),
    )
    if (strange?.path !== `${placeOf(path)}.zzzzzzzz`) continue
    const listed = messageOf(strange).replace('unknown key; known here: ', '').split(', ')
    for (const name of listed) assert.ok(paths.includes(`${path}.${name}`), `${path}.${name} is not in the schema`)
  }
})

test('what a key means is said of keys that exist', () => {
  const strange = Object.keys(keyMeanings).filter((path) => !paths.includes(path))
  assert.deepEqual(strange, [])
})

/** Values of which each key refuses at least one. */
const values: readonly unknown[] = [{ '?': 1 }, true, 'no such thing', -7.25, [[1]]]
/** How an example, or what to write, is told. */
const teaches =
  /such as \S|one of \S|write \S|add \S|quotes: "|true or false|; known here: \S|must |has both|needs |for example \S|as in \S|expected \{|did you mean|names no|dash before|define it in \S|there is \S|known: \S/

test('whatever is wrong with a key, its message shows what would be right', () => {
  const bad: string[] = []
  for (const path of paths) {
    const told = values.flatMap((value) => faultsAt(path, value).map((fault) => ({ value, message: messageOf(fault) })))
    if (told.length === 0) bad.push(`${path} accepts anything`)
    for (const { value, message } of told) {
      const isHelpful = teaches.test(message) && !/undefined|\[object|NaN|…/.test(message) && message.length < 420
      if (!isHelpful) bad.push(`${path}, given ${JSON.stringify(value)}: ${message}`)
    }
  }
  assert.deepEqual(bad, [])
})
