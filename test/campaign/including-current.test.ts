import assert from 'node:assert/strict'
import test from 'node:test'
import { formatFault, readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { lockingCalls, openRuleShop, points, type RuleShop } from '../support/checkout-shop.ts'
import { purse, said, says } from '../support/rule-table.ts'

const current = { including: 'current' }
const rule = (text: string, condition: object) => ({ when: [condition], then: [says(text)] })
const esp = { where: { sku: ['ESP'] } }

test('history facts count the current checkout when they are asked to', async () => {
  const open = await openRuleShop([
    rule('third', { fact: 'history.checkouts', ...current, op: '=', value: 3 }),
    rule('two before', { fact: 'history.checkouts', op: '=', value: 2 }),
    rule('spent 20', { fact: 'history.spend', ...current, op: '=', value: 20 }),
    rule('six units', { fact: 'history.quantity', ...current, op: '=', value: 6 }),
    rule('today', { fact: 'history.daysSinceLast', ...current, op: '=', value: 0 }),
    rule('one place', { fact: 'history.distinctLocations', ...current, op: '=', value: 1 }),
    rule('fourth espresso', { fact: 'history.quantity', ...esp, ...current, op: '=', value: 4 }),
    rule('espresso twice', { fact: 'history.checkouts', ...esp, ...current, op: '=', value: 2 }),
    rule('12 for espresso', { fact: 'history.spend', ...esp, ...current, op: '=', value: 12 }),
    rule('in 0 days', { fact: 'history.checkouts', within: { days: 0 }, ...current, op: '>', value: 0 }),
    rule('this month', { fact: 'history.checkouts', within: { calendar: 'month' }, ...current, op: '=', value: 3 }),
  ])
  const { shop, bought } = open
  const cardNumber = await shop.card()
  await bought('2 ESP 3, 1 CAKE 4', { cardNumber })
  await bought('1 CAKE 4', { cardNumber })

  const both = ['third', 'two before', 'spent 20', 'six units', 'today', 'one place']
  const espresso = ['fourth espresso', 'espresso twice', '12 for espresso']
  assert.deepEqual(await said(open, ['2 ESP 3', { cardNumber }]), [...both, ...espresso, 'this month'])
  assert.deepEqual(await said(open, ['1 CAKE 4', { cardNumber }]), [
    'third',
    'two before',
    'today',
    'one place',
    'this month',
  ])
  assert.deepEqual(await said(open, '2 ESP 3'), [], 'without a card there is no history')
  assert.deepEqual(await shop.verify(), [])
})

test('the first checkout counts itself, and so does the first at another place', async () => {
  const locations = [
    { id: 'L1', name: 'One', terminals: ['T1'] },
    { id: 'L2', name: 'Two', terminals: ['T2'] },
  ]
  const open = await openRuleShop(
    [
      rule('first', { fact: 'history.checkouts', ...current, op: '=', value: 1 }),
      rule('two places', { fact: 'history.distinctLocations', ...current, op: '=', value: 2 }),
      rule('no espresso yet', { fact: 'history.daysSinceLast', ...esp, ...current, op: 'missing' }),
    ],
    { locations },
  )
  const { shop, bought } = open
  const cardNumber = await shop.card()
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber }]), ['first', 'no espresso yet'])
  assert.deepEqual(await said(open, ['1 ESP 1', { cardNumber }]), ['first'])
  await bought('1 CAKE 1', { cardNumber })
  assert.deepEqual(await said(open, ['1 ESP 1', { cardNumber }, { location: 'L2', terminal: 'T2' }]), ['two places'])
  assert.deepEqual(await shop.verify(), [])
})

test('the spend is the net total, by the discounts so far, in the brand’s main currency', async () => {
  const locations = [
    { id: 'L1', name: 'One', terminals: ['T1'] },
    { id: 'EU', name: 'Two', currency: 'EUR', terminals: ['T2'] },
  ]
  const spent = (value: number) => ({ fact: 'history.spend', ...current, op: '=', value })
  const open = await openRuleShop(
    [
      { when: [spent(11)], then: [{ discount: { amount: 5 } }, says('before')] },
      rule('after', spent(5.5)),
      // 5.03 and 5.03 euros are 10.06 in all, and 11.07 dollars; each alone is 5.53 dollars.
      rule('together', spent(11.07)),
      rule('found later', { fact: 'history.spend', op: '=', value: 11.07 }),
    ],
    { locations },
  )
  const { shop, bought } = open
  const europe = { location: 'EU', terminal: 'T2' }
  const cardNumber = await shop.card()
  const products = [{ sku: 'CAKE', unitPrice: 10 }]
  const answer = await shop.must('checkout', { cardNumber, products, isSetup: true }, europe)
  assert.deepEqual(answer.responseMessages, ['before', 'after'])

  const other = await shop.card()
  await bought('1 CAKE 5.03', { cardNumber: other }, europe)
  assert.deepEqual(await said(open, ['1 CAKE 5.03', { cardNumber: other }, europe]), ['together'])
  await bought('1 CAKE 5.03', { cardNumber: other }, europe)
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber: other }]), ['found later'])
  assert.deepEqual(await shop.verify(), [])
})

test('a milestone is given in the checkout that reaches it, once, and amounts can count it', async () => {
  const rules = [
    {
      when: [{ fact: 'history.spend', ...current, op: '>=', value: 50 }],
      limit: { times: 1 },
      then: [points(500)],
    },
    { then: [{ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: countedUnits } }] },
  ]
  const open = await openRuleShop(rules)
  const { shop, bought } = open
  const cardNumber = await shop.card()
  await bought('1 CAKE 30', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { STARS: 1 })
  const locked = await setupAndComplete(open, cardNumber)
  assert.equal(locked.setup, 500, 'a setup shows it')
  assert.deepEqual(await purse(shop, cardNumber), { Points: 500, STARS: 3 })
  await bought('1 CAKE 30', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 500, STARS: 6 })
  assert.deepEqual(await shop.verify(), [])
})

const countedUnits = { give: 1, per: 1, of: 'history.quantity', ...current }

async function setupAndComplete(open: RuleShop, cardNumber: string) {
  const { lock, complete } = lockingCalls(open)
  const setup = await lock(cardNumber, '1 CAKE 20')
  const done = await complete(setup)
  assert.equal(done.body.success, true)
  const given = setup.balanceMutations.find((one: { balanceType: string }) => one.balanceType === 'Points')
  return { setup: given?.amount }
}

test('outside a checkout there is no current one: the file is refused', () => {
  const asked = { fact: 'history.checkouts', ...current, op: '>=', value: 3 }
  const custom = (fields: object) => ({ id: 'r', trigger: 'custom', ...fields })
  assert.deepEqual(faultsOf({ segments: [{ id: 's', where: [{ any: [asked] }] }] }), [
    'segments[s].where[0].any[0].including: there is no current checkout here; leave it out',
  ])
  assert.deepEqual(
    faultsOf({ campaigns: [{ id: 'c', rules: [custom({ when: [{ all: [asked] }], then: [says('x')] })] }] }),
    ['campaigns[c].rules[r].when[0].all[0].including: trigger custom has no current checkout; leave it out'],
  )
  assert.deepEqual(faultsOf({ campaigns: [{ id: 'c', rules: [custom({ then: [points(countedUnits)] })] }] }), [
    'campaigns[c].rules[r].then[0].issue.amount.including: trigger custom has no current checkout; leave it out',
  ])
  assert.deepEqual(faultsOf({ campaigns: [{ id: 'c', when: [asked], rules: [custom({ then: [says('x')] })] }] }), [
    'campaigns[c].when[0].including: rule r has trigger custom, which has no current checkout',
  ])
  const other = { fact: 'event.count', ...current, op: '>=', value: 3 }
  assert.match(faultsOf({ campaigns: [{ id: 'c', when: [other] }] })[0] ?? '', /including: unknown key/)
})

function faultsOf(more: object): string[] {
  const file = {
    brand: { id: '1', name: 'B', country: 'US', currency: 'USD' },
    programs: [{ id: 'p', valueTypes: [{ balanceType: 'Points', scale: 0 }] }],
    ...more,
  }
  const read = readBrandFile(JSON.stringify(file))
  return 'faults' in read ? read.faults.map((fault) => formatFault(fault).replace(/^line \d+: /, '')) : []
}
