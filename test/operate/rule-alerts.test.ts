import assert from 'node:assert/strict'
import test from 'node:test'
import { RuleAlerts } from '../../server/assembly/rule-alerts.ts'
import type { Unfulfilled } from '../../server/campaign/trace.ts'
import { openLog } from '../../server/log/log.ts'

const depleted: Unfulfilled = { rule: 'main/gift', result: 'allocateCoupon', of: 'few', reason: 'depleted' }
const locked: Unfulfilled = { rule: 'main/friend', result: 'issue', of: 'Points', reason: 'locked' }
const call = { ref: '01900000-0000-7000-8000-000000000000', locationId: 'L1', terminalId: 'T1' }

test('the operator is told once an hour of a rule that cannot give what it promises', () => {
  const lines: { brand: string; level: string; text: string }[] = []
  let nowMs = 1_000_000
  const alerts = new RuleAlerts(
    openLog('warn', (line) => lines.push(JSON.parse(line))),
    () => nowMs,
  )
  const tell = (brand: string, ...unfulfilled: Unfulfilled[]) =>
    alerts.tell({ brand: { id: brand }, call }, unfulfilled)
  for (let minute = 0; minute < 60; minute += 1) {
    tell('one', depleted, locked)
    tell('two', depleted)
    nowMs += 59_000
  }
  assert.deepEqual(
    lines.map(({ brand, level, text }) => [brand, level, text.slice(0, 30)]),
    [
      ['one', 'warn', 'The rule main/gift fired, but '],
      ['one', 'warn', 'The rule main/friend fired, bu'],
      ['two', 'warn', 'The rule main/gift fired, but '],
    ],
  )
  assert.match(lines[0]?.text ?? '', /a coupon of few: the set has no coupons left/)
  assert.match(lines[1]?.text ?? '', /Points to a referrer: the referrer's card was locked by a checkout/)
  nowMs += 60_000
  tell('one', depleted)
  assert.equal(lines.length, 4, 'and again when an hour is over')
})
