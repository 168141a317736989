import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { findingsOf } from '../server/domain/brand/read-brand-file.ts'
import { parseCommandLine } from '../server/program/command-line/parse.ts'
import { allBlocksOf, type Block, jsonExampleOf } from './support/page-blocks.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = ['README.md', 'client/README.md', ...globSync('docs/**/*.md', { cwd: root })].toSorted()

/** Which test runs the commands of a page. */
const runBy: Readonly<Record<string, readonly string[]>> = {
  'test/tutorial-page.test.ts': ['README', 'tutorial'],
  'test/guide-pages.test.ts': globSync('docs/guides/*.md', { cwd: root }).map((path) => basename(path, '.md')),
  'test/operator-pages.test.ts': ['operations', 'security', 'own-postgresql', 'metrics', 'scale'],
  'test/looked-up-pages.test.ts': [
    ...['tools', 'assistants', 'keys', 'explain', 'simulate', 'replay', 'campaigns', 'drafts', 'long-work', 'reports'],
    ...['recommendations', 'export', 'portal', 'privacy', 'members', 'webhooks', 'brand-history', 'audit'],
  ],
  'test/operate/upgrade-pages.test.ts': ['upgrade', 'secret-key'],
  'test/backup/backup-page.test.ts': ['backup'],
  'test/import/import-page.test.ts': ['import'],
}

/** Blocks of other kinds, and the test that reads them from the page. */
const readBy: readonly (readonly [page: string, language: string, testFile: string])[] = [
  ['docs/campaigns.md', 'yaml', 'test/campaign/cookbook.test.ts'],
  ['docs/campaigns.md', 'story', 'test/campaign/cookbook.test.ts'],
  ['docs/campaigns.md', 'explanation', 'test/campaign/cookbook.test.ts'],
  ['docs/client.md', 'ts', 'test/client/page.test.ts'],
  ['client/README.md', 'ts', 'test/client/page.test.ts'],
  ['docs/members.md', 'html', 'test/member/browser-embedded.test.ts'],
  ['docs/webhooks.md', 'json', 'test/delivery/webhooks.test.ts'],
  ['docs/messages.md', 'json', 'test/delivery/delivery-senders.test.ts'],
  ['docs/audit.md', 'json', 'test/audit/audit-seals.test.ts'],
  ['docs/assistants.md', 'json', 'test/page-blocks.test.ts'],
]

const formula = 'a formula'
const bench = 'takes minutes to hours; every change of the benchmark is run by its author'
const machines = 'needs machines or services that a test does not have'
const itself = 'runs the tests'
const made = 'what commands print, with values of no real call'

/** Blocks that no test runs, by the beginning of their first line, and why. */
const notRun: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    'npm ci && npm start': 'the release test installs and starts it',
    'npx purser brand check my-brand.yaml': 'the tutorial does the same',
    'npx purser doctor': 'the pages for operators do the same',
    'npm ci && npm test': itself,
  },
  'docs/guides/other-languages.md': { 'function isGenuine': 'PHP: the page says that it is not tried' },
  'docs/webhooks.md': { 'signed    =': formula },
  'docs/tutorial.md': { 'npm ci': 'the release test installs it' },
  'docs/audit.md': { 'seal(n)': formula },
  'docs/backup.md': {
    '15 3 * * *': 'a line for cron',
    archive_mode: 'settings of PostgreSQL on another machine',
    'select citus_create_restore_point': machines,
    'operate/point-in-time/base-backup.sh': machines,
    'operate/point-in-time/restore-to.sh': machines,
    'operate/point-in-time/lacking.sh': 'needs a list of then; test/backup/point-in-time.test.ts makes one',
  },
  'docs/brand-file.md': { 'my-brand.yaml:41:13': `${made}; test/brand/brand-check.test.ts has real ones` },
  'docs/brand-history.md': {
    'exportedFrom:': 'test/brand/brand-history.test.ts applies real exports',
    'edited.yaml:': `${made}; test/brand/history-commands.test.ts has real ones`,
  },
  'docs/client.md': { 'npm run client:build': 'test/client/package.test.ts packs and installs it' },
  'docs/deploy.md': {
    'npm install purser-': 'test/operate/release.test.ts installs it',
    useradd: machines,
    'cd operate/container': machines,
    'openssl rand': machines,
  },
  'docs/explain.md': { 'checkout (CHECKOUT_COMPLETE)': `${made}; test/campaign/explain.test.ts has each line` },
  'docs/import.md': {
    'purser import KIND': 'the usage of commands that the page runs further down',
    'Rows: 3 of 3 done': 'test/import has the report of a real import',
  },
  'docs/lift.md': { 'd ±': formula },
  'docs/messages.md': { 'Hi {{': 'a template; a test below reads it as one' },
  'docs/metrics.md': {
    'npm install @opentelemetry': 'needs packages from the internet; test/observe traces with them',
  },
  'docs/performance.md': {
    'npm run bench': bench,
    'npx purser import cards': 'files of a million rows; docs/import.md runs the same commands',
    'node --cpu-prof': bench,
  },
  'docs/portal.md': { PURSER_OIDC_CLIENT_SECRET_FILE: machines },
  'docs/reliability.md': {
    'npm run prove': 'takes minutes or hours; test/prove runs a part of it',
    'npm run mutants': 'takes hours; it runs the tests',
    'npm test': itself,
  },
  'docs/replay.md': {
    'npx purser replay 1001 --from': 'needs a file of then; test/replay/replay-live.test.ts has one',
  },
  'docs/scale.md': {
    'npm run bench': bench,
    'npm run citus:build': machines,
    'export DATABASE_URL': machines,
    'DATABASE_URL=': machines,
  },
  'docs/security.md': { cryptsetup: machines },
  'docs/sizing.md': { 'calls per second': formula, 'bytes a day': formula, 'connections =': formula },
  'docs/tools.md': { 'npx purser tail': 'does not end by itself; test/tools/tail.test.ts stops it' },
  'docs/wallet.md': { 'openssl req': machines, 'openssl x509': machines },
}

const firstLine = ({ text }: Block) => text.trimStart().split('\n')[0] ?? ''

const reasonOf = (page: string, block: Block) =>
  Object.keys(notRun[page] ?? {}).find((begins) => firstLine(block).startsWith(begins))

const isRunOrPart = ({ marks }: Block) =>
  ['run', 'background', 'answer', 'part'].some((mark) => marks.includes(mark)) ||
  marks.some((mark) => /^(file|part)=/.test(mark))

const isRead = (page: string, { language, marks }: Block) =>
  marks.length === 0 && readBy.some(([where, kind]) => where === page && kind === language)

/** Its examples are made from the contracts: test/wire/describe.test.ts reads each by the contract of its operation. */
const isGenerated = (page: string) => page === 'docs/reference.md'

test('every block of a page is run, read by a test, or on the list of those that cannot be', () => {
  const used = new Set<string>()
  const unknown = pages.flatMap((page) =>
    allBlocksOf(page).flatMap((block) => {
      if (isGenerated(page) || isRead(page, block) || (isRunOrPart(block) && !block.marks.includes('untried')))
        return []
      const begins = reasonOf(page, block)
      used.add(`${page}: ${begins}`)
      return begins === undefined ? [`${block.place} ${firstLine(block)}`] : []
    }),
  )
  assert.deepEqual(unknown, [])
  const listed = Object.entries(notRun).flatMap(([page, blocks]) => Object.keys(blocks).map((one) => `${page}: ${one}`))
  assert.deepEqual(
    listed.filter((one) => !used.has(one)),
    [],
    'on the list, and on no page',
  )
})

test('every page with commands that are run is run by a test, which names it', () => {
  const run = pages.filter((page) =>
    allBlocksOf(page).some(({ marks }) => marks.includes('run') || marks.includes('background')),
  )
  const known = Object.values(runBy).flat()
  assert.deepEqual(run.map((page) => basename(page, '.md')).toSorted(), [...new Set(known)].toSorted())
  for (const [file, names] of Object.entries(runBy)) {
    const text = read(file)
    for (const name of names) assert.ok(text.includes(`${name}.md`) || text.includes('docs/guides/*.md'), name)
  }
  for (const [page, , file] of readBy) assert.ok(read(file).includes(page), `${file} reads ${page}`)
})

const demo = parse(read('demo/harbor-coffee.yaml'))

interface Entry {
  readonly id?: string
}

/** An entry of the part takes the place of the demo's with its id; what is no list is merged. */
function merged(ours: unknown, part: unknown): unknown {
  if (Array.isArray(part)) {
    const ids = new Set(part.map(({ id }: Entry) => id))
    return [...((ours ?? []) as Entry[]).filter(({ id }) => id === undefined || !ids.has(id)), ...part]
  }
  if (typeof part !== 'object' || part === null) return part
  const known = (ours ?? {}) as Readonly<Record<string, unknown>>
  return { ...known, ...Object.fromEntries(Object.entries(part).map(([key, one]) => [key, merged(known[key], one)])) }
}

function fileWith({ marks, text }: Block): unknown {
  const part = parse(text)
  if (marks.includes('part')) return merged(demo, part ?? {})
  const [first, ...others] = demo.programs
  if (marks.includes('part=program')) return { ...demo, programs: [{ ...first, ...part }, ...others] }
  assert.ok(marks.includes('part=then'), marks.join(' '))
  const rules = [{ id: 'example', trigger: 'checkout', then: part }]
  return { ...demo, campaigns: [...demo.campaigns, { id: 'example', rules }] }
}

test('every part of a brand file that a page shows fits into the file of the demo', () => {
  const parts = pages.flatMap(allBlocksOf).filter(({ marks }) => marks.some((mark) => /^part\b/.test(mark)))
  assert.ok(parts.length >= 12, `${parts.length} parts`)
  for (const part of parts) {
    const { faults } = findingsOf({ json: JSON.stringify(fileWith(part)) })
    assert.deepEqual(faults, [], part.place)
  }
})

test('the text on the page about messages is a template without faults', () => {
  const [template] = allBlocksOf('docs/messages.md').filter(({ text }) => text.startsWith('Hi {{'))
  assert.ok(template)
  const rules = [
    {
      id: 'example',
      trigger: 'checkout',
      then: [{ allocateCoupon: { set: 'welcome' } }, { notify: { channel: 'webhook', text: template.text } }],
    },
  ]
  const campaigns = [...demo.campaigns, { id: 'example', rules }]
  assert.deepEqual(findingsOf({ json: JSON.stringify({ ...demo, campaigns }) }).faults, [])
})

test('the settings on the page about assistants are a command that exists, with its flags', () => {
  const { mcpServers } = jsonExampleOf('docs/assistants.md') as {
    mcpServers: { purser: { command: string; args: readonly string[]; env: Readonly<Record<string, string>> } }
  }
  const { command, args, env } = mcpServers.purser
  assert.deepEqual([command, args[0]], ['npx', 'purser'])
  assert.equal(parseCommandLine(args.slice(1), env).kind, 'command')
})
