import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

const month = '2026-01'

test('finance closes a month, an administrator opens it again with a reason, and the audit log says both', async () => {
  const { shop } = room
  assert.deepEqual(await shop.must('listClosedMonths', {}).then(({ months, next }) => ({ months, next })), {
    months: [],
    next: undefined,
  })
  assert.match((await shop.call('closeMonth', { month })).body.errorMessage, /nothing in the books/)
  const card = await shop.card()
  await shop.must('updateBalance', {
    ...{ cardNumber: card, action: 'issue', amount: { balanceType: 'Points', amount: 7 } },
    customRequestDate: '2026-01-10 12:00:00',
  })
  const { next } = await shop.must('listClosedMonths', {})
  assert.deepEqual([next.month, next.youngCalls], [month, 1])

  const [finance, marketer] = [await room.login('finance'), await room.login('marketer')]
  assert.equal((await marketer.call('closeMonth', { month })).status, 403)
  for (const wrong of ['2025-12', '2026-1', '2099-01', 'January'])
    assert.match((await shop.call('closeMonth', { month: wrong })).body.errorMessage, /^month: |month/, wrong)
  const closed = await finance.call('closeMonth', { month })
  // It was made just now: whether everything of its time is stored is only known in half an hour.
  assert.deepEqual([closed.status, closed.body.month, closed.body.corrections], [200, month, 1])
  const listed = await shop.must('listClosedMonths', {})
  assert.deepEqual(
    [listed.months[0].month, listed.months[0].closedBy, listed.next.month],
    [month, finance.name, '2026-02'],
  )
  const { rows } = await shop.must('report', { name: 'liability', to: '2026-01-31' })
  assert.deepEqual(
    rows.map(({ amount, line }: Record<string, string>) => [amount, line]),
    [['7', 'corrections since closing']],
  )
  assert.deepEqual(await shop.verify(), [])

  assert.equal((await finance.call('reopenMonth', { month, reason: 'one was missing' })).status, 403)
  const administrator = await room.login('administrator')
  assert.equal((await administrator.call('reopenMonth', { month })).status, 422)
  assert.equal((await administrator.call('reopenMonth', { month, reason: 'one was missing' })).status, 200)
  assert.deepEqual((await shop.must('listClosedMonths', {})).months, [])
  const { entries } = await shop.must('auditLog', {})
  const told = entries.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`)
  assert.deepEqual(told.filter((one: string) => one.startsWith('books.')).toSorted(), [
    'books.closed 2026-01',
    'books.reopened 2026-01',
  ])
  assert.deepEqual(await shop.verify(), [])
})
