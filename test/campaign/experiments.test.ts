import assert from 'node:assert/strict'
import test from 'node:test'
import { formatFault, readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { compileExperiment, drawSide } from '../../server/domain/campaign/experiment.ts'
import { ruleUuid } from '../../server/domain/campaign/uuids.ts'
import { campaign, letLocksExpire, lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { purserCommand } from '../support/purser-command.ts'
import { traceOf } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'

interface Plan {
  readonly holdout?: number
  readonly variants?: Record<string, number>
}

/** A shop whose campaign is an experiment. */
function openTrial(rules: readonly object[], plan: Plan, more: object = {}) {
  return openRuleShop(rules, { more: { campaigns: [campaign(rules, { ...plan, ...more })] } })
}

/** A card that is on the given side, or on another one. */
async function cardOn(shop: Shop, plan: Plan, isWanted: (side: string) => boolean): Promise<string> {
  const experiment = compileExperiment(plan)
  assert.ok(experiment)
  for (let left = 30; left > 0; left -= 1) {
    const card = await shop.card()
    if (isWanted(drawSide(experiment, [shop.id, 'main', card]))) return card
  }
  throw new Error('no such card among thirty')
}

const isOut = (side: string) => side === 'holdout'
const isIn = (side: string) => side !== 'holdout'

async function kept(shop: Shop): Promise<string[]> {
  const rows = await sql(
    `select card_number, campaign_id, side from campaign_side
    join card on card.brand_id = campaign_side.brand_id and card.card_id = campaign_side.card_id
    join checkout on checkout.brand_id = campaign_side.brand_id and checkout.request_ref = campaign_side.request_ref
    where campaign_side.brand_id = $1 order by campaign_side.request_ref, campaign_id`,
    [shop.id],
  )
  return rows.map((row) => `${row.card_number} ${row.campaign_id} ${row.side}`)
}

test('cards that are held out get nothing of a campaign, and both sides are kept with the sales it lets in', async () => {
  const plan = { holdout: 50 }
  const rules = [
    { name: 'Base', limit: { times: 1 }, then: [points(5)] },
    { name: 'Choice', option: { id: 'double' }, then: [points(1)] },
  ]
  const when = [{ fact: 'checkout.netTotal', op: '>=', value: 5 }]
  const { shop, bought } = await openTrial(rules, plan, { when })
  const [out, treated] = [await cardOn(shop, plan, isOut), await cardOn(shop, plan, isIn)]

  const silent = await bought('1 CAKE 10', { cardNumber: out })
  const given = await bought('1 CAKE 10', { cardNumber: treated })
  await bought('1 CAKE 4', { cardNumber: out })
  await bought('1 CAKE 4', { cardNumber: treated })
  await bought('1 CAKE 10')

  assert.deepEqual(await shop.balances(out), [])
  assert.equal((await shop.balances(treated))[0].amount, 5)
  assert.equal(silent.campaignOptions, undefined)
  assert.equal(given.campaignOptions.length, 1)
  assert.deepEqual(await kept(shop), [`${out} main holdout`, `${treated} main treated`])
  const firings = await sql(`select 1 from rule_firing where brand_id = $1 and card_id is not null`, [shop.id])
  assert.equal(firings.length, 1, 'a card that is held out counts against no limit')
  const explained = await purserCommand('explain', silent.requestRef)
  assert.match(explained.output, /held out \(50 % of cards never get this campaign\)/)
  const person = JSON.parse((await purserCommand('customer', 'export', shop.id, out)).output)
  assert.deepEqual(person.campaignSides, [{ requestRef: silent.requestRef, campaign: 'main', side: 'holdout' }])
  assert.deepEqual(await shop.verify(), [])
})

test('rules of a variant run for its cards only, those without a variant for everybody who is not held out', async () => {
  const plan = { holdout: 20, variants: { A: 50, B: 50 } }
  const { shop, bought } = await openTrial(
    [
      { name: 'All', then: [points(1)] },
      { name: 'Five', variant: 'A', then: [points(5)] },
      { name: 'Ten', variant: 'B', then: [points(10)] },
    ],
    plan,
  )
  const a = await cardOn(shop, plan, (side) => side === 'A')
  const b = await cardOn(shop, plan, (side) => side === 'B')
  const out = await cardOn(shop, plan, isOut)
  const { requestRef } = await bought('1 CAKE 10', { cardNumber: a })
  for (const cardNumber of [b, out]) await bought('1 CAKE 10', { cardNumber })
  const unknown = await bought('1 CAKE 10')

  const amounts = await Promise.all([a, b, out].map((one) => shop.balances(one)))
  assert.deepEqual(
    amounts.map(([first]) => first?.amount),
    [6, 11, undefined],
  )
  assert.deepEqual(await kept(shop), [`${a} main A`, `${b} main B`, `${out} main holdout`])
  const told = (await purserCommand('explain', requestRef)).output
  assert.match(told, /variant A, this rule is for B/)
  const anonymous = await traceOf(shop, unknown.requestRef)
  assert.deepEqual(
    anonymous.map((entry) => ('not' in entry ? entry.not.kind : 'fired')),
    ['fired', 'otherVariant', 'otherVariant'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a setup keeps no side before it is completed; a voided sale keeps its own', async () => {
  const plan = { holdout: 50 }
  const open = await openTrial([{ name: 'Base', then: [points(5)] }], plan)
  const { shop, bought } = open
  const { lock, complete, cancel } = lockingCalls(open)
  const [out, treated] = [await cardOn(shop, plan, isOut), await cardOn(shop, plan, isIn)]
  await bought('1 CAKE 10', { cardNumber: out, isSetup: true })
  const first = await lock(out, '1 CAKE 10')
  await cancel(first)
  const lost = await lock(out, '1 CAKE 10')
  await letLocksExpire(shop)
  assert.ok(lost.transactionId)
  const setups = [await lock(out, '1 CAKE 10'), await lock(treated, '1 CAKE 10')]
  assert.deepEqual(await kept(shop), [])
  for (const setup of setups) assert.ok((await complete(setup)).body.success)
  assert.deepEqual(await kept(shop), [`${out} main holdout`, `${treated} main treated`])

  const sale = await bought('1 CAKE 10', { cardNumber: treated })
  await shop.must('voidTransaction', { cardNumber: treated, requestRef: sale.requestRef })
  const [row] = await sql(
    `select side, is_voided from campaign_side join checkout using (brand_id, request_ref)
    where brand_id = $1 and request_ref = $2`,
    [shop.id, sale.requestRef],
  )
  assert.deepEqual([row.side, row.is_voided], ['treated', true])
  assert.deepEqual(await shop.verify(), [])
})

test('a child is on the side of its root, and a card that replaces another on the side of that one', async () => {
  const plan = { holdout: 50 }
  const { shop, bought } = await openTrial([{ name: 'Base', target: 'any', then: [points(5)] }], plan)
  const { moved, child } = transfersOf(shop)
  const out = await cardOn(shop, plan, isOut)
  await child(out, 'KID')
  const heir = await cardOn(shop, plan, isIn)
  const last = await cardOn(shop, plan, isIn)
  await bought('1 CAKE 10', { cardNumber: out, childCardNumber: 'KID' })
  await moved(heir, out)
  await bought('1 CAKE 10', { cardNumber: heir })
  await bought('1 CAKE 10', { cardNumber: heir, childCardNumber: 'KID' })
  await moved(last, heir)
  await bought('1 CAKE 10', { cardNumber: last })
  assert.deepEqual(await kept(shop), [
    `${out} main holdout`,
    `${heir} main holdout`,
    `${heir} main holdout`,
    `${last} main holdout`,
  ])
  assert.deepEqual(await shop.balances(last), [])

  const old = await cardOn(shop, plan, isOut)
  const own = await cardOn(shop, plan, isIn)
  await moved(old, own)
  await bought('1 CAKE 10', { cardNumber: old })
  assert.equal((await kept(shop)).at(-1), `${old} main holdout`, 'the card that was activated first decides')
  assert.deepEqual(await shop.verify(), [])
})

test('other triggers leave out cards that are held out, too', async () => {
  const plan = { holdout: 50 }
  const { shop } = await openTrial(
    [
      { id: 'hello', trigger: 'custom', then: [points(5)] },
      { id: 'after', trigger: 'request', then: [points(7)] },
    ],
    plan,
  )
  const [out, treated] = [await cardOn(shop, plan, isOut), await cardOn(shop, plan, isIn)]
  const uuid = ruleUuid(shop.id, 'main', 'hello')
  for (const cardNumber of [out, treated]) {
    await shop.must('triggerCampaignRule', { cardNumber, campaignRuleUUID: uuid })
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ana' } })
  }
  assert.deepEqual(await shop.balances(out), [])
  assert.ok((await shop.balances(treated))[0].amount >= 12)
  assert.deepEqual(await kept(shop), [])
  assert.deepEqual(await shop.verify(), [])
})

test('variants that cannot be are faults, and those that no rule has are warned of', () => {
  const brand = { id: '1', name: 'Shop', country: 'US', currency: 'USD' }
  const read = (fields: object, variant?: string) => {
    const rules = [{ id: 'r', trigger: 'checkout', ...(variant && { variant }), then: [{ block: { message: 'No' } }] }]
    const file = readBrandFile(JSON.stringify({ brand, campaigns: [{ id: 'c', ...fields, rules }] }))
    return ('faults' in file ? file.faults : file.warnings)
      .map(formatFault)
      .map((line) => line.replace(/^line \d+: /, ''))
  }
  const rows: [object, string | undefined, string[]][] = [
    [{ holdout: 10 }, undefined, []],
    [
      { variants: { A: 50, B: 40 } },
      'A',
      ['campaigns[c].variants: the shares must add up to 100, as in { A: 50, B: 50 }; these add up to 90'],
    ],
    [
      { variants: { long: 50, short: 50 } },
      'lang',
      ['campaigns[c].rules[r].variant: there is no variant "lang" in this campaign; did you mean "long"?'],
    ],
    [
      {},
      'A',
      ['campaigns[c].rules[r].variant: the campaign has no variants; give it some, such as variants: { A: 50, B: 50 }'],
    ],
    [
      { variants: { A: 50, B: 50 } },
      'A',
      ['campaigns[c].variants.B: no rule is for this variant: its cards get only the rules without a variant'],
    ],
    [
      { variants: { A: 50, treated: 50 } },
      'A',
      ['campaigns[c].variants.treated: "treated" has a meaning of its own; choose another name'],
    ],
  ]
  for (const [fields, variant, faults] of rows) assert.deepEqual(read(fields, variant), faults)
})
