import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { campaignStateOf } from '../../server/domain/campaign/campaign-state.ts'
import { openCampaignRoom } from '../support/campaign-room.ts'
import type { PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openCampaignRoom()
})

after(() => room?.close())

test('a campaign runs, is paused, has not begun, is off, or has ended', () => {
  const now = '2026-11-16 12:00:00'
  //  active  from                    until                   state
  const cases = [
    [true, undefined, undefined, 'running'],
    [true, '2026-11-16 12:00:00', '2026-11-16 12:00:01', 'running'],
    [true, '2026-11-16 12:00:01', undefined, 'begins'],
    [true, undefined, '2026-11-16 12:00:00', 'ended'],
    [false, undefined, undefined, 'paused'],
    [false, '2026-12-01 00:00:00', undefined, 'off'],
    [false, undefined, '2026-01-01 00:00:00', 'ended'],
  ] as const
  for (const [active, from, until, state] of cases) {
    const dates = { ...(from && { from }), ...(until && { until }) }
    assert.equal(campaignStateOf({ active, ...dates }, now), state, JSON.stringify({ active, ...dates }))
  }
})

test('the list says of each campaign how it stands and what it does, in the language of whoever asks', async () => {
  const ana = await room.login('marketer')
  const { campaigns } = await ana.must('listCampaigns', { language: 'en' })
  assert.deepEqual(
    campaigns.map((one: { name: string; state: string }) => [one.name, one.state]),
    [
      ['Earn points', 'running'],
      ['Opening week', 'running'],
      ['Points trial', 'running'],
      ['Summer', 'ended'],
      ['Winter', 'begins'],
      ['Resting', 'paused'],
    ],
  )
  assert.equal(campaigns[0].summary, 'When a customer buys drinks: 1 point per dollar. And one more rule.')
  const german = await ana.must('listCampaigns', { language: 'de' })
  assert.equal(german.campaigns[1].summary, 'Bei jedem Einkauf: 10 % Rabatt.')
})

test('the figures are those of the ledger, with what is left of a budget', async () => {
  const ana = await room.login('marketer')
  const { campaigns, budgets } = await ana.must('campaignFigures', {})
  const figuresOf = (id: string) => campaigns.find((one: { id: string }) => one.id === id)
  assert.deepEqual(figuresOf('earn'), { id: 'earn', fired: 1, customers: 1, cost: 0 })
  assert.deepEqual(figuresOf('opening-week'), { id: 'opening-week', fired: 1, customers: 1, cost: 2 })
  assert.equal(figuresOf('summer'), undefined)
  const own = { campaign: 'opening-week', counts: 'discount', unit: 'USD', amount: 10, spent: 2, every: 'day' }
  assert.deepEqual(budgets, [own])

  const results = await ana.must('campaignResults', { campaign: 'earn' })
  assert.deepEqual([results.fired, results.visits, results.customers], [1, 1, 1])
  assert.deepEqual(results.rules, [
    { rule: 'mug', fired: 1, customers: 1 },
    { rule: 'per-dollar', fired: 1, customers: 1 },
  ])
  assert.deepEqual(results.values, [{ name: 'Points', balanceType: 'Points', scale: 0, given: 23, redeemed: 0 }])
  assert.deepEqual(await room.shop.verify(), [])
})

test('an experiment says that it is too early, and a campaign without one says that it is none', async () => {
  const ana = await room.login('marketer')
  const all = await ana.must('campaignTrials', {})
  assert.deepEqual(all.trials, ['trial'])
  for (const one of all.comparisons) assert.equal(one.verdict, 'early')
  assert.deepEqual(await ana.must('campaignTrials', { campaign: 'earn' }), { trials: [], comparisons: [] })
})

test('the page tells each rule, and its history who changed it, when and why', async () => {
  const ana = await room.login('marketer')
  const page = await ana.must('campaignPage', { campaign: 'earn', language: 'en' })
  assert.deepEqual(
    page.rules.map((rule: { sentence: string }) => rule.sentence),
    ['When a customer buys drinks: 1 point per dollar.', 'When a customer buys Mug: 5 points.'],
  )
  const edit = { section: 'campaigns', key: 'earn', entry: { ...page.entry, active: false } }
  const made = await ana.call('editBrand', { edits: [edit], baseVersion: page.version, note: 'too generous' })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { changes } = await ana.must('campaignHistory', { campaign: 'earn' })
  assert.deepEqual(
    changes.map((one: { kinds: string[]; note?: string }) => [one.kinds, one.note]),
    [
      [['paused'], 'too generous'],
      [['created'], undefined],
    ],
  )
  assert.ok(changes[0].by.includes(ana.name), changes[0].by)
  assert.equal((await ana.must('campaignPage', { campaign: 'earn', language: 'en' })).state, 'paused')

  const missing = await ana.ask('campaignPage', { campaign: 'no-such', language: 'en' })
  assert.equal(missing.body.error.reason, 'notFound')
})

test('whoever sees some locations only is shown no figures of all of them', async () => {
  const restricted = await room.login('marketer', { location: 'L1' })
  assert.equal((await restricted.must('listCampaigns', { language: 'en' })).campaigns.length, 6)
  for (const [name, request] of [
    ['campaignFigures', {}],
    ['campaignTrials', {}],
    ['campaignResults', { campaign: 'earn' }],
    ['campaignHistory', { campaign: 'earn' }],
  ] as const) {
    const { body } = await restricted.ask(name, request)
    assert.equal(body.error?.reason, 'forbidden', name)
  }
})
