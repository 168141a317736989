import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points, type RuleShop } from '../support/checkout-shop.ts'
import { said, says, told, traceOf } from '../support/rule-table.ts'
import { type Shop, times } from '../support/shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'

const asked = { returnBalances: true, returnBalanceMutations: true }
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

/** What a root and each of its children have, as the database keeps it. */
async function family(shop: Shop, root: string): Promise<Record<string, Record<string, number>>> {
  const rows = await sql(
    `select card.card_number, card.root_id, coalesce(nullif(balance_code, ''), balance_type) as name,
      (amount / 10 ^ scale)::float8 as amount
    from card
    left join balance on balance.brand_id = card.brand_id and balance.card_id = card.card_id and amount > 0
    left join value_type on value_type.brand_id = card.brand_id and value_type.value_type_id = balance.value_type_id
    where card.brand_id = $1 and (card.card_number = $2 or card.root_id =
      (select card_id from card where brand_id = $1 and card_number = $2 and root_id is null))`,
    [shop.id, root],
  )
  const found: Record<string, Record<string, number>> = {}
  for (const row of rows) {
    const name = row.root_id === null ? 'root' : row.card_number
    found[name] = { ...found[name], ...(row.name && { [row.name]: row.amount }) }
  }
  return found
}

async function openFamily(rules: readonly object[], amounts = {}): Promise<RuleShop & { root: string; kid: object }> {
  const open = await openRuleShop(rules)
  const root = await open.shop.card(amounts)
  await open.shop.must('allocateChildCard', { cardNumber: root, childCardNumber: 'KID' })
  return { ...open, root, kid: { cardNumber: root, childCardNumber: 'KID' } }
}

//  child card number                             answer
const numberRows: [unknown, number | undefined][] = [
  ['ABC', undefined],
  ['ab', 100],
  ['x'.repeat(25), undefined],
  ['x'.repeat(26), 100],
  ['a,b', 100],
  ['ABC', 130],
  ['abc', undefined],
  [undefined, 6],
]

test('a child card number has 3 to 25 characters, no comma, and is unique within its root', async () => {
  const { shop } = await openRuleShop([])
  const cardNumber = await shop.card()
  for (const [childCardNumber, expected] of numberRows) {
    const { body } = await shop.call('allocateChildCard', { cardNumber, childCardNumber })
    const isAnyOf = expected === 6 ? [6, 100].includes(body.errorCode) : body.errorCode === expected
    assert.ok(isAnyOf, `${childCardNumber}: ${body.errorCode}`)
    if (body.success) assert.deepEqual(Object.keys(body).sort(), ['requestRef', 'success'])
  }
  const other = await shop.card()
  await shop.must('allocateChildCard', { cardNumber: other, childCardNumber: 'ABC' })
  assert.equal(
    (await shop.call('allocateChildCard', { cardNumber: 'nobody', childCardNumber: 'ABC' })).body.errorCode,
    2,
  )
  assert.deepEqual(await shop.verify(), [])
})

test('twenty allocations of one child card number: one succeeds', async () => {
  const { shop } = await openRuleShop([])
  const cardNumber = await shop.card()
  const answers = await Promise.all(
    times(20, () => shop.call('allocateChildCard', { cardNumber, childCardNumber: 'KID' })),
  )
  const codes = answers.map(({ body }) => body.errorCode)
  assert.equal(codes.filter((code) => code === undefined).length, 1)
  assert.equal(codes.filter((code) => code === 130).length, 19)
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout that names a child changes the child; useParentBalancesOnly changes the root', async () => {
  const { shop, bought, root, kid } = await openFamily([{ target: 'any', then: [points(perDollar(1))] }])
  const own = await bought('1 CAKE 5', { ...kid, ...asked })
  assert.deepEqual(told(own), ['+5 Points child'])
  assert.equal(own.childCardNumber, 'KID')
  assert.deepEqual(
    own.balances.map((one: { amount: number }) => one.amount),
    [5],
  )
  assert.deepEqual(told(await bought('1 CAKE 7', { ...kid, useParentBalancesOnly: true, ...asked })), ['+7 Points'])
  assert.deepEqual(told(await bought('1 CAKE 9', { cardNumber: root, ...asked })), ['+9 Points'])
  assert.deepEqual(await family(shop, root), { root: { Points: 16 }, KID: { Points: 5 } })
  const unknown = await shop.call('checkout', { cardNumber: root, childCardNumber: 'NOBODY', products: [] })
  assert.equal(unknown.body.errorCode, 129)
  assert.deepEqual(await shop.verify(), [])
})

test('payments are redeemed from the child, or with useParentBalancesOnly from the root', async () => {
  const { shop, bought, buy, root, kid } = await openFamily([], { usd: 20 })
  await shop.must('updateBalance', { ...kid, action: 'issue', amount: { ...usd, amount: 5 } })
  const paying = (amount: number) => ({ paymentMethods: [{ redeemBalance: true, ...usd, amount }] })
  assert.equal((await buy('1 CAKE 9', { ...kid, ...paying(6) })).body.errorCode, 13)
  await bought('1 CAKE 9', { ...kid, ...paying(5) })
  await bought('1 CAKE 9', { ...kid, useParentBalancesOnly: true, ...paying(6) })
  assert.deepEqual(await family(shop, root), { root: { USD: 14 }, KID: {} })
  assert.deepEqual(await shop.verify(), [])
})

test('targets: rules for roots, for children, and for any card', async () => {
  const open = await openFamily([
    { then: [says('root by default')] },
    { target: 'root', then: [says('root')] },
    { target: 'child', then: [says('child')] },
    { target: 'any', then: [says('any')] },
    { target: 'any', when: [{ fact: 'card.isChild' }], then: [says('names a child')] },
    { target: 'any', when: [{ fact: 'card.hasChildren' }], then: [says('has children')] },
    { target: 'any', when: [{ fact: 'card.number', op: '=', value: 'KID' }], then: [says('is KID')] },
  ])
  const { root, kid } = open
  const heard = (more: object) => said(open, ['1 CAKE 5', more])
  assert.deepEqual(await heard({ cardNumber: root }), ['root by default', 'root', 'any', 'has children'])
  assert.deepEqual(await heard(kid), ['child', 'any', 'names a child', 'is KID'])
  assert.deepEqual(await heard({ ...kid, useParentBalancesOnly: true }), [
    'root by default',
    'root',
    'any',
    'names a child',
    'has children',
  ])
})

test('results go to the card, the root, the child and the referrer', async () => {
  const to = (where: string, amount: number) => points(amount, { to: where })
  const { shop, bought, root, kid } = await openFamily([
    { target: 'any', then: [to('card', 1), to('root', 10), to('child', 100), to('referrer', 1000)] },
  ])
  assert.deepEqual(told(await bought('1 CAKE 5', { ...kid, ...asked })), [
    '+1 Points child',
    '+10 Points',
    '+100 Points child',
  ])
  assert.deepEqual(told(await bought('1 CAKE 5', { cardNumber: root, ...asked })), ['+1 Points', '+10 Points'])
  const parentOnly = await bought('1 CAKE 5', { ...kid, useParentBalancesOnly: true, ...asked })
  assert.deepEqual(told(parentOnly), ['+1 Points', '+10 Points', '+100 Points child'])
  const referrer = await shop.card()
  const referred = await bought('1 CAKE 5', { cardNumber: root, referringCardNumber: referrer, ...asked })
  assert.deepEqual(told(referred), ['+1 Points', '+10 Points'])
  const trace = await traceOf(shop, referred.requestRef)
  assert.deepEqual(trace[0].fired[2], { kind: 'nothing', result: 'issue', reason: 'noCard', of: 'Points', to: 'child' })
  assert.deepEqual(await family(shop, root), { root: { Points: 43 }, KID: { Points: 201 } })
  assert.deepEqual(await family(shop, referrer), { root: { Points: 1000 } })
  assert.deepEqual(told(await bought('1 CAKE 5', { referringCardNumber: referrer, ...asked })), [])
  assert.deepEqual(await family(shop, referrer), { root: { Points: 2000 } })
  assert.deepEqual(await shop.verify(), [])
})

test('a referrer must exist and be another card; one that is locked or closed gets nothing', async () => {
  const { shop, buy, bought } = await openRuleShop([{ then: [points(5, { to: 'referrer' })] }])
  const cardNumber = await shop.card()
  assert.equal((await buy('1 CAKE 5', { cardNumber, referringCardNumber: 'nobody' })).body.errorCode, 2)
  assert.equal((await buy('1 CAKE 5', { cardNumber, referringCardNumber: cardNumber })).body.errorCode, 100)
  const busy = await shop.card()
  await bought('1 CAKE 5', { cardNumber: busy, isSetup: true, lockSetupDuration: 60 })
  assert.deepEqual(told(await bought('1 CAKE 5', { cardNumber, referringCardNumber: busy, ...asked })), [])
  const lost = await shop.card()
  const status = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: lost, action: 'adjustOnly', ...status })
  assert.deepEqual(told(await bought('1 CAKE 5', { cardNumber, referringCardNumber: lost, ...asked })), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a locked setup of a child locks the root and its children, and completes on the child', async () => {
  const { shop, bought, root, kid } = await openFamily([
    { target: 'child', then: [points(3), points(4, { to: 'root' }), says('hi')] },
  ])
  const setup = await bought('1 CAKE 5', { ...kid, isSetup: true, lockSetupDuration: 60, ...asked })
  assert.deepEqual(told(setup), ['+3 Points child', '+4 Points'])
  assert.equal((await shop.issue(root, { usd: 1 })).body.errorCode, 113)
  assert.equal(
    (await shop.call('updateBalance', { ...kid, action: 'issue', amount: { ...usd, amount: 1 } })).body.errorCode,
    113,
  )
  assert.equal(
    (await shop.call('allocateChildCard', { cardNumber: root, childCardNumber: 'KID2' })).body.errorCode,
    113,
  )
  assert.deepEqual(await family(shop, root), { root: {}, KID: {} })
  const done = await shop.must('checkout', {
    cardNumber: root,
    relatedSetupTransactionId: setup.transactionId,
    ...asked,
  })
  assert.deepEqual([told(done), done.childCardNumber], [['+3 Points child', '+4 Points'], 'KID'])
  assert.deepEqual(await family(shop, root), { root: { Points: 4 }, KID: { Points: 3 } })
  await shop.must('voidTransaction', { ...kid, requestRef: done.requestRef })
  assert.deepEqual(await family(shop, root), { root: {}, KID: {} })
  assert.deepEqual(await shop.verify(), [])
})

test('a root’s history includes its children’s, a child’s only its own; limits count each card by itself', async () => {
  const { bought, shop, root, kid } = await openFamily([
    { target: 'any', when: [{ fact: 'history.checkouts', op: '=', value: 1 }], then: [says('second')] },
    { target: 'any', when: [{ fact: 'history.checkouts', op: '=', value: 2 }], then: [says('third')] },
    { target: 'any', limit: { times: 1 }, then: [says('once')] },
  ])
  const heard = async (more: object) => (await bought('1 CAKE 5', more)).responseMessages ?? []
  assert.deepEqual(await heard({ cardNumber: root }), ['once'])
  assert.deepEqual(await heard(kid), ['once'])
  assert.deepEqual(await heard(kid), ['second'])
  await shop.must('allocateChildCard', { cardNumber: root, childCardNumber: 'KID2' })
  assert.deepEqual(await heard({ cardNumber: root, childCardNumber: 'KID2' }), ['once'])
  assert.deepEqual(await heard({ cardNumber: root }), [])
})

test('rules after allocateChildCard run for the child, and may give to its root', async () => {
  const { shop, root } = await openFamily([
    {
      trigger: 'request',
      target: 'child',
      when: [
        { fact: 'request.callType', op: '=', value: 'ALLOCATE' },
        { fact: 'card.isEnrolled', op: '=', value: false },
      ],
      then: [points(5), points(7, { to: 'root' }), { enroll: { program: 'rewards' } }],
    },
    {
      trigger: 'request',
      target: 'child',
      when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }],
      then: [points(1)],
    },
  ])
  assert.deepEqual(await family(shop, root), { root: { Points: 7 }, KID: { Points: 5 } })
  const amount = { ...usd, amount: 2 }
  const { balances } = await shop.must('updateBalance', {
    cardNumber: root,
    childCardNumber: 'KID',
    action: 'issue',
    amount,
    returnBalances: true,
  })
  assert.deepEqual(
    balances.map((one: { balanceType: string; amount: number }) => [one.balanceType, one.amount]),
    [
      ['Points', 6],
      ['Currency', 2],
    ],
  )
  await shop.issue(root, { usd: 1 })
  assert.deepEqual(await family(shop, root), { root: { Points: 7, USD: 1 }, KID: { Points: 6, USD: 2 } })
  const accounts = await sql('select card_id from account where brand_id = $1', [shop.id])
  assert.equal(accounts.length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('personal offers belong to the root: its own checkouts use them, a child’s only with the root’s balances', async () => {
  const { shop, bought, root, kid } = await openFamily([])
  const offer = {
    skus: [{ sku: 'ESP' }],
    discountType: 'absoluteDiscount',
    absoluteDiscount: 1,
    expirationDate: secondsFromNow(9999),
    maxUsageCount: 9,
  }
  await shop.must('addPersonalOffer', { cardNumber: root, offers: [offer] })
  const off = async (more: object) => (await bought('1 ESP 5', more)).totalDiscount
  assert.deepEqual(
    [await off({ cardNumber: root }), await off(kid), await off({ ...kid, useParentBalancesOnly: true })],
    [1, 0, 1],
  )
})

test('thirty parallel checkouts of a root and its children keep each balance right', async () => {
  const { shop, bought, root, kid } = await openFamily([
    { target: 'any', then: [points(1), points(1, { to: 'root' })] },
  ])
  const sales = times(30, (index) => bought('1 CAKE 5', index % 2 === 0 ? kid : { cardNumber: root }))
  await Promise.all(sales)
  assert.deepEqual(await family(shop, root), { root: { Points: 45 }, KID: { Points: 15 } })
  assert.deepEqual(await shop.verify(), [])
})

test('all that a rule can give to a card that the call has only just made', async () => {
  const results = [
    points(5),
    { allocateCoupon: { set: 'gift', promotion: 'hello', onlyThisCard: true } },
    { personalOffer: { skus: [{ sku: 'ESP' }], discountType: 'bogo', expiresAfter: { days: 7 } } },
    { logEvent: { categoryId: 'joined', payload: '{{ customer.firstName }}{{ card.number }}' } },
    { setDemographic: { name: 'source', value: 3 } },
    { enroll: { program: 'rewards' } },
    { notify: { channel: 'email', text: 'Hi {{ customer.firstName }}' } },
  ]
  const { shop, bought } = await openRuleShop(
    [{ trigger: 'request', target: 'any', limit: { times: 2, per: 'brand' }, then: results }],
    {
      more: {
        eventTypes: [{ categoryId: 'joined', name: 'Joined' }],
        demographicFields: [{ name: 'source', type: 'Integer' }],
      },
    },
  )
  await shop.must('allocate', { cardNumber: '99999999', cardSetId: 'cards', createIfNew: true })
  await shop.must('allocateChildCard', { cardNumber: '99999999', childCardNumber: 'KID' })
  await shop.must('allocateChildCard', { cardNumber: '99999999', childCardNumber: 'KID2' })
  assert.deepEqual(await family(shop, '99999999'), { root: { Points: 5 }, KID: { Points: 5 }, KID2: {} })
  const count = async (table: string) => (await sql(`select 1 from ${table} where brand_id = $1`, [shop.id])).length
  const tables = ['event', 'account', 'personal_offer', 'message', 'rule_firing']
  assert.deepEqual(await Promise.all(tables.map(count)), [2, 2, 2, 2, 2])
  await bought('4 ESP 3', { cardNumber: '99999999' })
  assert.equal((await shop.must('offerActivity', { cardNumber: '99999999' })).rows.length, 2)
  assert.deepEqual(await shop.verify(), [])
})
