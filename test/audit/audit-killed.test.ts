import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentOperator } from '../../server/program/command-line/operator.ts'
import { withPurser } from '../support/purser-process.ts'
import { until } from '../support/worker-room.ts'

const adjustment = {
  action: 'issue',
  amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 1 },
  isAccountingAdjustment: true,
}
const adjusted = `
  select count(*)::integer as entries, count(distinct e.request_ref)::integer as calls,
    (select count(distinct l.request_ref)::integer from ledger l where l.kind = 'Adjustment') as changed,
    (select count(*)::integer from ledger l where l.kind = 'Adjustment'
      and not exists (select from audit_entry a where a.request_ref = l.request_ref)) as untold
  from audit_entry e where action = 'balance.adjusted'`

test('a power cut between a change and its seal loses neither: each change has its entry, and all are sealed', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const card = await shop.card()
    let acknowledged = 0
    const tills = Array.from({ length: 8 }, async () => {
      for (;;) {
        const answer = await shop.call('updateBalance', { ...adjustment, cardNumber: card }).catch(() => undefined)
        if (!answer?.body.success) return
        acknowledged += 1
      }
    })
    await until('changes are made', async () => acknowledged >= 40)
    await purser.killAll()
    await Promise.all(tills)

    const again = await purser.start()

    const [row] = await purser.ask(adjusted)
    assert.ok(row)
    const { entries, calls, changed, untold } = row
    assert.deepEqual([entries, untold], [calls, 0])
    assert.equal(entries, changed, 'an entry for each change, and a change for each entry')
    assert.ok(Number(entries) >= acknowledged)
    await again.must('updateBalance', { ...adjustment, cardNumber: card })
    const left =
      'select count(*)::integer as n from audit_entry where entry_id not in (select entry_id from audit_seal)'
    await purser.run('jobs', 'run', 'audit')
    await until('all entries are sealed', async () => (await purser.ask(left))[0]?.n === 0, 120)
    const verified = await purser.run('verify')
    assert.match(verified.output, /everything adds up/)
  }))

test('a start with a brand file leaves an entry the first time, and none after that', () =>
  withPurser(async (purser) => {
    await purser.start()
    await purser.stop()
    await purser.start()
    const { name, from } = currentOperator(process.env)
    const { output } = await purser.run('audit', 'crash')
    // Each start also makes the link of the first administrator anew.
    const [line = '', ...others] = output
      .trimEnd()
      .split('\n')
      .filter((one) => !one.includes('the user admin'))
    assert.ok(line.includes(` ${name} at ${from} (command line): made brand crash; enabled createIfNew; `), line)
    assert.deepEqual(others, [])
  }))
