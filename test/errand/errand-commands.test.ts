import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { errands } from '../../server/background/errand-runner/all.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { startErrand, whenState } from '../support/errand-room.ts'
import { runBeside } from '../support/server-beside.ts'
import { openShop, startTestService } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let service: Service

before(async () => {
  service = await startTestService([], true)
})
after(() => service?.stop())

test('an operator starts, lists and reads errands from the command line', async () => {
  const shop = await openShop({ service })
  const none = await runBeside(['errands', shop.id])
  assert.match(none.output, /^No errands within the last 30 days\.\n/)
  const started = await runBeside(['errands', 'start', shop.id, 'verify'])
  assert.equal(started.status, 0, started.output)
  const [id = ''] = started.output.split('\n')
  const done = await whenState(shop, id, 'done')
  assert.match(done.askedBy, /\(command line\)$/)
  assert.match((await runBeside(['errands', shop.id])).output, new RegExp(`^${id} .* UTC verify: done .* UTC\n`))
  const shown = await runBeside(['errands', 'show', shop.id, id])
  assert.match(shown.output, /"addsUp": true/)
  const json = JSON.parse((await runBeside(['errands', 'show', shop.id, id, '--json'])).output)
  assert.equal(json.result.addsUp, true)
  const late = await runBeside(['errands', 'cancel', shop.id, id])
  assert.deepEqual(late, { status: 1, output: `No errand ${id} of brand ${shop.id} waits or runs.\n` })
})

test('what a command cannot do is said in words', async () => {
  const shop = await openShop({ service })
  const kind = await runBeside(['errands', 'start', shop.id, 'dance'])
  assert.deepEqual(kind, { status: 1, output: 'kind: there is no dance; kinds are verify, replay\n' })
  const other = await openShop({ service })
  const id = await startErrand(shop, 'verify')
  await whenState(shop, id, 'done')
  const hidden = await runBeside(['errands', 'show', other.id, id])
  assert.deepEqual(hidden, { status: 1, output: `Brand ${other.id} has no errand ${id}.\n` })
  assert.match((await runBeside(['errands', 'nobody'])).output, /There is no brand nobody/)
})

test('the page on long work names every kind, and every field of its input', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/long-work.md'), 'utf8')
  const names = errands.kinds.flatMap(({ name, input }) => [name, ...Object.keys(input.fields)])
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})
