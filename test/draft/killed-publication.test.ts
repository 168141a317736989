import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startWorker } from '../support/purser-worker.ts'
import { ask } from '../support/race.ts'
import { openShop, testDatabase } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

test('a worker that is killed while it publishes leaves the draft for the next, which publishes it once', async (t) => {
  const shop = await openShop()
  const entries = [{ section: 'groups', key: 'xmas', text: '# For Christmas\nid: xmas\n' }]
  const { draftId } = await shop.must('saveDraft', { title: 'Christmas', entries })
  await shop.must('publishDraft', { draftId, revision: 1, at: '2099-12-01 00:00:00' })
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  t.after(() => client.end())
  await client.query('begin')
  // The version that it is about to make, so that it gets as far as that and waits.
  await client.query(
    `insert into brand_version (brand_id, version, source, made_at, changes, change_count, content, fingerprint)
     values ($1, 2, 'file', now(), '[]', 0, '', '')`,
    [shop.id],
  )
  await ask(`update draft set publish_at = now() - interval '1 minute' where brand_id = $1`, [shop.id])
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%into brand_version%'`
  const killed = await startWorker(await mkdtemp(join(tmpdir(), 'purser-draft-')))
  await until('it waits', async () => (await ask(waiting)).length > 0, 60)

  killed.kill('SIGKILL')
  await once(killed, 'exit')

  // The database notices that its client is gone when it is next to answer it.
  await ask(`select pg_terminate_backend(pid) from (${waiting}) as waiting`)
  await client.query('rollback')
  const [{ state }] = (await shop.must('listDrafts', {})).drafts
  assert.equal(state, 'scheduled')
  const worker = await startWorker(await mkdtemp(join(tmpdir(), 'purser-draft-')))
  t.after(async () => {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  })
  const find = async () => (await shop.must('draftLookup', { draftId })).draft
  await until('it is published', async () => (await find()).state === 'published', 60)
  assert.equal((await find()).version, 2)
  assert.equal((await shop.must('brandHistory', {})).versions.length, 2)
  const { entries: told } = await shop.must('auditLog', { action: 'draft.published' })
  assert.equal(told.length, 2, 'scheduled, and published once')
  assert.deepEqual(await shop.verify(), [])
})
