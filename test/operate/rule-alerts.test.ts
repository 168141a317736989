import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import type { Unfulfilled } from '../../server/domain/campaign/trace.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { RuleAlerts } from '../../server/program/assembly/rule-alerts.ts'
import { startService } from '../../server/program/assembly/running-server.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { Shop, testDatabase, testKey } from '../support/shop.ts'

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
    alerts.warn({ brand: { id: brand }, call }, unfulfilled)
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

test('a running server tells of a coupon set that has no coupons left, and serves on', async () => {
  const parsed = parseCommandLine(['start', '--port', '0'], { PURSER_ALLOW_UNSAFE_DATABASE: 'true' })
  if (parsed.kind !== 'command') assert.fail(JSON.stringify(parsed))
  const { shop: prepared } = await openRuleShop([{ then: [{ allocateCoupon: { set: 'few' } }] }])
  const logged: string[] = []
  const log = openLog('warn', (line) => logged.push(line))
  const config = { ...parsed.config, runsJobs: false }
  const service = await startService(testDatabase(), config, log, new PinKeeper(testKey, randomBytes))
  try {
    const shop = new Shop({ id: prepared.id, secret: prepared.secret, port: service.port, file: prepared.file })
    for (const _ of [1, 2, 3]) await shop.must('checkout', { checkoutTotal: 5 })
    const told = logged.filter((line) => line.includes('rule.unfulfilled'))
    assert.equal(told.length, 1, 'the first has a coupon, the second is told of, the third is not')
    assert.match(told[0] ?? '', /The rule main\/rule-1 fired, but could not give a coupon of few/)
    assert.deepEqual(await prepared.verify(), [])
  } finally {
    await service.stop()
  }
})
