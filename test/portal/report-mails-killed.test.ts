import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerProcess } from '../support/server-process.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
// Only now: its connections are those of the database above.
const { openMailRoom } = await import('../support/report-mail-room.ts')

const patienceSeconds = 100
const flags = ['--port', '0', '--processes', '1', '--job-lease', '10']
const served = { PURSER_ALLOW_PRIVATE_RECEIVERS: 'true' }

test('a server that is killed while it mails reports loses none, and mails at most one of them twice', async (t) => {
  // Of the third mail, the mail server keeps to itself that it has it, until the sender is dead.
  const held = Promise.withResolvers<void>()
  t.after(() => held.resolve())
  const room = await openMailRoom(t, { holds: async (taken) => (taken === 3 ? held.promise : undefined) })
  const ana = await room.userOf('finance', 'ana@example.com')
  const ben = await room.userOf('finance', 'ben@example.com', 'de')
  const about = { period: 'yesterday', every: 'day', hour: 8, receivers: [ana.id, ben.id] }
  const made = await Promise.all(
    ['roll-forward', 'liability', 'activity'].map((report) => ana.user.must('saveReportMail', { ...about, report })),
  )
  const schedules = made.map(({ schedule }) => schedule)
  await room.day('2026-10-01 12:00:00', 7)
  // Nobody looked for a day: each of them is due once, for both.
  await sql('update report_schedule set done_to = now() - interval $$24 hours$$ where brand_id = $1', [room.shop.id])

  const first = new ServerProcess(t, flags, served)
  await until('the third mail was taken', async () => room.mails.mails.length === 3, patienceSeconds)
  first.child.kill('SIGKILL')
  await first.ended()
  held.resolve()
  const lines = () => sql('select state from report_mail where schedule_id = any($1)', [schedules])
  const due = (await lines()).length
  assert.equal(due, 6, 'all were put in line before the first was sent')
  assert.equal((await lines()).filter((one) => one.state === 'sent').length, 2)

  // Five minutes later.
  await sql('update report_mail set lease_until = lease_until - interval $$5 minutes$$ where brand_id = $1', [
    room.shop.id,
  ])
  const second = new ServerProcess(t, flags, served)
  const isDone = async () => (await lines()).every((one) => one.state === 'sent')
  await until('everything is written down as sent', isDone, patienceSeconds)
  second.child.kill('SIGTERM')
  await second.ended()

  const ids = room.mails.mails.map(({ headers }) => headers['message-id'])
  assert.equal(new Set(ids).size, due, 'none is lost')
  assert.equal(ids.length, due + 1, 'only the one that nobody knew of is mailed again')
  assert.equal(ids.filter((id) => id === ids[2]).length, 2, 'under the same Message-ID')
  assert.deepEqual(await room.shop.verify(), [])
})
