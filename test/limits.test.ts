import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { flags } from '../server/program/configuration/options.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Row {
  readonly what: string
  readonly value: number
  readonly flag?: string | undefined
  readonly file?: string | undefined
  readonly name?: string | undefined
}

const rows = read('docs/limits.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  .map((line): Row => {
    const [, what = '', value = '', place = ''] = line.split('|').map((cell) => cell.trim())
    const [, flag] = /^`--([\w-]+)`$/.exec(place) ?? []
    const [, file, name] = /^`([\w./-]+)`(?: `(\w+)`)?$/.exec(place) ?? []
    return { what, value: Number(value.replaceAll(',', '')), flag, ...(flag === undefined && { file, name }) }
  })

/** The numbers that a file gives a name, or all that stand in it: `64 * 1024` is 65,536. */
function numbersIn(text: string, name: string | undefined): number[] {
  const before = name === undefined ? '' : `\\b${name}\\b\\s*[=:]\\s*`
  const found = text.matchAll(new RegExp(`${before}(\\d[\\d_]*(?:\\s*\\*\\s*\\d[\\d_]*)*)`, 'g'))
  return [...found].map(([, product = '']) =>
    product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1),
  )
}

test('every row of the page of limits says what the code has', () => {
  assert.ok(rows.length > 40)
  for (const { what, value, flag, file, name } of rows) {
    if (flag !== undefined) {
      const [, , , fallback] = flags.find(([known]) => known === flag) ?? []
      assert.equal(Number(fallback), value, `${what}: --${flag}`)
    } else {
      assert(file, `${what} is set somewhere`)
      assert.ok(numbersIn(read(file), name).includes(value), `${what}: ${file} ${name ?? ''} is not ${value}`)
    }
  }
})

test('every flag that sets a bound is on the page of limits', () => {
  const isBound = (name: string) => /limit|^queue-|^connections$|^lanes$|^batch-size$/.test(name)
  const missing = flags.map(([name]) => name).filter((name) => isBound(name) && !rows.some(({ flag }) => flag === name))
  assert.deepEqual(missing, [])
})
