import assert from 'node:assert/strict'
import test from 'node:test'
import { runBeside, ServerBeside } from '../support/server-beside.ts'
import { openShop } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const contradicted = /belongs to the environment production.* says stage.*purser environment stage/

test('the database remembers its environment, and whoever contradicts it is refused', async (t) => {
  const shop = await openShop()
  const nameless = await runBeside(['environment'])
  assert.match(nameless.output, /Nobody has named the environment/)
  const early = await runBeside(['key', 'create', shop.id, 'early'])
  assert.match(early.output, /secret +purser_demo_/)
  const refused = await runBeside(['demo', '--environment', 'stage'])
  assert.equal(refused.status, 1)
  assert.match((await runBeside(['environment'])).output, /Nobody has named/, 'what was refused names nothing')

  const server = await ServerBeside.ready(t, ['--environment', 'production', '--processes', '2', '--no-jobs'])
  assert.equal((await runBeside(['environment'])).output, 'Environment: production\n')
  const made = await runBeside(['key', 'create', shop.id, 'counter'])
  assert.match(made.output, /secret +purser_production_/)
  assert.match(
    (await runBeside(['key', 'list', shop.id])).output,
    /^counter .*scope merchant$/m,
    'not strict, as in the demo',
  )

  const wrong = await runBeside(['key', 'create', shop.id, 'other', '--environment', 'stage'])
  assert.equal(wrong.status, 1)
  assert.match(wrong.output, contradicted)
  assert.doesNotMatch((await runBeside(['key', 'list', shop.id])).output, /other/)
  const busy = await runBeside(['environment', 'stage'])
  assert.equal(busy.status, 1)
  assert.match(busy.output, /Stop them first[\s\S]*purser start/)
  assert.equal(await server.stop(), 0)

  const wrongServer = new ServerBeside(t, ['--environment', 'stage', '--processes', '1', '--no-jobs'])
  assert.equal(await wrongServer.ended(), 1)
  assert.match(wrongServer.output, contradicted)
  const found = await runBeside(['doctor', '--environment', 'stage', '--port', '0'])
  assert.match(found.output, /problem +environment +the database belongs to production, and the settings say stage/)

  const changed = await runBeside(['environment', 'stage'])
  assert.equal(changed.output, 'Environment: stage. Before, it was production.\n')
  assert.match((await runBeside(['audit', shop.id])).output, /made this the environment stage/)
  assert.match((await runBeside(['key', 'rotate', shop.id, 'counter'])).output, /secret +purser_stage_/)
  assert.match((await runBeside(['environment', 'No Name'])).output, /lower-case letters/)
  assert.deepEqual(await shop.verify(), [])
})

test('of two names that are given at once, one is remembered and the other refused', async () => {
  await useOwnDatabase()
  const names = ['stage', 'production', 'stage', 'production']
  await runBeside(['environment'])
  const answers = await Promise.all(names.map((name) => runBeside(['verify'], { env: { PURSER_ENVIRONMENT: name } })))
  const known = /Environment: (\w+)/.exec((await runBeside(['environment'])).output)?.[1] ?? ''
  assert.ok(names.includes(known))
  for (const [index, name] of names.entries())
    assert.equal(answers[index]?.status, name === known ? 0 : 1, answers[index]?.output)
})

test('whoever names the environment first is told which servers have to be started again', async (t) => {
  await useOwnDatabase()
  await runBeside(['environment'])
  const server = await ServerBeside.ready(t, ['--processes', '1', '--no-jobs'])
  const named = await runBeside(['verify'], { env: { PURSER_ENVIRONMENT: 'production' } })
  assert.equal(named.status, 0, named.output)
  assert.match(named.output, /environment production from now on\. These run without that name[\s\S]*purser start /)
  const later = await runBeside(['verify'], { env: { PURSER_ENVIRONMENT: 'production' } })
  assert.doesNotMatch(later.output, /from now on/, 'it is told once')
  assert.equal(await server.stop(), 0)
})
