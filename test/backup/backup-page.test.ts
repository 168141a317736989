import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { askAt, newDatabase, newFolder, whileOpen } from '../support/backup-room.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { until } from '../support/worker-room.ts'

/** A dozen commands, each of them a process with a database. */
const patient = { timeout: 600_000 }
const root = join(import.meta.dirname, '../..')

/** The blocks of a page, each with the words after its language. */
function blocksOf(page: string) {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```sh\b(.*)\n([\s\S]*?)^```/gm)]
  return blocks.map(([, marks = '', commands = '']) => ({ marks: marks.trim().split(' '), commands }))
}

/** A folder in which `npx purser` is this Purser. */
function openTerminal() {
  const folder = newFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const launcher = `exec "${process.execPath}" "${join(root, 'server/main.ts')}" "$@"`
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\n${launcher}\n`, { mode: 0o755 })
  const bare = bareEnvironment()
  const own = { PATH: `${bin}:${bare.PATH}`, PURSER_PORT: '0', PURSER_NO_DEMO_HISTORY: 'true', HOME: folder }
  const env = { ...bare, ...own }
  const run = (commands: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-eo', 'pipefail', '-c', commands], {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 300_000,
    })
    assert.equal(status, 0, `${commands}\n${stdout}${stderr}`)
    return stdout
  }
  const start = async (commands: string): Promise<ChildProcess> => {
    const child = spawn('bash', ['-c', `exec ${commands}`], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (some) => (output += some))
    await until(`${commands} is ready: ${output}`, async () => child.exitCode !== null || /ready at/.test(output), 300)
    assert.equal(child.exitCode, null, output)
    return child
  }
  return { run, start, folder }
}

test('every command on the page about backups does what it says, in this order', patient, async () => {
  const terminal = openTerminal()
  const target = await newDatabase()
  let server: ChildProcess | undefined
  let ran = 0
  try {
    for (const { marks, commands } of blocksOf('docs/backup.md')) {
      if (marks.includes('stop') && server) {
        server.kill('SIGTERM')
        await once(server, 'exit')
        server = undefined
      }
      if (marks.includes('background')) server = await terminal.start(commands)
      else if (marks.includes('run')) terminal.run(commands.replace('postgresql://purser:…@db.example/purser', target))
      else assert.deepEqual(marks, ['untried'], commands)
      ran += 1
    }
  } finally {
    server?.kill('SIGTERM')
  }
  assert.ok(ran >= 8, `${ran} blocks`)
  assert.deepEqual(await askAt(target, 'select brand_id from brand'), [{ brand_id: '1001' }])
})

test(
  'customers who were erased after a backup are erased again by the commands on the page about privacy',
  patient,
  async () => {
    const { run, folder } = openTerminal()
    const [write = 'false', again = 'false'] = blocksOf('docs/privacy.md')
      .map(({ commands }) => commands.replaceAll('BRAND', '1001'))
      .filter((commands) => commands.includes('erased-1001.txt'))
    run(`mkdir backups && npx purser brand apply ${join(root, 'demo/harbor-coffee.yaml')}`)
    await whileOpen(join(folder, 'data'), (url) =>
      askAt(
        url,
        `insert into account (brand_id, card_id, enrolled_at)
       select brand_id, card_id, now() from card where card_number = '70000001'`,
      ),
    )
    run('npx purser backup backups/old.tar')
    run('npx purser customer erase 1001 70000001')
    run(write)
    assert.equal(readFileSync(join(folder, 'backups/erased-1001.txt'), 'utf8'), '70000001\n')
    run('mkdir restored && cp -p data/secret.key restored/ && npx purser restore backups/old.tar --data restored')
    run(`export PURSER_DATA=restored\n${again}`)
    await whileOpen(join(folder, 'restored'), async (url) => {
      assert.deepEqual(await askAt(url, `select card_id from account where brand_id = '1001'`), [])
    })
  },
)
