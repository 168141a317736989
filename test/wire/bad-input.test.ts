import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { type BadBody, badBodies, sampleOf, sampleOfModel } from '../support/bad-values.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { outcomes } from '../support/race.ts'
import { type Answer, openShop, type Shop, times } from '../support/shop.ts'

const usd = (amount: unknown) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const unknownRef = '01900000-0000-7000-8000-000000000000'

/** A body of each operation that nothing is wrong with; at least its form is right where none is written here. */
function validBodies(cardNumber: string, requestRef: string): Record<string, object> {
  const samples = operations.map(({ name, request: model }) => [name, sampleOfModel(model)])
  return {
    ...Object.fromEntries(samples),
    addPersonalOffer: {
      cardNumber,
      offers: [{ skus: [{ sku: 'ESP' }], discountType: 'bogo', expirationDate: '2027-01-01 00:00:00' }],
    },
    allocate: { cardSetId: 'cards' },
    allocateChildCard: { cardNumber, childCardNumber: 'CHILD' },
    checkout: { cardNumber, products: [{ sku: 'ESP', unitPrice: 2, amountPurchased: 1 }] },
    checkoutLookup: { checkoutTransactionId: requestRef },
    communicationActivity: { cardNumber },
    generatePassLink: { cardNumber },
    memberToken: { cardNumber },
    logPushEvent: { cardNumber, eventName: 'opened' },
    processBounce: { channel: 'email', channelUser: 'ana@example.com' },
    processMessage: { cardNumber, message: 'Hello' },
    renderTemplate: { cardNumber, templateId: 'welcome' },
    subscriptionDetails: { cardNumber },
    chooseReward: { cardNumber, rewardId: 'free-coffee' },
    triggerReferRewards: { cardNumber, checkoutCount: 2, checkoutTotalSum: 50 },
    offerActivity: { cardNumber },
    returnMerchandise: { cardNumber, returnedProducts: [{ sku: 'ESP', amountPurchased: 1 }] },
    triggerCampaignRule: { cardNumber, campaignRuleUUID: requestRef },
    triggerCustomCampaigns: { cardNumber },
    allocateCoupon: { couponId: 'W-1' },
    cardHistory: { cardNumber },
    couponDetails: { couponId: 'W-1' },
    createEventType: { categoryId: 'visit' },
    channelSubscription: { channel: 'email', channelUser: 'ana@example.com' },
    updateChannelSubscription: { channel: 'email', channelUser: 'ana@example.com', globalOptIn: true },
    listEventTypes: {},
    listSubscriptionLists: { communicationChannelType: 'email' },
    listRequests: { externalTransactionId: 'x' },
    listValueTypes: { cardSetId: 'cards' },
    requestLookup: { requestRef },
    search: { filters: { cardNumber } },
    updateBalance: { cardNumber, action: 'issue', amount: usd(1) },
    reactivate: { cardNumber },
    transfer: { action: 'out', cardNumber },
    voidTransaction: { cardNumber, requestRef },
    applyBrand: { brandFile: {} },
    changeKey: { key: 'till-2', strict: true },
    rotateKey: { key: 'till-2' },
    assignSubscription: { cardNumber, subscriptionId: 'lounge' },
    balance: { cardNumber, pin: '0000' },
    createKey: { key: 'till-2' },
    enableReceiver: { channel: 'webhook' },
    enroll: { cardSetId: 'cards' },
    generateCards: { cardSetId: 'cards', count: 1 },
    generateCoupons: { couponSetId: 'welcome', count: 1 },
    quickCheckout: { cardNumber, products: [{ sku: 'ESP', unitPrice: 2, amountPurchased: 1 }] },
    messageStates: {},
    retryMessages: { messageId: `${requestRef}-1` },
    replayWebhook: { webhookId: 'erp' },
    revokeKey: { key: 'till-2' },
  }
}

async function openDumpedShop() {
  const busy = await openBusyShop()
  return { ...busy, before: await dumpBrand(busy.shop.id) }
}

let dumped: ReturnType<typeof openDumpedShop> | undefined
/** Whether the last test left everything as it had found it. */
let unchanged = false

/** Each test finds the shop as the first did, and leaves it so; after one that did not, it is made anew. */
function unchangedShop(): ReturnType<typeof openDumpedShop> {
  if (!dumped || !unchanged) dumped = openDumpedShop()
  unchanged = false
  return dumped
}

for (const { name, request: model } of operations) {
  test(`${name} refuses every field that is not what it should be, names it, and changes nothing`, async () => {
    const { shop, valid, before } = await unchangedShop()
    const bad = badBodies(model, valid[name] ?? {})

    const wrong = (await sendAll(shop, name, bad)).flatMap(({ sent, answer }) => faultsOf(sent, answer))

    assert.deepEqual(wrong.slice(0, 10), [])
    assert.deepEqual(await dumpBrand(shop.id), before)
    unchanged = true
  })

  test(`${name} refuses a body that is cut off anywhere`, async () => {
    const { shop, valid, before } = await unchangedShop()
    const whole = JSON.stringify(valid[name])
    const cuts = times(whole.length - 1, (i) => ({ body: whole.slice(0, i + 1), code: 100, path: '' }))

    const wrong = (await sendAll(shop, name, cuts)).flatMap(({ sent, answer }) => faultsOf(sent, answer))

    assert.deepEqual(wrong, [])
    assert.deepEqual(await dumpBrand(shop.id), before)
    unchanged = true
  })
}

test('after all of these, what the shop has adds up', async () => {
  const { shop, before } = await unchangedShop()
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.deepEqual(await shop.verify(), [])
})

const notObjects = [
  'null',
  '[]',
  '5',
  '"text"',
  'true',
  '{',
  '}',
  '{}{}',
  '{"a":1}x',
  'cardNumber=1',
  '<a/>',
  '{a:1}',
  "{'a':1}",
  '{"a":1,}',
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'[],'.repeat(20_000)}[]]`,
  '{"a":1,"a":1}',
]

test('what is no JSON object is refused as such by every operation', async () => {
  const { shop } = await openBusyShop()
  for (const { name } of operations) {
    const answers = await Promise.all(notObjects.map((body) => shop.call(name, body)))
    assert.deepEqual(outcomes(answers), { 100: notObjects.length }, name)
  }
})

test('keys that mean something to JavaScript mean nothing here', async () => {
  const { shop, valid } = await openBusyShop()
  const strange = { constructor: { prototype: { success: true } }, toString: 'x', hasOwnProperty: null, valueOf: [] }
  for (const name of ['search', 'cardHistory', 'listValueTypes', 'requestLookup', 'updateBalance']) {
    const text = JSON.stringify({ ...valid[name], ...strange }).replace('{', '{"__proto__":{"success":true},')
    const { body, headers } = await shop.call(name, text)
    assert.equal(body.success, true, JSON.stringify(body))
    assert.match(String(headers['purser-unknown-fields']), /__proto__,.*constructor/)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a field that is not enabled is refused by its name', async () => {
  const { shop, valid } = await openBusyShop({ enable: ['flex', 'admin'] })
  for (const { name, request: model } of operations) {
    for (const [field, { spec }] of Object.entries(model.fields)) {
      if (!spec.enablement) continue
      const { status, body } = await shop.call(name, { ...valid[name], [field]: sampleOf(spec) })
      assert.deepEqual([status, body.errorCode], [403, 104], `${name}.${field}`)
      assert.match(body.errorMessage, new RegExp(`^${field}:`))
    }
  }
})

//  what is wrong with an updateBalance                         code   named
const wrongUpdates: readonly [change: object, code: number, path: string][] = [
  [{ cardNumber: 'no such card' }, 2, ''],
  [{ cardNumber: undefined }, 6, ''],
  [{ action: undefined }, 100, 'action'],
  [{ amount: undefined }, 100, 'amount'],
  [{ amount: usd(undefined) }, 100, 'amount.amount'],
  [{ amount: usd(0) }, 100, 'amount.amount'],
  [{ amount: usd(-1) }, 100, 'amount.amount'],
  [{ amount: usd(-1), action: 'redeem' }, 100, 'amount.amount'],
  [{ amount: usd(-1), action: 'hold' }, 100, 'amount.amount'],
  [{ amount: usd(1.001) }, 116, ''],
  [{ amount: usd('1.001') }, 116, ''],
  [{ amount: usd(1e-3) }, 116, ''],
  [{ amount: { balanceType: 'Points', amount: 0.5 } }, 116, ''],
  [{ amount: usd(99_999_999_999_999) }, 100, 'amount.amount'],
  [{ amount: { balanceType: 'Currency', amount: 1 } }, 100, 'amount.balanceCode'],
  [{ amount: { balanceType: 'Points', balanceCode: 'USD', amount: 1 } }, 100, 'amount.balanceCode'],
  [{ amount: { balanceType: 'Currency', balanceCode: 'GBP', amount: 1 } }, 115, ''],
  [{ amount: { balanceType: 'Currency', balanceCode: 'usd', amount: 1 } }, 115, ''],
  [{ amount: { balanceType: 'Custom', balanceCode: '__proto__', amount: 1 } }, 115, ''],
  [{ amount: { ...usd(1), convertToMainCurrency: true } }, 100, 'amount.convertToMainCurrency'],
  [
    {
      action: 'redeem',
      amount: { balanceType: 'Currency', balanceCode: 'XXX', amount: 1, convertToMainCurrency: true },
    },
    133,
    '',
  ],
  [{ action: 'redeem', amount: usd(1e6) }, 13, ''],
  [{ action: 'redeem', isReturnRelated: true }, 100, 'isReturnRelated'],
  [{ action: 'redeem', issuedBalanceExpiration: '2099-01-01 00:00:00' }, 100, 'issuedBalanceExpiration'],
  [{ issuedBalanceExpiration: '2020-01-01 00:00:00' }, 100, 'issuedBalanceExpiration'],
  [
    { issuedBalanceExpiration: '2099-01-01 00:00:00', issuedBalanceActivation: '2099-01-01 00:00:00' },
    100,
    'issuedBalanceActivation',
  ],
  [{ action: 'redeem', redeemFromHoldTransactionId: unknownRef }, 117, ''],
  [{ action: 'redeem', redeemFromHoldTransactionId: "'; drop table card; --" }, 117, ''],
  [{ redeemFromHoldTransactionId: unknownRef }, 100, 'redeemFromHoldTransactionId'],
  [{ action: 'redeem', releaseHoldRemainder: true }, 100, 'releaseHoldRemainder'],
  [{ action: 'redeem', isCashout: true, isAccountingAdjustment: true }, 100, 'isCashout'],
  [{ action: 'hold', redeemMaxOnOverdraw: true }, 100, 'redeemMaxOnOverdraw'],
  [{ action: 'hold', isAccountingAdjustment: true }, 100, 'isAccountingAdjustment'],
  [{ action: 'adjustOnly' }, 100, 'action'],
  [{ action: 'adjustOnly', isAccountingAdjustment: true }, 100, 'adjustStatus'],
  [{ adjustStatus: { newStatus: 'Lost' } }, 100, 'adjustStatus'],
  [{ suspensionReason: 'other' }, 100, 'suspensionReason'],
  [{ isAccountingAdjustment: true, adjustStatus: { newStatus: 'Activated' } }, 100, 'adjustStatus.newStatus'],
  [{ orderTotal: -1 }, 100, 'orderTotal'],
  [{ action: 'redeem', orderTotal: 0.5 }, 100, 'orderTotal'],
  [{ childCardNumber: 'no such child' }, 129, ''],
  [{ couponId: 'no such coupon' }, 121, ''],
  [{ subtrackIndex: 1 }, 115, 'subtrackIndex'],
]

test('contradictions and things that do not exist are refused with their own code', async () => {
  const { shop, valid } = await openBusyShop()
  const before = await dumpBrand(shop.id)
  for (const [change, code, path] of wrongUpdates) {
    const body = JSON.stringify({ ...valid.updateBalance, ...change })
    assert.deepEqual(faultsOf({ body, code, path }, await shop.call('updateBalance', body)), [])
  }
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.deepEqual(await shop.verify(), [])
})

test('dates at the edge of the calendar break nothing, whatever the zone', async () => {
  for (const interfaceTimeZone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
    const { shop, valid } = await openBusyShop({ settings: { interfaceTimeZone } })
    for (const date of ['0001-01-01 00:00:00', '0100-01-01 00:00:00', '1000-01-01 00:00:00', '9999-12-31 23:59:59']) {
      for (const { name, request: model } of operations) {
        for (const [field, { spec }] of Object.entries(model.fields)) {
          if (spec.kind !== 'dateTime') continue
          const { body } = await shop.call(name, { ...valid[name], [field]: date })
          assert.ok(body.success || body.errorCode !== 1, `${name}.${field} ${date} ${interfaceTimeZone}`)
          if (body.success) await shop.must('requestLookup', { requestRef: body.requestRef })
        }
      }
    }
    assert.deepEqual(await shop.verify(), [])
  }
})

//  value type                                                  the largest amount
const largest: readonly [valueType: object, amount: number, scale: number][] = [
  [{ balanceType: 'Points' }, 999_999_999_999_999, 0],
  [{ balanceType: 'Currency', balanceCode: 'USD' }, 9_999_999_999_999.99, 2],
]

for (const [valueType, amount, scale] of largest) {
  test(`issuances of ${amount} add up exactly, or are refused when they no longer could`, async () => {
    const shop = await openShop()
    const cardNumber = await shop.card()
    const answers = await Promise.all(
      times(15, () => shop.call('updateBalance', { cardNumber, action: 'issue', amount: { ...valueType, amount } })),
    )

    const counts = outcomes(answers)
    assert.deepEqual(
      Object.keys(counts).filter((code) => code !== 'ok' && code !== '13' && code !== '100'),
      [],
    )
    const [balance] = await shop.balances(cardNumber)
    assert.equal(String(balance.amount), print(999_999_999_999_999n * BigInt(counts.ok ?? 0), scale))
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a remark in any script is kept or refused, and loses nobody else’s record', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const chinese = times(1000, () => String.fromCodePoint(0x4e00 + randomInt(20_000))).join('')

  const answers = [
    ...(await Promise.all([
      callWithRemark(shop, chinese, 'updateBalance', { cardNumber: card, action: 'redeem', amount: usd(1) }),
      callWithRemark(shop, chinese, 'search', { filters: {} }),
    ])),
    await shop.redeem(card, { usd: 1000 }),
  ]

  for (const { body } of answers) assert.notEqual(body.errorCode, 1)
  for (const { body } of answers) await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.deepEqual(await shop.verify(), [])
})

/** The header's bytes as they are: Node's client encodes headers twice when it sends them together with a text. */
async function callWithRemark(shop: Shop, externalTransactionId: string, operation: string, content: object) {
  const text = Buffer.from(JSON.stringify(content))
  const headers = {
    authorization: `Basic ${Buffer.from(`till:${shop.secret}`).toString('base64')}`,
    brand: shop.id,
    location: 'L1',
    terminal: 'T1',
    externalTransactionId: Buffer.from(externalTransactionId, 'utf8').toString('latin1'),
    'content-length': text.length,
  }
  const sent = request({ port: shop.port, path: `/merchant/${operation}`, method: 'POST', headers })
  sent.end(text)
  const [response] = await once(sent, 'response')
  const body = JSON.parse(Buffer.concat(await response.toArray()).toString('utf8'))
  return { status: response.statusCode, headers: response.headers, body }
}

function print(minor: bigint, scale: number): string {
  const text = String(minor)
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`.replace(/\.?0+$/, '')
}

/** A shop with a card that has balance, a hold and a redemption. */
async function openBusyShop(brand: object = {}) {
  const shop = await openShop({ brand })
  const card = await shop.card({ usd: 50 })
  await shop.hold(card, { usd: 5 })
  const { body } = await shop.redeem(card, { usd: 5 })
  return { shop, valid: validBodies(card, body.requestRef) }
}

async function sendAll(shop: Shop, operation: string, bodies: readonly BadBody[]) {
  const left = [...bodies]
  const found: { sent: BadBody; answer: Answer }[] = []
  const till = async () => {
    for (let sent = left.pop(); sent; sent = left.pop()) {
      found.push({ sent, answer: await shop.call(operation, sent.body) })
    }
  }
  await Promise.all(times(10, till))
  return found
}

/** What the answer is not that it should be: code, status, envelope, named path. */
function faultsOf({ body, code, path }: BadBody, { status, body: answer }: Answer): string[] {
  const fault = (what: string) => `${what}: ${body.slice(0, 200)} -> ${status} ${JSON.stringify(answer)}`
  if (answer.success !== false || answer.errorCode !== code) return [fault(`expected ${code}`)]
  if (status !== 400) return [fault('expected status 400')]
  if (!/^[0-9a-f-]{36}$/.test(answer.requestRef)) return [fault('expected a requestRef')]
  const fields = Object.keys(answer).toSorted().join()
  if (fields !== 'errorCode,errorMessage,requestRef,success') return [fault('expected the envelope')]
  if (path !== '' && !answer.errorMessage.startsWith(`${path}:`)) return [fault(`expected ${path} to be named`)]
  return []
}
