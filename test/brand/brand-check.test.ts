import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '../support/bare-environment.ts'

const program = fileURLToPath(new URL('../../server/purser.js', import.meta.url))
const demo = fileURLToPath(new URL('../../demo/harbor-coffee.yaml', import.meta.url))
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-check-'))
})
after(() => rm(folder, { recursive: true, force: true }))

function purser(words: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    input,
    encoding: 'utf8',
    env: bareEnvironment(),
  })
  return { status, stdout, stderr }
}

const head = 'brand: { id: b1, name: Bakery, country: US, currency: USD }\n'
const catalogue = 'products: [{ sku: ESP, categories: [drinks] }]\n'
const segment = (category: string) =>
  `segments:\n  - id: s\n    where:\n      - { fact: history.quantity, where: { category: ${category} }, op: ">", value: 1 }\n`

test('a file without faults is said to have none', () => {
  assert.deepEqual(purser(['brand', 'check', demo]), { status: 0, stdout: `${demo} has no faults.\n`, stderr: '' })
})

test('faults have file, line and column, show the line, and fail the command', async () => {
  const file = join(folder, 'faulty.yaml')
  await writeFile(file, `${head}programs:\n  - id: rewards\n    valueType: []\n`)
  const { status, stdout, stderr } = purser(['brand', 'check', file])
  assert.equal(status, 1)
  assert.equal(stderr, '')
  assert.deepEqual(stdout.split('\n'), [
    `${file}:4:5: programs[rewards].valueType: unknown key; did you mean "valueTypes"?`,
    '  4 |     valueType: []',
    '    |     ^',
    `${file} has 1 fault.`,
    '',
  ])
})

test('a text without a language of the brand is a warning, and a fault if it is strict', () => {
  const text =
    'brand: { id: b1, name: Bakery, country: US, currency: USD, languages: [en, de] }\n' +
    'templates:\n  - { id: t, channel: email, body: { en: Hello } }\n'
  const { status, stdout } = purser(['brand', 'check', '-'], text)
  assert.equal(status, 0)
  assert.match(stdout, /3:\d+: .*templates\[t\]\.body: has no text in de; customers who read that get the one in en/)
  assert.equal(purser(['brand', 'check', '-', '--strict'], text).status, 1)
  assert.equal(purser(['brand', 'check', '-', '--strict'], text.replace('Hello }', 'Hello, de: Hallo }')).status, 0)
})

test('warnings alone do not fail it, unless it is strict', () => {
  const text = head + catalogue + segment('drink')
  const lenient = purser(['brand', 'check', '-'], text)
  assert.equal(lenient.status, 0)
  assert.match(
    lenient.stdout,
    /^stdin:6:54: warning: segments\[s\]\.where\[0\]\.where\.category: no product .* "drinks"\?\n/,
  )
  assert.match(lenient.stdout, /stdin has 0 faults and 1 warning\.\n$/)
  assert.equal(purser(['brand', 'check', '-', '--strict'], text).status, 1)
})

test('an event type that only a call could have created is a warning', () => {
  const text = `${head}campaigns:\n  - id: c\n    rules:\n      - { id: r, trigger: checkout, then: [ { logEvent: { categoryId: visit } } ] }\n`
  const { status, stdout } = purser(['brand', 'check', '-'], text)
  assert.equal(status, 0)
  assert.match(
    stdout,
    /^stdin:5:\d+: warning: .*there is no event type "visit" in this file.* only if a call has created it/,
  )
})

test('programs get JSON', () => {
  const text = head + catalogue + segment('drink').replace('- id: s', '- id: s\n    nme: S')
  const { status, stdout } = purser(['brand', 'check', '-', '--json'], text)
  assert.equal(status, 1)
  const [fault, warning] = JSON.parse(stdout)
  assert.deepEqual(fault, {
    file: 'stdin',
    line: 5,
    column: 5,
    path: 'segments[s].nme',
    severity: 'error',
    message: 'unknown key; did you mean "name"?',
    suggestion: 'name',
  })
  assert.deepEqual([warning.severity, warning.suggestion, warning.line], ['warning', 'drinks', 7])
})

test('a line that may have a secret in it is not shown', () => {
  const text = `${head}apiKeys:\n  - { key: k, secret: hush-hush-hush, scop: [merchant] }\n`
  const { status, stdout } = purser(['brand', 'check', '-'], text)
  assert.equal(status, 1)
  assert.equal(stdout, 'stdin:3:39: apiKeys[k].scop: unknown key; did you mean "scope"?\nstdin has 1 fault.\n')
})

test('a file that is not there is said to be missing', () => {
  const { status, stderr } = purser(['brand', 'check', join(folder, 'nowhere.yaml')])
  assert.equal(status, 1)
  assert.match(stderr, /nowhere\.yaml: there is no such file$/m)
})

test('the schema is printed as it is written for editors', () => {
  const { stdout } = purser(['brand', 'schema'])
  const written = readFileSync(new URL('../../docs/brand-file.schema.json', import.meta.url), 'utf8')
  assert.deepEqual(JSON.parse(stdout), JSON.parse(written))
})
