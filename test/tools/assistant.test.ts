import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesSomething } from '../../server/calls/operations/operation.ts'
import { operationNames } from '../../server/domain/brand/keys/scope.ts'
import { tools } from '../../server/doors/remote/assistant/all.ts'
import { boundedText } from '../../server/doors/remote/assistant/bounded.ts'
import { offeredTools } from '../../server/doors/remote/assistant/offered.ts'
import { runTool } from '../../server/doors/remote/assistant/run-tool.ts'
import type { AssistantStanding } from '../../server/doors/remote/assistant/tool.ts'
import { toolSchema } from '../../server/doors/remote/assistant/tool-schema.ts'

const standing: AssistantStanding = {
  brandId: 'b',
  brandName: 'B',
  currency: 'USD',
  timeZone: 'UTC',
  interfaceTimeZone: 'UTC',
  apiVersion: 2,
  enabled: ['admin', 'showExplanation', 'segments'],
  operations: Object.values(operationNames).flat(),
}
const everything = { readOnly: false, value: true, publish: true, personalData: false }
const named = (allowed = everything, changes: Partial<AssistantStanding> = {}) =>
  offeredTools(tools, { ...standing, ...changes }, allowed).map(({ name }) => name)

test('whatever can change a balance is marked so, and what is read by an operation that can change is fixed', () => {
  const moving = ['updateBalance', 'voidTransaction', 'checkout', 'transfer', 'allocate', 'returnMerchandise', 'enroll']
  for (const tool of tools) {
    if (moving.includes(tool.operation.name)) assert.equal(tool.kind, 'value', tool.name)
    if ('changesBrand' in tool.operation && tool.operation.changesBrand) assert.equal(tool.kind, 'publish', tool.name)
    if (tool.kind === 'reads' && changesSomething(tool.operation)) assert.equal(tool.name, 'coupon')
    for (const field of tool.fields) assert.ok(tool.operation.request.fields[field], `${tool.name} ${field}`)
    const schema = JSON.stringify(toolSchema(tool))
    assert.ok(!schema.includes('"pin"') && !schema.includes('$ref'), tool.name)
    assert.ok(schema.length < 30_000, `${tool.name} ${schema.length}`)
  }
})

test('what is offered follows the scope, the brand, the locations of the key, and what the person allows', () => {
  assert.equal(named().length, tools.length)
  assert.ok(!named({ ...everything, value: false }).includes('update_balance'))
  const unpublished = named({ ...everything, publish: false })
  assert.ok(!unpublished.includes('publish_draft') && unpublished.includes('save_draft'))
  assert.ok(!named({ ...everything, readOnly: true }).some((name) => ['save_draft', 'update_balance'].includes(name)))
  assert.ok(!named(everything, { enabled: ['admin'] }).includes('explain_call'))
  assert.ok(!named(everything, { locations: ['L1'] }).includes('report'))
  assert.ok(named(everything, { locations: ['L1'] }).includes('simulate_checkout'))
  assert.deepEqual(named(everything, { operations: ['search'] }), ['find_cards'])
})

test('a long answer is shortened where it is longest, stays JSON, and says what is missing', () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ index, text: 'x'.repeat(50), tags: ['a'] }))
  const text = boundedText({ title: 'Long', rows, few: [1, 2] })
  assert.ok(text.length <= 40_000)
  const read = JSON.parse(text)
  assert.equal(read.title, 'Long')
  assert.deepEqual(read.few, [1, 2])
  assert.match(read.leftOut.rows, new RegExp(`^${5000 - read.rows.length} more`))
  const nested = JSON.parse(boundedText({ cards: [{ transactions: rows }] }))
  assert.equal(nested.cards.length, 1)
  assert.ok(nested.cards[0].transactions.length > 10)
  assert.ok(boundedText({ file: 'x'.repeat(100_000) }).length < 5000)
  const wide = Object.fromEntries(rows.map(({ index, text: one }) => [`f${index}`, one]))
  assert.match(boundedText(wide), /too long/)
})

test('what is invisible or turns a text around is shown as what it is', () => {
  const text = boundedText({ note: 'a\u202eb\u200bc\u{e0041}d\ud800' })
  assert.equal(text, '{\n "note": "a\\u202eb\\u200bc\\udb40\\udc41d\\ud800"\n}')
  assert.deepEqual(JSON.parse(text), { note: 'a\u202eb\u200bc\u{e0041}d\ud800' })
})

test('a server that goes away meanwhile is an answer of the tool', async () => {
  const [tool] = tools
  assert.ok(tool)
  const place = { url: 'http://127.0.0.1:1', brand: 'b', key: 'k', secret: 's', location: 'L', terminal: 'T' }
  const patience = { attempts: 1, firstWaitMs: 1, timeoutMs: 1000 }
  const { isError, text } = await runTool(
    tool,
    { filters: { cardNumber: '1' } },
    { place, standing, allowed: everything, patience },
  )
  assert.equal(isError, true)
  assert.match(text, /The server could not be reached.*Nothing was done/)
})
