import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { inviteLogin } from '../../server/doors/access/login/change-login.ts'
import type { MailParts } from '../../server/doors/report-mail/send-mails.ts'
import type { ReceivedMail } from '../support/mail-server.ts'
import { openPortalRoom } from '../support/portal-room.ts'
import { openMailRoom, pool } from '../support/report-mail-room.ts'
import { testOrigin } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const daily = { report: 'roll-forward', period: 'yesterday', every: 'day', hour: 8 }

/** The parts of a mail, decoded. */
function partsOf({ source }: ReceivedMail) {
  const boundaries = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`)
  const pieces = boundaries.reduce((all, one) => all.flatMap((piece) => piece.split(one)), [source])
  const find = (type: string) => {
    const piece = pieces.find((one) => new RegExp(`^\\s*Content-Type: ${type}`).test(one)) ?? assert.fail(type)
    const at = piece.indexOf('\r\n\r\n')
    const body = piece.slice(at + 4)
    if (/base64/i.test(piece.slice(0, at))) return Buffer.from(body, 'base64').toString('utf8')
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  return { text: find('text/plain'), html: find('text/html'), csv: find('text/csv') }
}

test('a report goes out at its hour, once, in the language of each receiver, with the file that the portal exports', async (t) => {
  const room = await openMailRoom(t)
  const ana = await room.userOf('finance', 'ana@example.com')
  const ben = await room.userOf('marketer', 'ben@example.com', 'de')
  await room.day('2026-10-24 12:00:00', 1234)
  await room.day('2026-10-25 12:00:00', 7)
  await room.save(ana.user, { ...daily, receivers: [ana.id, ben.id] })

  // The clock goes back in the night to the 25th: eight o'clock is an hour later by UTC.
  room.clock.now = Date.parse('2026-10-24T07:00:00Z')
  await sql('update report_schedule set done_to = $1 where brand_id = $2', ['2026-10-24T07:00:00Z', room.shop.id])
  assert.deepEqual(await room.run('2026-10-25T06:59:00Z'), { sent: 0, failed: 0, notSent: 0 })
  assert.deepEqual(await room.run('2026-10-25T07:00:00Z'), { sent: 2, failed: 0, notSent: 0 })
  assert.deepEqual(await room.run('2026-10-25T09:00:00Z'), { sent: 0, failed: 0, notSent: 0 })

  const [first, second] = [ana.name, ben.name].map(
    (name) => room.mails.mails.find(({ to }) => to[0] === name) ?? assert.fail(name),
  )
  assert.ok(first && second)
  const english = partsOf(first)
  assert.match(english.text, /What changed\?\r\nOct 24, 2026/)
  assert.match(english.text, /Given: 1,234/)
  assert.match(
    english.text,
    /https:\/\/loyalty\.example\/portal\/b\/\S+\/reports\/roll-forward\?from=2026-10-24&to=2026-10-24/,
  )
  assert.match(
    english.text,
    /Stop sending me this: https:\/\/loyalty\.example\/portal\/b\/\S+\/reports\/mails\?schedule=/,
  )
  assert.match(english.html, /<h1[^>]*>What changed\?<\/h1>/)
  assert.match(english.csv, /^\uFEFFValue,Program,Given,Closing\r\n/)
  assert.match(english.csv, /\r\nPoints,Rewards,1234,1234\r\n/)
  const german = partsOf(second)
  assert.match(german.text, /Was hat sich geändert\?/)
  assert.match(german.text, /Nicht mehr|nicht mehr erhalten/)
  assert.match(german.csv, /^\uFEFFWert,Programm/)
  assert.deepEqual(await room.shop.verify(), [])
})

test('what was claimed by a worker that died is sent once, and what failed is tried again with the same id', async (t) => {
  const room = await openMailRoom(t)
  const ana = await room.userOf('finance', 'ana@example.com')
  const schedule = await room.save(ana.user, { ...daily, receivers: [ana.id] })
  const dies = new Promise<never>(() => undefined)
  // The worker hangs while it sends, and never comes back.
  const hanging = room.run('2026-10-21T07:00:00Z', { senders: { email: () => dies } })
  while (
    (await sql('select from report_mail where schedule_id = $1 and lease_until is not null', [schedule])).length === 0
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  void hanging
  assert.deepEqual(await room.run('2026-10-21T07:01:00Z'), { sent: 0, failed: 0, notSent: 0 })
  assert.deepEqual(await room.run('2026-10-21T07:06:00Z'), { sent: 1, failed: 0, notSent: 0 })
  assert.equal(room.mails.mails.length, 1)

  // Of the next day's, the server takes the mail and the worker does not hear of it: a second one, with the same id.
  const { email } = openSenders(systemNetwork(true))
  const unheard: MailParts['senders'] = {
    email: async (message, settings) => {
      await email(message, settings)
      throw new Error('cut off')
    },
  }
  assert.deepEqual(await room.run('2026-10-22T07:00:00Z', { senders: unheard }), { sent: 0, failed: 1, notSent: 0 })
  const { mails } = (await ana.user.must('listReportMails')) as { mails: { receivers: object[] }[] }
  assert.partialDeepStrictEqual(mails[0]?.receivers[0], { state: 'waiting', reason: 'fault', attempts: 1 })
  const { items } = await ana.user.must('homeAttention')
  assert.partialDeepStrictEqual(items, [{ kind: 'reportMailFailed', subject: 'roll-forward', count: 1 }])
  assert.deepEqual(await room.run('2026-10-22T07:10:00Z'), { sent: 1, failed: 0, notSent: 0 })
  const ids = room.mails.mails.map(({ headers }) => headers['message-id'])
  assert.equal(ids[1], ids[2])
  assert.notEqual(ids[0], ids[1])
})

test('whoever lost the right gets nothing, and the schedule says why', async (t) => {
  const room = await openMailRoom(t)
  const ana = await room.userOf('finance', 'ana@example.com')
  const lost = {
    removed: await room.userOf('finance', 'removed@example.com'),
    disabled: await room.userOf('readOnly', 'disabled@example.com'),
    noRight: await room.userOf('marketer', 'cashier@example.com'),
    restricted: await room.userOf('marketer', 'local@example.com'),
    stopped: await room.userOf('readOnly', 'stopped@example.com'),
  }
  const everybody = [ana, ...Object.values(lost)].map(({ id }) => id)
  const schedule = await room.save(ana.user, { ...daily, receivers: everybody })
  await sql('delete from login where login_id = $1', [lost.removed.id])
  await sql('update login set is_disabled = true where login_id = $1', [lost.disabled.id])
  await sql(`update login_grant set role = 'cashier' where login_id = $1`, [lost.noRight.id])
  await sql(`update login_grant set at_location = 'L1' where login_id = $1`, [lost.restricted.id])
  // A receiver who may not change anything sees only what they get, and stops it.
  const seen = await lost.stopped.user.must('listReportMails')
  assert.deepEqual(
    seen.mails.map((mail: { receivers: { isMe: boolean }[] }) => mail.receivers.map(({ isMe }) => isMe)),
    [[true]],
  )
  assert.equal((await lost.stopped.user.ask('saveReportMail', { ...daily, schedule, receivers: [] })).status, 403)
  assert.equal((await lost.stopped.user.ask('deleteReportMail', { schedule })).status, 403)
  assert.equal((await lost.stopped.user.ask('stopReportMail', { schedule })).status, 200)

  assert.deepEqual(await room.run('2026-10-21T07:00:00Z'), { sent: 1, failed: 0, notSent: 4 })
  assert.deepEqual(
    room.mails.mails.map(({ to }) => to),
    [[ana.name]],
  )
  const { mails } = await ana.user.must('listReportMails')
  const reasons = new Map(
    mails[0].receivers.map((one: { userId: string; hindrance?: string }) => [one.userId, one.hindrance]),
  )
  for (const [why, { id }] of Object.entries(lost)) assert.equal(reasons.get(id), why)
  const stops = await sql('select action from audit_entry where brand_id = $1 and action = $2', [
    room.shop.id,
    'reportMail.stopped',
  ])
  assert.equal(stops.length, 1)
  assert.equal(reasons.get(ana.id), undefined)
})

test('only users who may see reports can be chosen, only so many, and only where mail can be sent', async (t) => {
  const room = await openMailRoom(t)
  const ana = await room.userOf('finance', 'ana@example.com')
  const cashier = await room.userOf('cashier', 'till@example.com')
  const nameless = await room.login('finance')
  const [{ login_id: namelessId }] = await sql('select login_id from login where name = $1', [nameless.name])
  const office = { origin: testOrigin, now: Date.now, random: randomBytes, db: pool }
  const invited = await inviteLogin(office, `new.${randomBytes(4).toString('hex')}@example.com`, {
    brand: room.shop.id,
    role: 'finance',
  })
  const refused = async (receivers: readonly unknown[], more: object = {}) =>
    (await ana.user.ask('saveReportMail', { ...daily, receivers, ...more })).body.error?.reason
  assert.equal(await refused([]), 'invalid')
  assert.equal(await refused([cashier.id]), 'invalid')
  assert.equal(await refused([namelessId]), 'invalid')
  assert.equal(await refused([invited?.id]), 'invalid')
  assert.equal(await refused(['eve@example.com']), 'invalid')
  assert.equal(await refused([ana.id], { report: 'nonsense' }), 'invalid')
  assert.equal(await refused([ana.id], { by: 'nonsense' }), 'invalid')
  assert.equal(await refused([ana.id], { report: 'scores' }), 'invalid')
  assert.equal(await refused([ana.id], { every: 'week' }), 'invalid')
  assert.equal(await refused([ana.id], { every: 'month', monthDay: 0 }), 'invalid')
  assert.equal(await refused([ana.id], { schedule: '00000000-0000-7000-8000-000000000000' }), 'notFound')
  const { users } = await ana.user.must('reportMailUsers')
  const offered = new Map(users.map((one: { userId: string; hindrance?: string }) => [one.userId, one.hindrance]))
  assert.equal(offered.get(ana.id), undefined)
  assert.ok(offered.has(ana.id) && !offered.has(cashier.id))
  assert.equal(offered.get(namelessId), 'noAddress')
  assert.equal(offered.get(invited?.id), 'invited')

  await ana.user.must('saveReportMail', { ...daily, receivers: [ana.id] })
  await sql(
    `insert into report_schedule (brand_id, schedule_id, report, per_day, every, at_hour, done_to, made_by, made_at)
     select brand_id, gen_random_uuid(), report, false, 'day', 8, now(), 'somebody', now()
     from report_schedule, generate_series(1, 49) where brand_id = $1`,
    [room.shop.id],
  )
  assert.equal(await refused([ana.id]), 'conflict')
})

test('a brand without a sender says what to do', async (t) => {
  const room = await openPortalRoom({ brand: { apiVersion: 2 } })
  t.after(() => room.close())
  const user = await room.login('finance')
  await sql(
    `update login set name = 'ana.' || name || '@example.com', name_key = 'ana.' || name || '@example.com' where name = $1`,
    [user.name],
  )
  const [{ login_id }] = await sql('select login_id from login where name = $1', [`ana.${user.name}@example.com`])
  assert.equal((await user.must('listReportMails')).hasSender, false)
  const { body } = await user.ask('saveReportMail', { ...daily, receivers: [login_id] })
  assert.match(body.error.text, /no sender for e-mail\. Set one up under Messages, Senders/)
})

test('paused nothing is sent, changed it is another time, and a test goes to oneself alone', async (t) => {
  const room = await openMailRoom(t)
  const ana = await room.userOf('finance', 'ana@example.com')
  const ben = await room.userOf('marketer', 'ben@example.com')
  const schedule = await room.save(ana.user, { ...daily, receivers: [ana.id, ben.id] })
  await ana.user.must('pauseReportMail', { schedule, isPaused: true })
  assert.deepEqual(await room.run('2026-10-21T07:00:00Z'), { sent: 0, failed: 0, notSent: 0 })
  await ana.user.must('pauseReportMail', { schedule, isPaused: false })
  await room.save(ana.user, {
    ...{ schedule, report: 'coupons', by: 'location', period: 'lastMonth', every: 'month', monthDay: -1, hour: 2 },
    receivers: [ana.id],
  })
  assert.deepEqual(await room.run('2026-10-31T00:59:00Z'), { sent: 0, failed: 0, notSent: 0 })
  assert.deepEqual(await room.run('2026-10-31T01:00:00Z'), { sent: 1, failed: 0, notSent: 0 })
  assert.match(room.mails.mails[0]?.headers.subject ?? '', /How were coupons and codes used\?/)

  assert.deepEqual(await ana.user.must('tryReportMail', { report: 'scores' }), { result: 'sent', to: ana.name })
  assert.deepEqual(room.mails.mails[1]?.to, [ana.name])
  assert.equal(room.mails.mails.length, 2)
  await ana.user.must('deleteReportMail', { schedule })
  assert.deepEqual((await ana.user.must('listReportMails')).mails, [])
  const actions = await sql(`select action from audit_entry where brand_id = $1 and action like 'reportMail%'`, [
    room.shop.id,
  ])
  assert.deepEqual(actions.map(({ action }) => action).toSorted(), [
    'reportMail.deleted',
    'reportMail.saved',
    'reportMail.saved',
    'reportMail.saved',
    'reportMail.saved',
  ])
})

test('a test to oneself says what really keeps it back, and a receiver who is refused why', async (t) => {
  const room = await openMailRoom(t)
  const ana = await room.userOf('finance', 'ana@example.com')
  const plain = await room.userOf('finance', 'plain-name')
  const asked = await plain.user.must('reportMailUsers')
  const mine = asked.users.find(({ userId }: { userId: string }) => userId === plain.id)
  assert.equal(mine.hindrance, 'noAddress')
  assert.deepEqual(await plain.user.must('tryReportMail', { report: 'scores' }), {
    result: 'notSent',
    why: 'noAddress',
  })
  const refused = await ana.user.ask('saveReportMail', { ...daily, receivers: [plain.id] })
  assert.match(refused.body.error.text, /cannot get it: the login is no e-mail address/)
})

test('in the demo a plain name gets its test, which is shown because it reaches nobody', async (t) => {
  const senders = {
    email: { smtp: 'smtp://mail.harbor-coffee.example:587', from: 'Demo <hello@harbor-coffee.example>' },
  }
  const room = await openPortalRoom({ more: { senders } })
  t.after(() => room.close())
  const finance = await room.login('finance')
  const tried = await finance.must('tryReportMail', { report: 'scores' })
  assert.equal(tried.result, 'sent', JSON.stringify(tried))
  assert.match(tried.to, /@/)
  assert.match(tried.demo.text, /How good are our customers\?/)
})
