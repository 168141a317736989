import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleUuid } from '../../server/domain/campaign/uuids.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { says } from '../support/rule-table.ts'
import { openShop, times } from '../support/shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'

const templates = [
  {
    id: 'welcome',
    channel: 'email',
    subject: 'Welcome {{ customer.firstName }}\n to {{ brand.name }}',
    body: '{{ customer.firstName }}: {{ balances.Points }} points, {{ balances.USD }} dollars, card {{ card.number }}, {{ keyValues.seat }}{{# mutation.amount }}{{ mutation.amount }}{{/ mutation.amount }}{{# coupon.id }}{{ coupon.id }}{{/ coupon.id }} at {{ location.name }}',
    html: '<b>{{ customer.firstName }}</b>',
  },
  { id: 'short', channel: 'sms', body: '{{ balances.STARS }} stars' },
]

test('a template is shown as the card would get it, escaped for where it goes, and nothing is sent', async () => {
  const shop = await openShop({ more: { templates } })
  const cardNumber = await shop.card({ points: 7, usd: 12.5 })
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: '<Ana>' } })
  const customKeyValues = [{ key: 'seat', value: '4B' }]

  const answer = await shop.must('renderTemplate', { templateId: 'welcome', cardNumber, customKeyValues })
  const { subject, body, html } = answer
  assert.equal(subject, 'Welcome <Ana>  to Test shop')
  assert.equal(body, `<Ana>: 7 points, 12.50 dollars, card ${cardNumber}, 4B at Pier 1`)
  assert.equal(html, '<b>&lt;Ana&gt;</b>')

  const short = await shop.must('renderTemplate', { templateId: 'short', cardNumber })
  assert.deepEqual(Object.keys(short), ['body', 'success', 'requestRef'])
  assert.equal(short.body, '0 stars')
  assert.deepEqual(await sql('select from message where brand_id = $1', [shop.id]), [])
  assert.equal((await shop.must('requestLookup', { requestRef: short.requestRef })).callType, 'REPORTING')
  assert.deepEqual(await shop.verify(), [])
})

test('a template is rendered with the balances of this moment', async () => {
  const shop = await openShop({ more: { templates } })
  const cardNumber = await shop.card()
  for (const stars of [1, 2, 3]) {
    await shop.issue(cardNumber, { stars: 1 })
    const { body } = await shop.must('renderTemplate', { templateId: 'short', cardNumber })
    assert.equal(body, `${stars} stars`)
  }
  assert.deepEqual(await shop.verify(), [])
})

const outgoing = ['email', 'sms', 'push', 'webhook'].map((channel) => ({ notify: { channel, text: `by ${channel}` } }))

test('messages to a card are listed, the newest first, page by page', async () => {
  const { shop, bought } = await openRuleShop(
    [{ then: [...outgoing, { notify: { channel: 'email', template: 'welcome' } }, says('direct')] }],
    { more: { templates } },
  )
  const cardNumber = await shop.card()
  const other = await shop.card()
  const sales = [await bought('1 CAKE 5', { cardNumber }), await bought('1 CAKE 5', { cardNumber })]
  await bought('1 CAKE 5', { cardNumber: other })
  const { rows } = await shop.must('communicationActivity', { cardNumber })

  const refs = sales.toReversed().map(({ requestRef }) => requestRef)
  assert.deepEqual(
    rows.map((row: { requestRef: string }) => row.requestRef),
    refs.flatMap((ref) => times(5, () => ref)),
  )
  const [template, webhook] = rows
  assert.deepEqual(
    { ...template, date: '' },
    {
      messageId: `${refs[0]}-5`,
      date: '',
      channel: 'email',
      state: 'waiting',
      templateId: 'welcome',
      subject: 'Welcome   to Test shop',
      campaignRuleUUID: ruleUuid(shop.id, 'main', 'rule-1'),
      requestRef: refs[0],
    },
  )
  assert.match(template.date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual([webhook.channel, webhook.messageId, 'subject' in webhook], ['webhook', `${refs[0]}-4`, false])
  assert.equal(new Set(rows.map(({ messageId }: { messageId: string }) => messageId)).size, 10)

  const pages = []
  for (const offset of [0, 4, 8, 12]) {
    const page = await shop.must('communicationActivity', { cardNumber, maxResults: 4, offset })
    pages.push(page.rows)
  }
  assert.deepEqual(
    pages.map((page) => page.length),
    [4, 4, 2, 0],
  )
  assert.deepEqual(pages.flat(), rows)
  assert.deepEqual(await shop.verify(), [])
})

test('messages to a child card are listed with those of its root', async () => {
  const { shop, bought } = await openRuleShop([{ target: 'any', then: [{ notify: { channel: 'sms', text: 'hi' } }] }])
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID-1' })
  await bought('1 CAKE 5', { cardNumber })
  await bought('1 CAKE 5', { cardNumber, childCardNumber: 'KID-1' })
  const { rows } = await shop.must('communicationActivity', { cardNumber })
  assert.deepEqual(
    rows.map(({ childCardNumber }: { childCardNumber?: string }) => childCardNumber),
    ['KID-1', undefined],
  )
})

test('what became of a push message is an event of the card that rules count', async () => {
  const opened = {
    fact: 'event.count',
    eventType: 'PUSH',
    categoryId: 'opened',
    within: { days: 7 },
    op: '>=',
    value: 2,
  }
  const eventTypes = [{ categoryId: 'opened', name: 'Opened' }]
  const { shop } = await openRuleShop(
    [
      { trigger: 'custom', when: [opened], then: [says('reader')] },
      {
        trigger: 'custom',
        when: [{ fact: 'event.count', eventType: 'PUSH', op: '=', value: 4 }],
        then: [says('four')],
      },
    ],
    { more: { eventTypes } },
  )
  const cardNumber = await shop.card()
  const log = (eventName: string, more: object = {}) => shop.must('logPushEvent', { cardNumber, eventName, ...more })
  const said = async () => (await shop.must('triggerCustomCampaigns', { cardNumber })).responseMessages

  const answer = await log('delivered', { messageId: 'fcm/0:17', payload: 'lock screen' })
  assert.deepEqual(Object.keys(answer), ['success', 'requestRef'])
  await log('opened', { eventDate: '2020-02-29 12:00:00' })
  await log('opened')
  assert.deepEqual(await said(), [])
  await log('opened')
  assert.deepEqual(await said(), ['reader', 'four'])

  const [event] = await sql('select * from event where brand_id = $1 and category_id = $2', [shop.id, 'delivered'])
  assert.deepEqual(
    [event.event_type, event.specific_id, event.payload, event.request_ref],
    ['PUSH', 'fcm/0:17', 'lock screen', answer.requestRef],
  )
  const [old] = await sql('select happened_at from event where brand_id = $1 order by happened_at', [shop.id])
  assert.equal(old.happened_at.toISOString(), '2020-02-29T12:00:00.000Z')
  assert.deepEqual(await shop.verify(), [])
})

test('events of push messages are shown by search', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('logPushEvent', {
    cardNumber,
    eventName: 'clicked',
    eventDate: '2026-01-31 12:00:00',
    payload: 'yes',
  })
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { events: true } })
  assert.deepEqual(cards[0].events, [
    { eventDate: '2026-01-31 12:00:00', eventType: 'PUSH', categoryId: 'clicked', payload: 'yes' },
  ])
})

test('subscriptions of a card are listed when there are some', async () => {
  const shop = await openShop()
  const [cardNumber, other] = [await shop.card(), await shop.card()]
  assert.deepEqual((await shop.must('subscriptionDetails', { cardNumber })).subscriptions, [])
  const assign = (number: string, row: object) =>
    sql(
      `insert into card_subscription
      select (jsonb_populate_record(null::card_subscription, to_jsonb(card) - 'status' || $3)).*
      from card where brand_id = $1 and card_number = $2`,
      [shop.id, number, row],
    )
  await assign(cardNumber, {
    subscription_id: 'S-1',
    external_id: 'x-9',
    name: 'Coffee club',
    tier: 'Gold',
    source_system: 'shop',
    system_type: 'ecommerce',
    sub_type: 'monthly',
    status: 'Active',
    assigned_at: '2026-01-01Z',
    starts_at: '2026-01-02Z',
    ends_at: '2027-01-01Z',
  })
  await assign(cardNumber, { subscription_id: 'S-2', status: 'Inactive', assigned_at: '2025-01-01Z' })
  const { subscriptions } = await shop.must('subscriptionDetails', { cardNumber })
  assert.deepEqual(subscriptions, [
    {
      subscriptionId: 'S-1',
      externalId: 'x-9',
      name: 'Coffee club',
      tier: 'Gold',
      sourceSystem: 'shop',
      systemType: 'ecommerce',
      subType: 'monthly',
      subscriptionStatus: 'Active',
      assignmentDate: '2026-01-01 00:00:00',
      assignmentStartDate: '2026-01-02 00:00:00',
      assignmentEndDate: '2027-01-01 00:00:00',
    },
    { subscriptionId: 'S-2', subscriptionStatus: 'Inactive', assignmentDate: '2025-01-01 00:00:00' },
  ])
  assert.deepEqual((await shop.must('subscriptionDetails', { cardNumber: other })).subscriptions, [])
})

test('what cannot be answered is refused with its own code', async () => {
  const shop = await openShop({ more: { templates } })
  const cardNumber = await shop.card()
  const [{ card_number: inventory }] = await sql(
    `select card_number from card where brand_id = $1 and status = 'Inventory' limit 1`,
    [shop.id],
  )
  //  operation               body                                                        code
  const cases: readonly [operation: string, body: object, code: number][] = [
    ['renderTemplate', { cardNumber, templateId: 'nothing' }, 118],
    ['renderTemplate', { cardNumber }, 100],
    ['renderTemplate', { templateId: 'short' }, 6],
    ['renderTemplate', { cardNumber: 'nobody', templateId: 'short' }, 2],
    ['renderTemplate', { cardNumber: inventory, templateId: 'short' }, 110],
    ['communicationActivity', {}, 6],
    ['communicationActivity', { cardNumber, maxResults: 0 }, 100],
    ['communicationActivity', { cardNumber, maxResults: 101 }, 100],
    ['communicationActivity', { cardNumber, offset: -1 }, 100],
    ['communicationActivity', { cardNumber, offset: 1001 }, 100],
    ['communicationActivity', { cardNumber: 'nobody' }, 2],
    ['communicationActivity', { cardNumber: inventory }, 110],
    ['subscriptionDetails', {}, 6],
    ['subscriptionDetails', { cardNumber: 'nobody' }, 2],
    ['subscriptionDetails', { cardNumber: inventory }, 110],
    ['logPushEvent', { cardNumber }, 100],
    ['logPushEvent', { eventName: 'opened' }, 6],
    ['logPushEvent', { cardNumber, eventName: 'eaten' }, 100],
    ['logPushEvent', { cardNumber, eventName: 'opened', eventDate: secondsFromNow(2 * 86_400) }, 100],
    ['logPushEvent', { cardNumber, eventName: 'opened', eventDate: '2026-02-30 00:00:00' }, 100],
    ['logPushEvent', { cardNumber: inventory, eventName: 'opened' }, 110],
  ]
  for (const [operation, body, code] of cases) {
    assert.equal((await shop.call(operation, body)).body.errorCode, code, `${operation} ${JSON.stringify(body)}`)
  }
  assert.deepEqual(await sql('select from event where brand_id = $1', [shop.id]), [])
})
