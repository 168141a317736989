import assert from 'node:assert/strict'
import test from 'node:test'
import { earnedUntil } from '../../server/domain/campaign/earned-expiry.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { documentOf, type Raw, rule, tuesday } from '../support/campaign-fixture.ts'

const points = { balanceType: 'Points', balanceCode: '' }
const lasting = (days: number) => [{ issue: { balanceType: 'Points', amount: 1, expiresAfter: { days } } }]

test('what is earned now lasts as long as the rules that run now say', () => {
  const earn = rule('earn', {}, lasting(90))
  const [past, later] = [{ until: '2026-07-14 08:30:00' }, { from: '2026-07-14 08:30:01' }]
  const within = { from: '2026-07-14 08:30:00', until: '2026-07-14 08:30:01' }
  const other = (dates: Raw, ofCampaign: Raw = {}) => ({
    id: 'other',
    ...ofCampaign,
    rules: [rule('longer', dates, lasting(400))],
  })
  //  another campaign                    days
  const table: readonly (readonly [Raw, number])[] = [
    [other({}), 400],
    [other(within), 400],
    [other({}, within), 400],
    [other(past), 90],
    [other(later), 90],
    [other({}, past), 90],
    [other({}, later), 90],
    [other(within, past), 90],
    [other({}, { active: false }), 90],
    [{ id: 'other', ...past, rules: [rule('forever')] }, 90],
  ]
  for (const [campaign, days] of table) {
    const document = documentOf([{ id: 'club', rules: [earn] }, campaign])
    const until = earnedUntil(document, points, { now: tuesday, timeZone: 'America/New_York' })
    assert.equal(Math.round(((until ?? 0) - tuesday) / day), days, JSON.stringify(campaign))
  }
})
