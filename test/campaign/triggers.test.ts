import assert from 'node:assert/strict'
import test from 'node:test'
import { ruleUuid } from '../../server/domain/campaign/uuids.ts'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { messagesOf, purse, says, traceOf } from '../support/rule-table.ts'
import { type Shop, times } from '../support/shop.ts'

const out = (channel: string, text: string) => ({ notify: { channel, text } })
const fire = (shop: Shop, cardNumber: string, rule: string, campaignId = 'main') =>
  shop.call('triggerCampaignRule', { cardNumber, campaignRuleUUID: ruleUuid(shop.id, campaignId, rule) })

test('custom rules run for a card with its key values, and the answer counts what is sent', async () => {
  const { shop } = await openRuleShop([
    {
      trigger: 'custom',
      when: [{ fact: 'keyValue', key: 'level', op: 'in', value: ['gold', 'silver'] }],
      then: [points(5), says('{{ keyValues.level }}: {{ balances.Points }}'), out('sms', 'a'), out('webhook', 'b')],
    },
    { trigger: 'custom', then: [says('always'), { notify: { channel: 'direct', text: 'printed', receipt: true } }] },
    { trigger: 'checkout', then: [points(1000)] },
    { trigger: 'request', when: [{ fact: 'request.callType', op: '=', value: 'TRIGGER_ONLY' }], then: [points(1000)] },
  ])
  const cardNumber = await shop.card()
  const gold = await shop.must('triggerCustomCampaigns', {
    cardNumber,
    customKeyValues: [{ key: 'level', value: 'gold' }],
  })
  const { requestRef, ...answer } = gold
  assert.deepEqual(answer, { success: true, sentNotifications: 2, responseMessages: ['gold: 5', 'always'] })
  const plain = await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.deepEqual([plain.sentNotifications, plain.responseMessages], [0, ['always']])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 5 })
  assert.deepEqual(
    (await messagesOf(shop)).map((one) => [one.channel, one.request_ref]),
    [
      ['sms', requestRef],
      ['webhook', requestRef],
    ],
  )
  assert.deepEqual(
    (await traceOf(shop, requestRef)).map(({ rule }) => rule),
    ['main/rule-1', 'main/rule-2'],
  )
  const [last] = await shop.history(cardNumber, { includeCampaignData: true })
  assert.equal(last.callType, 'TRIGGER_ONLY')
  assert.deepEqual(await shop.verify(), [])
})

test('a trigger without rules answers nothing; unknown, inactive and locked cards are refused', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card()
  const nothing = await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.deepEqual([nothing.sentNotifications, nothing.responseMessages], [0, []])
  const code = async (body: object) => (await shop.call('triggerCustomCampaigns', body)).body.errorCode
  assert.equal(await code({ cardNumber: 'nobody' }), 2)
  assert.equal(await code({}), 6)
  await bought('1 CAKE 5', { cardNumber, isSetup: true, lockSetupDuration: 60 })
  assert.equal(await code({ cardNumber }), 113)
})

test('a trigger is voided with what its rules did, its limits included', async () => {
  const { shop } = await openRuleShop([{ trigger: 'custom', limit: { times: 1 }, then: [points(5)] }])
  const cardNumber = await shop.card()
  const first = await shop.must('triggerCustomCampaigns', { cardNumber })
  await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 5 })
  await shop.must('voidTransaction', { cardNumber, requestRef: first.requestRef })
  assert.deepEqual(await purse(shop, cardNumber), {})
  await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('thirty triggers at once: a rule that fires twice per card fires twice', async () => {
  const { shop } = await openRuleShop([
    { trigger: 'custom', limit: { times: 2, per: 'card', every: 'day' }, then: [points(5), out('webhook', 'x')] },
  ])
  const cardNumber = await shop.card()
  const answers = await Promise.all(times(30, () => shop.must('triggerCustomCampaigns', { cardNumber })))
  assert.equal(
    answers.reduce((sum, { sentNotifications }) => sum + sentNotifications, 0),
    2,
  )
  assert.deepEqual(await purse(shop, cardNumber), { Points: 10 })
  assert.equal((await messagesOf(shop)).length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('one rule is fired with key values, which its conditions and texts see', async () => {
  const { shop } = await openRuleShop([
    {
      id: 'lounge',
      trigger: 'custom',
      when: [{ fact: 'keyValue', key: 'visit', op: '=', value: 'lounge' }],
      then: [points(5), says('Welcome to {{ keyValues.visit }}')],
    },
  ])
  const cardNumber = await shop.card()
  const request = { cardNumber, campaignRuleUUID: 'main/lounge' }
  const visit = (value: string) => ({ ...request, customKeyValues: [{ key: 'visit', value }] })
  assert.equal((await shop.must('triggerCampaignRule', request)).triggeredRuleCount, 0)
  assert.equal((await shop.must('triggerCampaignRule', visit('bar'))).triggeredRuleCount, 0)
  const { triggeredRuleCount, responseMessages } = await shop.must('triggerCampaignRule', visit('lounge'))
  assert.deepEqual([triggeredRuleCount, responseMessages], [1, ['Welcome to lounge']])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 5 })
  const { body } = await shop.call('triggerCampaignRule', { ...request, customKeyValues: [{ key: 'visit' }] })
  assert.equal(body.errorCode, 100)
  assert.deepEqual(await shop.verify(), [])
})

test('one rule is fired by its UUID, whatever its trigger; its conditions, limits and times hold', async () => {
  const birthday = { trigger: 'date', date: { of: 'customer.birthday', offsetDays: 0, hour: 9 } }
  const campaigns = [
    campaign([
      { id: 'birthday', ...birthday, then: [points(50), out('email', 'Happy birthday')], limit: { times: 1 } },
      {
        id: 'poor',
        trigger: 'custom',
        when: [{ fact: 'balance', balanceType: 'Points', op: '<', value: 10 }],
        then: [points(1)],
      },
      { id: 'sale', trigger: 'checkout', then: [points(perDollar(1)), points(3), { discount: { percent: 10 } }] },
      { id: 'enter', trigger: 'segment', segment: { id: 'regulars', on: 'enter' }, then: [points(7)] },
      { id: 'leave', trigger: 'segment', segment: { id: 'regulars', on: 'leave' }, then: [points(9)] },
      { id: 'refer', trigger: 'refer', when: [{ fact: 'referral.checkouts', op: '>=', value: 1 }], then: [points(11)] },
    ]),
    campaign([{ id: 'over', trigger: 'custom', then: [points(100)] }], { id: 'past', until: '2020-01-01 00:00:00' }),
    campaign([{ id: 'off', trigger: 'custom', then: [points(100)] }], { id: 'inactive', active: false }),
  ]
  const segments = [{ id: 'regulars', name: 'Regulars', where: [{ fact: 'history.checkouts', op: '>=', value: 4 }] }]
  const { shop } = await openRuleShop([], { more: { campaigns, segments } })
  const cardNumber = await shop.card()
  //  rule                       fires   points afterwards
  const rows: [string, string, number, number | undefined][] = [
    ['main', 'refer', 0, undefined],
    ['main', 'poor', 1, 1],
    ['main', 'birthday', 1, 51],
    ['main', 'birthday', 0, 51],
    ['main', 'poor', 0, 51],
    ['main', 'enter', 1, 58],
    ['main', 'leave', 1, 67],
    ['main', 'sale', 1, 70],
    ['past', 'over', 0, 70],
  ]
  for (const [campaignId, rule, fires, after] of rows) {
    const { body } = await fire(shop, cardNumber, rule, campaignId)
    assert.deepEqual([rule, body.success, body.triggeredRuleCount], [rule, true, fires])
    assert.equal((await purse(shop, cardNumber)).Points, after, rule)
  }
  assert.equal((await fire(shop, cardNumber, 'off', 'inactive')).body.errorCode, 118)
  assert.equal((await fire(shop, cardNumber, 'nonsense')).body.errorCode, 118)
  assert.equal((await fire(shop, 'nobody', 'poor')).body.errorCode, 2)
  assert.deepEqual(
    (await messagesOf(shop)).map(({ body }) => body),
    ['Happy birthday'],
  )
  assert.deepEqual(await shop.verify(), [])
})
