import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { parseSync } from 'vite'
import { toPacked } from './support/packed-sources.ts'
import { testDatabase } from './support/shop.ts'

const sources = globSync(['server/**/*.ts', 'test/support/**/*.ts'], { exclude: ['**/*.d.ts'] })

test('what is packed imports and exports what a parser sees in it, and keeps its lines', () => {
  assert.ok(sources.length > 1500)
  for (const path of sources) {
    const source = readFileSync(path, 'utf8')
    const packed = toPacked(path, source)
    if (!packed) continue
    const { needs, names, later } = readByParser(path, source)
    assert.deepEqual([...packed.needs].toSorted(), needs, path)
    const handedOn = [...packed.text.matchAll(/exports\.(\w+) = one\./g)].map(([, name = '']) => name)
    assert.deepEqual([...new Set([...packed.names, ...handedOn])].toSorted(), names, path)
    assert.equal(packed.text.split('\n').length, source.split('\n').length, path)
    assert.equal(packed.text.split('$import(').length - source.split('$import(').length, later, path)
  }
})

/** The sources that it needs when it runs, and the names that are there then: no types. */
function readByParser(path: string, source: string) {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module
  const handedOn = staticExports.flatMap(({ entries }) => entries).filter(({ isType }) => !isType)
  const taken = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
  const from = [
    ...taken.map(({ moduleRequest }) => moduleRequest.value),
    ...handedOn.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  ]
  const beside = from
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(path), specifier))
  const names = handedOn.flatMap(({ exportName }) => (exportName.name ? [exportName.name] : []))
  return { needs: [...new Set(beside)].toSorted(), names: [...new Set(names)].toSorted(), later: dynamicImports.length }
}

test('only what waits while it is loaded is left out', () => {
  const isLeftOut = (path: string) => toPacked(path, readFileSync(path, 'utf8')) === undefined
  assert.deepEqual(sources.filter(isLeftOut).toSorted(), [
    'server/background/errand-runner/errand-thread.ts',
    'server/main.ts',
    'test/support/delivery-room.ts',
    'test/support/portal-shots.ts',
    'test/support/run-tests.ts',
  ])
})

test('an error in what is packed is told by the line of its source', () => {
  const { PURSER_TEST_DATABASE: url } = process.env
  try {
    delete process.env.PURSER_TEST_DATABASE
    assert.throws(testDatabase, ({ stack }: Error) => {
      const line =
        1 +
        readFileSync('test/support/shop.ts', 'utf8')
          .split('\n')
          .findIndex((one) => one.includes('Tests run by'))
      return stack?.includes(`test/support/shop.ts:${line}:`) === true
    })
  } finally {
    process.env.PURSER_TEST_DATABASE = url
  }
})

void suite('a suite that waits', async () => {
  await wait(1)
  test('has the tests that come after', ({ fullName }) => assert.match(fullName, /a suite that waits/))
})

test('what fails later is a failure of the test that began it', async () => {
  const program = `const test = require('node:test')
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    test('first', async () => { setTimeout(() => { throw new Error('late') }, 1); await wait(200) })
    test('second', () => undefined)`
  const words = ['--import', join(import.meta.dirname, 'support/quick-tests.js'), '--test-reporter=tap', '-e', program]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stdout, /^not ok \d+ - first$/m)
  assert.match(stdout, /^ok \d+ - second$/m)
})
