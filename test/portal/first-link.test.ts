import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { inviteLogin } from '../../server/doors/access/login/change-login.ts'
import { updatePassword } from '../../server/doors/access/login/login.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { openPortalTo } from '../../server/program/command-line/serve/first-link.ts'
import { purserCommand } from '../support/purser-command.ts'
import { ServerProcess } from '../support/server-process.ts'
import { openShop, testDatabase, testKey, testOrigin } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const program = join(import.meta.dirname, '../../server/main.ts')
const linkForm = /\/portal\/link#[\w-]{43}/
const production = ['--port', '0', '--environment', 'production', '--processes', '1', '--no-jobs']

test('what a server prints into a log names the command for the first link, and never has the link', async (t) => {
  const server = new ServerProcess(t, production)
  await server.ready()
  const find = () => server.lines().find(({ event }) => event === 'portal')
  await until('it is said', async () => find() !== undefined)
  const line = find()
  assert.match(line?.text ?? '', /no administrator of yours yet\. To make the first, run: npx purser user link/)
  assert.doesNotMatch(server.output, linkForm)
})

test('at a terminal the start shows the link itself', async (t) => {
  if (spawnSync('script', ['--version']).error) return t.skip('there is no script(1) to make a terminal')
  const { PURSER_TEST_DATABASE: _, npm_command: __, ...inherited } = process.env
  const ours = { PURSER_ALLOW_UNSAFE_DATABASE: 'true', PURSER_SECRET_KEY: testKey.toString('base64') }
  const words = [process.execPath, program, 'start', '--database', testDatabase(), ...production]
  const command = `exec ${words.map((word) => `'${word}'`).join(' ')}`
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...inherited, ...ours }, stdio: 'pipe' })
  t.after(() => child.kill('SIGTERM'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await until('the server is ready', async () => output.includes('The documentation is at'), 100)
  assert.match(output, linkForm)
})

test('the command prints a link that works once, until somebody can log in', async (t) => {
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  t.after(() => pool.close())
  const { actor } = testOrigin
  const shop = await openShop()
  const first = await purserCommand('user', 'link')
  assert.equal(first.status, 0, first.output)
  assert.match(first.output, /^admin sets a password here, once, within 24 hours:\nhttp:.*\/portal\/link#[\w-]{43}\n$/)
  const audit = await purserCommand('audit', shop.id)
  assert.match(audit.output, /invited the user admin as administrator|made a link for the user admin/)
  const linksLeft = async () => (await pool.rows`select token_sha256 from one_time_link`).map((row) => row)
  const before = await linksLeft()
  // A start that nobody watches leaves the link alone that somebody was given.
  const parts = { operator: actor, demoBrand: undefined }
  assert.deepEqual(await openPortalTo(testDatabase(), { ...parts, isTerminal: false }), { kind: 'wanted' })
  assert.deepEqual(await linksLeft(), before)
  const shown = await openPortalTo(testDatabase(), { ...parts, isTerminal: true })
  assert.match(shown?.kind === 'link' ? shown.path : '', linkForm)
  assert.notDeepEqual(await linksLeft(), before)
  await inTransaction(pool, async (db) => {
    const office = { db, origin: testOrigin, now: Date.now, random: randomBytes }
    const made = await inviteLogin(office, 'boss', { role: 'administrator' })
    await updatePassword(db, made?.id ?? '', 'x')
  })
  for (const isTerminal of [true, false])
    assert.equal(await openPortalTo(testDatabase(), { ...parts, isTerminal }), undefined)
  const late = await purserCommand('user', 'link')
  assert.equal(late.status, 1)
  assert.match(late.output, /Somebody can log in already.*purser user create/)
})
