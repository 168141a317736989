import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairs } from '../../server/background/jobs/repairs/repairs.ts'
import { countFirings, listGivenLots, listTouchedCards } from '../../server/storage/store/repair/touched.sql.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openWorker } from '../support/worker-room.ts'

const issue = (amount: number, more: object = {}) => ({ issue: { balanceType: 'Points', amount, ...more } })
const campaigns = [
  {
    id: 'earn',
    name: 'Earn points',
    rules: [{ id: 'ten', trigger: 'checkout', then: [issue(10, { expiresAfter: { days: 365 } })] }],
  },
  { id: 'oops', name: 'A hundred too many', rules: [{ id: 'all', trigger: 'checkout', then: [issue(100)] }] },
]
const templates = [
  { id: 'sorry', channel: 'email', subject: 'Sorry', body: 'Dear {{ customer.firstName }}, we made a mistake.' },
]
const limits = { administrator: { adjust: { points: 150 } }, finance: { adjust: { points: 5000 } } }

async function openMistaken(more: object = {}) {
  const shop = await openShop({ more: { campaigns, templates, portal: { limits, ...more } } })
  const [ana, ben, cem] = [await shop.card(), await shop.card(), await shop.card({ points: 500 })]
  for (const cardNumber of [ana, ben, cem]) await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 5') })
  await shop.must('checkout', { products: productsOf('1 ESP 5') })
  // Of Ana's 110 points 30 are left; Cem spends, and what expires first goes first.
  await shop.must('updateBalance', { cardNumber: ana, action: 'redeem', amount: { balanceType: 'Points', amount: 80 } })
  const run = async () => (await openWorker(shop)).run(repairs)
  return { shop, desk: openDesk(shop), run, ana, ben, cem }
}

const pointsOf = async (shop: Shop, card: string) => (await shop.balances(card))[0]?.amount ?? 0
const take = { campaign: 'oops', kind: 'take' }

test('who got what of a campaign is listed, with what is left and what is spent already', async () => {
  const { shop, desk, ana, ben, cem } = await openMistaken()
  const marketer = await desk.as('marketer')
  const found = await marketer.ask('campaignMistake', { campaign: 'oops' })
  assert.deepEqual([found.name, found.isThere, found.isTooMany, found.calls], ['A hundred too many', true, false, 3])
  // Her ten of the other campaign expire, so they went first: 70 of the hundred are spent.
  const [points] = found.values
  assert.deepEqual([points.given, points.left, points.cards], [300, 230, 3])
  const leftOf = new Map(
    found.cards.map((one: { cardNumber: string; values: { left: number }[] }) => [one.cardNumber, one.values[0]?.left]),
  )
  assert.deepEqual([leftOf.get(ana), leftOf.get(ben), leftOf.get(cem)], [30, 100, 100])
  const later = await marketer.ask('campaignMistake', { campaign: 'oops', from: Date.now() + 60_000 })
  assert.deepEqual([later.cards, later.values], [[], []])
  for (const role of ['cashier'] as const)
    assert.equal((await (await desk.as(role)).ask('campaignMistake', { campaign: 'oops' })).error.reason, 'forbidden')
  assert.deepEqual(await shop.verify(), [])
})

test('what is left is taken back from what the campaign gave, once, and after a second person has seen it', async () => {
  const { shop, desk, run, ana, ben, cem } = await openMistaken()
  const [marketer, finance] = [await desk.as('marketer'), await desk.as('finance')]
  const tried = await marketer.call('startRepair', { ...take, dryRun: true }, { note: 'ten times too much' })
  assert.deepEqual([tried.cards, Number(tried.points), tried.needsSecondPerson], [3, 230, true])
  const refused = await marketer.call('startRepair', take, { note: 'ten times too much' })
  assert.equal(refused.error.reason, 'approvalNeeded')
  assert.match(refused.error.text, /This corrects 230 points/)
  const asked = { operation: 'startRepair', request: take, reason: 'ten times too much' }
  const { approvalId } = await marketer.ask('askApproval', asked)
  const [waiting] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([waiting.action, waiting.points, waiting.operation], ['adjust', 230, 'startRepair'])

  // Ben spends while it waits: nothing of his other points is taken instead.
  await shop.must('updateBalance', { cardNumber: ben, action: 'redeem', amount: { balanceType: 'Points', amount: 50 } })
  const { requestRef } = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof requestRef, 'string')
  assert.deepEqual(await run(), { done: 3, later: 0, refused: 0, failed: 0 })
  assert.deepEqual(await run(), { done: 0, later: 0, refused: 0, failed: 0 })
  assert.deepEqual([await pointsOf(shop, ana), await pointsOf(shop, ben), await pointsOf(shop, cem)], [0, 0, 510])
  const page = await marketer.ask('campaignMistake', { campaign: 'oops' })
  const [repair] = page.repairs
  assert.deepEqual(
    [repair.kind, repair.cards, repair.done, repair.isOver, repair.askedBy, repair.approvedBy],
    ['take', 3, 3, true, marketer.name, finance.name],
  )
  assert.deepEqual([repair.values[0].amount, page.values[0].left], [190, 0])
  const { happenings } = await (await desk.as('support')).ask('cardStory', { cardNumber: cem })
  assert.deepEqual(
    [happenings[0].what, happenings[0].user, happenings[0].approvedBy, happenings[0].note],
    ['adjusted', marketer.name, finance.name, 'ten times too much'],
  )
  const again = await finance.call('startRepair', take, { note: 'once more' })
  assert.match(again.error.text, /There is nothing to do/)
  const { entries } = await shop.must('auditLog', { action: 'repair.started' })
  assert.equal(entries.length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('within their own limit somebody who corrects balances does it alone, and not twice in a day', async () => {
  const { shop, desk, run, cem } = await openMistaken({
    limits: { finance: { adjust: { points: 250, perDay: { points: 300 } } } },
  })
  const finance = await desk.as('finance')
  const key = { note: 'x', customRequestId: 'once' }
  const first = await finance.call('startRepair', take, key)
  assert.equal(first.error, undefined, JSON.stringify(first))
  assert.equal((await finance.call('startRepair', take, key)).error.reason, 'doneBefore')
  await run()
  assert.equal(await pointsOf(shop, cem), 510)
  const adjust = { action: 'issue', isAccountingAdjustment: true, amount: { balanceType: 'Points', amount: 100 } }
  const more = await finance.call('updateBalance', { cardNumber: cem, ...adjust }, { note: 'x' })
  assert.match(more.error.text, /With what you did today/)
  for (const role of ['support', 'cashier', 'developer', 'readOnly'] as const)
    assert.equal((await (await desk.as(role)).call('startRepair', take, { note: 'x' })).error.reason, 'forbidden')
  assert.match((await finance.call('startRepair', take)).error.text, /reason/)
  assert.deepEqual(await shop.verify(), [])
})

test('everybody is given something as goodwill, and written to', async () => {
  const { shop, desk, run, ana, ben, cem } = await openMistaken()
  const administrator = await desk.as('administrator')
  await shop.must('updateBalance', {
    cardNumber: ben,
    ...{ action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } },
  })
  const give = { campaign: 'oops', kind: 'give', balanceType: 'Points', amount: 5 }
  const gift = await administrator.call('startRepair', give, { note: 'sorry' })
  assert.deepEqual([gift.cards, Number(gift.points)], [3, 15], JSON.stringify(gift))
  assert.deepEqual(await run(), { done: 2, later: 0, refused: 1, failed: 0 })
  assert.deepEqual([await pointsOf(shop, ana), await pointsOf(shop, cem)], [35, 615])
  const told = await administrator.call(
    'startRepair',
    { campaign: 'oops', kind: 'tell', template: 'sorry' },
    { note: 'sorry' },
  )
  assert.equal(told.error, undefined, JSON.stringify(told))
  assert.deepEqual(await run(), { done: 2, later: 0, refused: 1, failed: 0 })
  const { repairs: shown } = await administrator.ask('campaignMistake', { campaign: 'oops' })
  assert.deepEqual(
    shown.map((one: { kind: string; done: number; refused: number }) => [one.kind, one.done, one.refused]),
    [
      ['tell', 2, 1],
      ['give', 2, 1],
    ],
  )
  const messages = await shop.must('communicationActivity', { cardNumber: ana })
  assert.match(JSON.stringify(messages), /"templateId":"sorry","subject":"Sorry"/)
  assert.deepEqual(await shop.verify(), [])
})

test('a campaign that is gone can still be looked at and mended', async () => {
  const { shop, desk, run, cem } = await openMistaken()
  const { brandFile } = await shop.must('exportBrand', {})
  await shop.must('applyBrand', { brandFile: { ...brandFile, campaigns: [campaigns[0]] } })
  const finance = await desk.as('finance')
  const found = await finance.ask('campaignMistake', { campaign: 'oops' })
  assert.deepEqual([found.isThere, found.values[0].left], [false, 230])
  await finance.call('startRepair', take, { note: 'taken out' })
  await run()
  assert.equal(await pointsOf(shop, cem), 510)
  assert.deepEqual(await shop.verify(), [])
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function firingsReadBy(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const below = (node.Plans ?? []).reduce((sum, one) => sum + firingsReadBy(one), 0)
  return below + (node['Relation Name'] === 'rule_firing' ? own : 0)
}

test('only the firings of the days that are asked for are read, those of completed setups among them', async () => {
  const { shop, desk } = await openMistaken()
  await sql(
    `insert into rule_firing (brand_id, rule_id, request_ref, happened_at)
     select $1, rule_id, uuid_floor(at), at
     from unnest(array['oops/all', 'oops/none', 'earn/ten']) as rule_id
     cross join (select now() - interval '1 year' + i * interval '1 minute' as at from generate_series(1, 3000) as i)`,
    [shop.id],
  )
  await sql('analyze rule_firing', [])
  const { pool } = (await openWorker(shop)).context
  const read: number[] = []
  const spy = {
    rows: async ([first, ...rest]: TemplateStringsArray, ...values: readonly unknown[]) => {
      const strings = [`explain (analyze, format json) ${first}`, ...rest]
      const [row] = await pool.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        Object.assign(strings, { raw: strings }),
        ...values,
      )
      read.push(firingsReadBy(row?.['QUERY PLAN'][0].Plan as PlanNode))
      return []
    },
  } as unknown as typeof pool
  const period = { rules: ['oops/all', 'oops/none'], from: Date.now() - 3_600_000, until: Date.now() + 3_600_000 }
  await countFirings(spy, shop.id, period, 1000)
  await listTouchedCards(spy, shop.id, period, 1000)
  await listGivenLots(spy, shop.id, period, 1000)
  // The plan tells rows per loop, rounded: three, or four.
  assert.equal(read.length, 3)
  assert.ok(
    read.every((rows) => rows >= 3 && rows <= 4),
    String(read),
  )
  await sql(`delete from rule_firing where brand_id = $1 and happened_at < now() - interval '300 days'`, [shop.id])

  // A setup's firing happened when it was locked, and is that of the call that completed it hours later.
  await sql(
    `update rule_firing set happened_at = happened_at - interval '23 hours'
     where brand_id = $1 and happened_at > now() - interval '1 hour'`,
    [shop.id],
  )
  const marketer = await desk.as('marketer')
  const asked = { campaign: 'oops', from: Date.now() - 24 * 3_600_000, until: Date.now() - 22 * 3_600_000 }
  assert.equal((await marketer.ask('campaignMistake', asked)).values[0].given, 300)
  const farAway = { campaign: 'oops', from: 253_402_300_000_000, until: 253_402_300_000_000 }
  assert.deepEqual((await marketer.ask('campaignMistake', farAway)).cards, [])
  assert.deepEqual(await shop.verify(), [])
})
