import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openCanaryBrand } from '../support/canary-brand.ts'
import { leaksIn, unheardIn } from '../support/canary-walk.ts'
import { sql } from '../support/time-passes.ts'

test('mails of reports and on trial tell of nobody, and of no secret', async (t) => {
  const brand = await openCanaryBrand(t)
  const { first, second, other, hidden, digests, pin, mails, shop } = brand
  const finance = await brand.login('finance')
  const address = `office.${randomBytes(4).toString('hex')}@example.com`
  await sql('update login set name = $1, name_key = $1 where name = $2', [address, finance.name])
  for (const report of ['activity', 'campaigns', 'coupons'])
    assert.deepEqual(await finance.must('tryReportMail', { report, period: 'monthToDate' }), {
      result: 'sent',
      to: address,
    })
  await (await brand.login('administrator')).must('testSend', {
    channel: 'email',
    recipient: 'try@example.com',
    subject: 'Dear {{ customer.lastName }}',
    text: 'Hello {{ customer.firstName }}',
  })
  const all = mails.mails.map(({ to, source }) => ({
    door: `the mail to ${to}`,
    isDone: true,
    text: readable(source).toLowerCase(),
  }))
  assert.equal(all.length, 4)
  assert.deepEqual(unheardIn(all, { report: 'How were coupons and codes used' }), [])
  const people = [first, second].flatMap(({ told, firstName }) => leaksIn(all, { ...told, firstName }))
  assert.deepEqual([...people, ...leaksIn(all, { ...hidden, ...digests, pin, ...other.person.told })], [])
  assert.deepEqual(await shop.verify(), [])
})

/** With its parts as they are read: bodies may be written in base64 or with soft breaks. */
const readable = (source: string): string =>
  [
    source,
    source.replace(/=\r\n/g, ''),
    ...(source.match(/(?:^[A-Za-z0-9+/=]{40,}\r\n)+/gm) ?? []).map((part) =>
      Buffer.from(part, 'base64').toString('utf8'),
    ),
  ].join('\n')
