import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Brand } from '../../server/domain/brand/brand.ts'
import { composeMail } from '../../server/doors/report-mail/compose.ts'
import { dueMails, mailDays, nextMail } from '../../server/doors/report-mail/schedule.ts'
import { couponUseReport } from '../../server/storage/report/coupon-use.ts'

const berlin = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)

test('the days that a period means are whole days before the one it is sent on', () => {
  //  period        sent on       from          to
  const table = [
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['lastWeek', '2026-11-16', '2026-11-09', '2026-11-15'],
    ['lastWeek', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['monthToDate', '2026-11-16', '2026-11-01', '2026-11-15'],
    ['monthToDate', '2026-11-01', '2026-10-01', '2026-10-31'],
  ] as const
  for (const [period, sentOn, from, to] of table)
    assert.deepEqual(mailDays(period, sentOn), { from, to }, `${period} ${sentOn}`)
})

test('an hour that the clock skips is the next one, and an hour that it repeats comes once', () => {
  const days = (hour: number, from: string, to: string) =>
    dueMails({ every: 'day', hour }, berlin, at(from), at(to)).map(({ dueAt }) => new Date(dueAt).toISOString())
  assert.deepEqual(days(2, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'), [
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:00:00.000Z',
  ])
  assert.deepEqual(days(2, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z'), [
    '2026-10-25T00:00:00.000Z',
    '2026-10-26T01:00:00.000Z',
  ])
})

test('weekly and monthly ones are due on their day, the last day of short months too', () => {
  const next = (times: Parameters<typeof nextMail>[0], after: string) =>
    new Date(nextMail(times, berlin, at(after)) ?? 0).toISOString()
  assert.equal(next({ every: 'week', weekDay: 7, hour: 23 }, '2026-11-16T12:00:00Z'), '2026-11-22T22:00:00.000Z')
  assert.equal(next({ every: 'month', monthDay: -1, hour: 8 }, '2026-02-01T00:00:00Z'), '2026-02-28T07:00:00.000Z')
  assert.equal(next({ every: 'month', monthDay: 28, hour: 8 }, '2026-01-28T07:00:00Z'), '2026-02-28T07:00:00.000Z')
})

const brand = {
  id: '1',
  name: 'Cake\r\nBcc: eve@example.com',
  document: { brand: { language: 'en' } },
} as unknown as Brand

function mailOf(set: string, rows = 1) {
  const row = { set, issued: '1', used: '-2' }
  const columns = [
    { key: 'set', title: 'Set', kind: 'text' as const },
    { key: 'issued', title: 'Issued', kind: 'count' as const, total: 'sum' as const },
    { key: 'used', title: 'Used', kind: 'count' as const, total: 'sum' as const },
  ]
  const table = { title: '', notes: [], columns, rows: Array(rows).fill(row), behind: Array(rows).fill({}) }
  return composeMail(
    { report: couponUseReport, table, asked: { from: '2026-10-01', to: '2026-10-31' } },
    { brand, language: 'en', reachedAt: 'https://loyalty.example' },
  )
}

test('names that somebody chose stay text: in the subject, in HTML and in a spreadsheet', () => {
  const mail = mailOf('=1+1"<script>alert(1)</script>')
  assert.equal(mail.subject, 'Cake Bcc: eve@example.com: How were coupons and codes used?')
  assert.doesNotMatch(mail.html, /<script/)
  assert.equal(mail.attachment?.content.split('\r\n')[1], `"'=1+1""<script>alert(1)</script>",1,-2`)
})

test('what is too large to attach is only linked', () => {
  const mail = mailOf('x'.repeat(300), 20_000)
  assert.equal(mail.attachment, undefined)
  assert.match(mail.text, /too large for an e-mail/)
  assert.match(mail.text, /Given: 20,000/)
  assert.ok(mail.html.length < 5_000)
})
