import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { factGroups, groupExamples, triggerOf } from '../../scripts/rules/fact-groups.ts'
import { amountExamples, exampleSale, type ResultExample, resultExamples } from '../../scripts/rules/result-examples.ts'
import { exampleOf } from '../../scripts/rules/rule-tables.ts'
import { facts } from '../../server/domain/brand/facts/all.ts'
import { argumentsOf } from '../../server/domain/brand/facts/fact-shape.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { type OperatorName, operators } from '../../server/domain/brand/rules/operators.ts'
import { resultNames } from '../../server/domain/brand/rules/results.ts'
import { applyFile, Shop, testService } from '../support/shop.ts'

const demo = parse(readFileSync(join(import.meta.dirname, '../../demo/harbor-coffee.yaml'), 'utf8'))
const examples = [...amountExamples, ...resultExamples]

/** What is wrong with the demo's file when it has this rule, too. */
function findings(rule: object): readonly unknown[] {
  const campaigns = [...demo.campaigns, { id: 'example', rules: [{ id: 'example', ...rule }] }]
  const { faults, warnings } = findingsOf({ json: JSON.stringify({ ...demo, campaigns }) })
  return [...faults, ...warnings]
}

const nothing = [{ notify: { channel: 'webhook', text: 'x' } }]

test('every fact has an example that is read without a fault, under exactly one heading', () => {
  for (const [fact, { example }] of Object.entries(facts)) {
    const condition = parse(example)
    assert.equal(condition.fact, fact)
    assert.deepEqual(findings({ trigger: triggerOf(fact), when: [condition], then: nothing }), [], fact)
    assert.equal(factGroups.filter(({ begins }) => begins.test(fact)).length, 1, fact)
  }
})

test('every operator, every argument and every group of conditions has an example', () => {
  for (const operator of Object.keys(operators)) assert.notEqual(exampleOf(operator as OperatorName), '', operator)
  const shown = Object.values(facts).flatMap(({ example }) => Object.keys(parse(example)))
  const needed = Object.values(facts).flatMap((fact) => argumentsOf(fact).map(({ name }) => name))
  // A tag is one more word beside the set; a subtrack is shown with results.
  const elsewhere = ['tag', 'subtrack']
  assert.deepEqual(
    [...new Set(needed)].filter((name) => !shown.includes(name) && !elsewhere.includes(name)),
    [],
  )
  for (const yaml of groupExamples)
    assert.deepEqual(findings({ trigger: 'checkout', when: [parse(yaml)], then: nothing }), [], yaml)
  assert.deepEqual(
    groupExamples.map((yaml) => Object.keys(parse(yaml))[0]),
    ['all', 'any', 'none', 'atLeast'],
  )
})

test('every result and every way to give an amount has an example that is read without a fault', () => {
  for (const { yaml } of examples) assert.deepEqual(findings({ trigger: 'checkout', then: [parse(yaml)] }), [], yaml)
  assert.deepEqual([...new Set(resultExamples.map(({ result }) => result))].toSorted(), resultNames.toSorted())
  const words = amountExamples.map(({ yaml }) => yaml).join()
  for (const word of ['give', 'per', 'of', 'proportional', 'min', 'max', 'up', 'nearest', 'where'])
    assert.match(words, new RegExp(`\\b${word}\\b`), word)
})

/** The demo brand without campaigns of its own. */
async function openDemoShop(): Promise<Shop> {
  const id = `rules-${randomBytes(4).toString('hex')}`
  const secret = `secret-${randomBytes(12).toString('hex')}`
  const file = { ...demo, brand: { ...demo.brand, id }, apiKeys: [{ key: 'till', secret }], campaigns: [], member: {} }
  await applyFile(file)
  return new Shop({ id, secret, port: (await testService()).port, file })
}

interface TriedRule {
  readonly rule: string
}

interface Simulated {
  readonly explanation: {
    readonly fired: readonly (TriedRule & { readonly effects: readonly { readonly words: string }[] })[]
    readonly nearly?: readonly TriedRule[]
    readonly rest?: readonly { readonly rules: readonly TriedRule[] }[]
  }
}

const place = { locationId: 'L1', terminalId: 'T1' }

async function effectOf(shop: Shop, { yaml }: ResultExample): Promise<string | undefined> {
  const rules = [{ id: 'example', trigger: 'checkout', then: [parse(yaml)] }]
  const asked = { ...exampleSale, campaigns: [{ id: 'example', rules }], ...place }
  const { explanation }: Simulated = await shop.must('simulate', asked)
  return explanation.fired[0]?.effects[0]?.words
}

test('each example does to the sale of the page what the page says', async () => {
  const shop = await openDemoShop()
  const real: string[] = []
  const said: string[] = []
  for (const example of examples) {
    if (example.effect === undefined) continue
    real.push(`${example.yaml}: ${await effectOf(shop, example)}`)
    said.push(`${example.yaml}: ${example.effect}`)
  }
  assert.deepEqual(real, said)
})

/** Whether each of the conditions holds for the sale of the page; fails if one is not decided at all. */
async function decide(shop: Shop, conditions: readonly string[]): Promise<readonly boolean[]> {
  const rules = conditions.map((yaml, at) => ({
    id: `r${at}`,
    trigger: 'checkout',
    when: [parse(yaml)],
    then: nothing,
  }))
  // One of the conditions asks for a rule of this campaign.
  const earn = demo.campaigns.filter(({ id }: { id: string }) => id === 'earn')
  const asked = { ...exampleSale, ...place, campaigns: [...earn, { id: 'example', rules }] }
  const { explanation }: Simulated = await shop.must('simulate', asked)
  const { fired, nearly = [], rest = [] } = explanation
  const told = [...fired, ...nearly, ...rest.flatMap((one) => one.rules)].map(({ rule }) => rule)
  const ours = told.filter((rule) => rule.startsWith('example/'))
  assert.deepEqual(ours.toSorted(), rules.map(({ id }) => `example/${id}`).toSorted())
  return rules.map(({ id }) => fired.some(({ rule }) => rule === `example/${id}`))
}

test('each condition of the page is decided for the sale of the page', async () => {
  const shop = await openDemoShop()
  const ofSales = Object.entries(facts).flatMap(([fact, { example }]) =>
    triggerOf(fact) === 'checkout' ? [example] : [],
  )
  const conditions = [...ofSales, ...groupExamples]
  const held: string[] = []
  for (let at = 0; at < conditions.length; at += 10) {
    const some = conditions.slice(at, at + 10)
    const holds = await decide(shop, some)
    held.push(...some.filter((_, index) => holds[index]))
  }
  const factsOf = held.map((yaml) => parse(yaml).fact as string | undefined)
  assert.deepEqual(
    // What time it is, and how the dice fall, are not of the sale.
    factsOf.filter((fact) => fact !== undefined && fact !== 'random' && !fact.startsWith('request.')),
    [
      ...['checkout.total', 'checkout.netTotal', 'checkout.shipping', 'checkout.units', 'checkout.lines'],
      ...['checkout.hasCard', 'products.quantity', 'products.total', 'products.lines'],
      ...['card.status', 'card.isChild', 'card.daysSinceActivation', 'program.id'],
      ...['location.id', 'location.group', 'location.country', 'terminal.id', 'balance', 'balance.held'],
      ...['customer.middleName', 'customer.address2', 'customer.country', 'customer.mailPref', 'counter'],
    ],
  )
})
