import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import pg from 'pg'
import { keyIdOf } from '../../server/ground/kernel/key-ring.ts'
import { runBeside, ServerBeside, temporaryFolder } from '../support/server-beside.ts'
import { testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

before(useOwnDatabase)

/** The commands of a page, in their order. */
function commandsOf(page: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8')
  const blocks = [...text.matchAll(/^```sh (?:run|background)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.trim().split('\n'))
    .map((line) => {
      assert.match(line, /^npx purser /, `${page}: ${line}`)
      return line.replace(/^npx purser /, '').split(' ')
    })
}

async function letSettle(): Promise<void> {
  const client = new pg.Client(testDatabase())
  await client.connect()
  await client.query(`update secret_key set changed_at = changed_at - interval '2 minutes'`)
  await client.end()
}

test('the commands on the pages for upgrades and keys do what the pages say, one after the other', async (t) => {
  const folder = temporaryFolder(t)
  const options = { env: { PURSER_DATA: folder } }
  const ran: string[] = []
  for (const words of [...commandsOf('upgrade.md'), ...commandsOf('secret-key.md')]) {
    if (words.includes('--finish')) await letSettle()
    if (words[0] === 'start') {
      const server = await ServerBeside.ready(t, [], options)
      assert.equal(await server.stop(), 0, server.output)
    } else {
      const withDatabase = words[0] === 'version' ? words : [...words, '--log-level', 'error']
      const { status, output } = await runBeside(withDatabase, { ...options, isPlain: words[0] === 'version' })
      assert.equal(status, 0, `${words.join(' ')}: ${output}`)
    }
    ran.push(words.join(' '))
  }
  for (const command of ['migrate --dry-run', 'start', 'migrate --contract', 'secret rotate', 'secret rotate --finish'])
    assert.ok(ran.includes(command), command)
  const keys = readFileSync(join(folder, 'secret.key'), 'utf8').trim().split('\n')
  assert.equal(keys.length, 1)
  assert.ok(keyIdOf(Buffer.from(keys[0] ?? '', 'base64')) > 1)
})
