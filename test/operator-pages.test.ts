import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '../server/ground/database/embedded/embedded.ts'
import { blocksOf } from './support/page-blocks.ts'
import { freePort, runPage } from './support/page-commands.ts'

/** Pages whose commands operators paste. Each is run from top to bottom; those that need more have a test of their own. */
const pagesOnTheirOwn = ['docs/operations.md']
const pagesBesideDemo = ['docs/security.md']
const pagesOnPostgresql = ['docs/own-postgresql.md']
const pages = [...pagesOnTheirOwn, ...pagesBesideDemo, ...pagesOnPostgresql]

test('each command of a page is run, or says that it is not', () => {
  const shells = pages.flatMap(blocksOf).filter(({ language }) => language !== 'sql')
  assert.ok(shells.length > 15)
  const marks = ['run', 'background', 'untried']
  const unmarked = shells.filter((block) => !block.marks.some((mark) => marks.includes(mark)))
  assert.deepEqual(
    unmarked.map(({ place }) => place),
    [],
  )
  for (const page of pages) {
    const hasUntried = blocksOf(page).some((block) => block.marks.includes('untried'))
    const text = readFileSync(join(import.meta.dirname, '..', page), 'utf8')
    assert.ok(!hasUntried || /[Nn]ot tried here/.test(text), `${page} says so`)
  }
})

test('a command that fails makes its page fail, and one that is not tried does not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-page-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const pageOf = (...commands: string[]) => {
    const page = join(folder, 'page.md')
    writeFileSync(page, commands.map((command) => `text\n\n\`\`\`${command}\n\`\`\`\n`).join('\n'))
    return page
  }
  await runPage(pageOf('sh run\ntrue\nnpx purser version | grep 0', 'sh untried\nfalse', 'console run\n$ true\noutput'))
  for (const wrong of ['sh run\nfalse\ntrue', 'sh run\nnpx purser fly', 'console run\n$ false\noutput'])
    await assert.rejects(runPage(pageOf(wrong)), /page\.md:3/, wrong)
})

test('a page is typed into one shell, and an answer that differs makes it fail', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-page-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const page = join(folder, 'page.md')
  const write = (answer: string) =>
    writeFileSync(
      page,
      [
        '```yaml file=a.yaml\na: 1\n```',
        `\`\`\`sh run\nsay() { echo '{"a":1,"ref":"'$1'"}'; }\nREF=x7\ncat a.yaml\n\`\`\``,
        '```text answer\na: 1\n```',
        '```sh run\nsay $REF\nsay y\n```',
        `\`\`\`json answer\n${answer}\n\`\`\``,
      ].join('\n\n'),
    )
  for (const right of ['{ "a": 1, "ref": "x…" }\n{ "a": 1, "ref": "…" }', '{ "ref": "y", "…": "…" }']) {
    write(right)
    await runPage(page)
  }
  for (const wrong of ['{ "a": 2, "ref": "…" }', '{ "a": 1 }', '{ "ref": "x7", "…": "…" }']) {
    write(wrong)
    await assert.rejects(runPage(page), /page\.md:\d+: the page shows/, wrong)
  }
})

for (const page of pagesOnTheirOwn) test(`${page} does what it says`, () => runPage(page))

test('docs/metrics.md shows the metrics of a server and of a worker', async () =>
  runPage('docs/metrics.md', { replaced: { 9464: String(await freePort()), 9465: String(await freePort()) } }))

test('docs/scale.md starts processes that stop as one server', () =>
  // Two are several, and start sooner.
  runPage('docs/scale.md', { replaced: { '--processes 4': '--processes 2' } }))

for (const page of pagesBesideDemo)
  test(`${page} does what it says beside a server`, () => runPage(page, { before: 'npx purser start --data ./data' }))

for (const page of pagesOnPostgresql)
  test(`${page} does what it says`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'purser-page-db-'))
    // Nothing of ours is in it: a role belongs to all databases of one PostgreSQL, and this name makes it nobody's own.
    const settings = { cluster_name: 'own', max_connections: '100' }
    const database = await startEmbedded({ folder, log: () => undefined, settings })
    t.after(async () => {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const urlOf = (name: string, user: string) =>
      `'${database.url.replace('/purser?', `/${name}?`).replace(/user=\w+/, `user=${user}`)}'`
    await runPage(page, {
      adminUrl: database.url,
      replaced: {
        'postgresql://admin:…@db.example/loyalty': urlOf('loyalty', 'purser'),
        'postgresql://purser_owner:…@db.example/loyalty': urlOf('loyalty', 'purser_owner'),
      },
    })
  })
