import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findingsOf } from '../server/domain/brand/read-brand-file.ts'
import { fits } from './support/page-answers.ts'
import { blocksOf } from './support/page-blocks.ts'
import { runPage } from './support/page-commands.ts'
import { testDatabase } from './support/shop.ts'
import { makeDatabase } from './support/template-database.ts'

const root = join(import.meta.dirname, '..')
const guides = globSync('docs/guides/*.md', { cwd: root }).toSorted()
const pages = ['README.md', 'docs/tutorial.md', ...guides]

test('every command of README, tutorial and guides is run; these cannot be', () => {
  const commands = pages.flatMap(blocksOf).filter(({ language }) => language === 'sh')
  assert.ok(commands.length > 50, `${commands.length} commands`)
  const isRun = (marks: readonly string[]) => marks.includes('run') || marks.includes('background')
  const others = commands.filter(({ marks }) => !isRun(marks))
  assert.deepEqual(
    others.map(({ place, marks, text }) => `${place.replace(/:\d+$/, '')} ${marks}: ${text.split(/ +#|\n/)[0]}`),
    [
      'README.md untried: npm ci && npm start',
      'README.md untried: npx purser brand check my-brand.yaml',
      'README.md untried: npx purser doctor',
      'README.md untried: npm ci && npm test',
      'docs/tutorial.md untried: npm ci',
    ],
  )
})

test('every answer on a page belongs to commands, and every brand file has no faults', () => {
  for (const page of pages) {
    const blocks = blocksOf(page)
    const strayed = blocks.filter(
      ({ marks }, index) => marks.includes('answer') && !blocks[index - 1]?.marks.includes('run'),
    )
    assert.deepEqual(
      strayed.map(({ place }) => place),
      [],
    )
    for (const { place, text, language } of blocks.filter(({ marks }) =>
      marks.some((mark) => mark.startsWith('file=')),
    ))
      if (language === 'yaml') assert.deepEqual(findingsOf(text).faults, [], place)
  }
})

test('every guide has its situation first, and ends with what goes wrong', () => {
  assert.ok(guides.length >= 8)
  for (const page of guides) {
    const text = readFileSync(join(root, page), 'utf8')
    assert.match(text, /^# .+\n\n[A-Z]/, page)
    assert.match(text, /^## What goes wrong\n\n\| you see \| it means \| do \|/m, page)
  }
})

test('what is shown in place of references fits them, and nothing else does', () => {
  const table: readonly [unknown, unknown, boolean][] = [
    ['…', 'x', true],
    ['…', undefined, false],
    ['W-…', 'W-123', true],
    ['W-…', 'B-123', false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, '…': '…' }, { a: 1, b: 2 }, true],
    [{ a: 1, '…': '…' }, { b: 2 }, false],
    [[1], [1, 2], false],
    [[1, '…'], [1, 2], true],
    [12, 12, true],
    [12, '12', false],
  ]
  for (const [shown, real, expected] of table) assert.equal(fits(shown, real), expected, JSON.stringify([shown, real]))
})

for (const page of guides)
  test(`${page} does what it says`, async () => {
    const url = await makeDatabase(testDatabase(), `page_${randomBytes(6).toString('hex')}`)
    await runPage(page, {
      before: 'npx purser start --data ./data --no-jobs',
      env: { DATABASE_URL: url, PURSER_ALLOW_UNSAFE_DATABASE: 'true' },
    })
  })
