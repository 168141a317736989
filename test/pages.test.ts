import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')
const pages = [...globSync('*.md', { cwd: root }), ...globSync('{docs/**,client}/*.md', { cwd: root })].toSorted()
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What a page names as a file of the repository, in code marks: `server/domain/card/book.ts`. */
const namedFile =
  /`((?:server|client|test|bench|scripts|demo|docs|operate|portal)\/[\w./-]*\.(?:ts|js|sql|ya?ml|json|md|css|conf|sh))(?::\d+)?`/g
const link = /\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)/g

test('every file that a page names exists', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(namedFile)]
      .filter(([, path = '']) => !existsSync(join(root, path)))
      .map(([, path]) => `${page}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every link from page to page leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(link)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('pages are written in lines that a reader and a difference can take in', () => {
  const generated = ['docs/reference.md', 'docs/errors.md']
  const isTable = (line: string) => line.startsWith('|')
  const long = pages
    .filter((page) => !generated.includes(page))
    .flatMap((page) =>
      read(page)
        // Commands to paste are as long as they are.
        .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/.+/g, ''))
        .split('\n')
        .flatMap((line, index) =>
          line.length > 200 && !isTable(line) ? [`${page}:${index + 1}: ${line.length}`] : [],
        ),
    )
  assert.deepEqual(long, [])
})

test('the page on privacy says what becomes of every table', () => {
  const tables = [...read('server/ground/database/schema.golden.txt').matchAll(/^table (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  assert.ok(tables.length > 30)
  const page = read('docs/privacy.md')
  assert.deepEqual(
    tables.filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})
