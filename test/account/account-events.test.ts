import assert from 'node:assert/strict'
import test from 'node:test'
import { accountOf, eventsOf, openAccountShop } from '../support/account-shop.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { sql } from '../support/time-passes.ts'

const event = (change: object) => ({ newEvents: [{ categoryId: 'app-open', ...change }] })

test('events are added with their date, payload and properties; those of root types need no definition', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    newEvents: [
      {
        categoryId: 'app-open',
        specificId: 'v2',
        eventDate: '2026-01-02 03:04:05',
        payload: 'hello',
        properties: [
          { key: 'os', value: 'x' },
          { key: '__proto__', value: 'y' },
        ],
      },
      { eventType: 'BOUNCED', categoryId: 'email' },
      { eventType: 'CUSTOM', categoryId: 'app-open' },
    ],
  })
  const [first, bounced, plain] = await eventsOf(shop)
  assert.equal(first.happened_at.toISOString(), '2026-01-02T03:04:05.000Z')
  assert.deepEqual(JSON.stringify(first.properties), '{"os":"x","__proto__":"y"}')
  assert.deepEqual([first.specific_id, first.payload, first.event_type], ['v2', 'hello', 'CUSTOM'])
  assert.deepEqual([bounced.event_type, bounced.category_id], ['BOUNCED', 'email'])
  assert.ok(Math.abs(plain.happened_at.getTime() - Date.now()) < 60_000)
  assert.deepEqual(await shop.verify(), [])
})

test('a kind of event that a call defined is known, too, as long as it is active', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const add = () => shop.call('updateAccount', { cardNumber, ...event({ categoryId: 'visit' }) })
  assertRefused(await add(), 100, 'newEvents[0].categoryId')
  await sql(
    `insert into event_type (brand_id, category_id, name, created_at, modified_at) values ($1, 'visit', 'Visit', now(), now())`,
    [shop.id],
  )
  assert.equal((await add()).body.success, true)
  await sql('update event_type set active = false where brand_id = $1', [shop.id])
  assertRefused(await add(), 100, 'newEvents[0].categoryId')
  assert.equal((await eventsOf(shop)).length, 1)
})

const refusedEvents: Refusals = [
  [event({ categoryId: 'unknown' }), 100, 'newEvents[0].categoryId'],
  [event({ eventType: 'PURCHASE', categoryId: 'unknown' }), 100, 'newEvents[0].categoryId'],
  [event({ categoryId: undefined }), 100, 'newEvents[0].categoryId'],
  [event({ eventType: 'custom' }), 100, 'newEvents[0].eventType'],
  [event({ eventDate: '2026-01-02' }), 100, 'newEvents[0].eventDate'],
  [
    event({
      properties: [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
    }),
    100,
    'newEvents[0].properties[1].key',
  ],
  [event({ properties: [{ key: '', value: '1' }] }), 100, 'newEvents[0].properties[0].key'],
  [event({ properties: [{ key: 'a' }] }), 100, 'newEvents[0].properties[0].value'],
  [{ newEvents: [{ categoryId: 'app-open' }, { categoryId: 'unknown' }] }, 100, 'newEvents[1].categoryId'],
]

test('events of kinds that nobody defined, and properties that occur twice, are refused', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of refusedEvents) {
    const answer = await shop.call('updateAccount', {
      cardNumber,
      primaryCustomer: { city: 'X' },
      ...(change as object),
    })
    assertRefused(answer, code, field, JSON.stringify(change))
  }
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('answers to surveys are kept by sending; each replaces the one before completely', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const survey = { surveyId: 'S', instanceId: '1' }
  const respond = (...surveyResponses: object[]) => shop.must('updateAccount', { cardNumber, surveyResponses })
  const fieldsOf = async () => {
    const { surveys } = await accountOf(shop, cardNumber)
    return surveys.map(({ surveyId, instanceId, sentAt, channel, fields }: Record<string, unknown>) => ({
      surveyId,
      instanceId,
      sentAt,
      channel,
      fields,
    }))
  }
  await respond({
    ...survey,
    sentDate: '2026-01-01 00:00:00',
    responseChannel: 'email',
    fieldResponses: [
      { fieldName: 'stars', setValue: true, numericalValue: 4, stringValue: 'four' },
      { fieldName: 'tags', setValue: true, stringValues: ['a', 'b'] },
    ],
  })
  const first = { ...survey, sentAt: Date.UTC(2026, 0, 1), channel: 'email' }
  await respond(
    {
      ...survey,
      fieldResponses: [
        { fieldName: 'stars', setValue: true, numericalValue: 5 },
        { fieldName: 'tags', setValue: false },
      ],
    },
    { ...survey, instanceId: '2', fieldResponses: [{ fieldName: 'years', setValue: true, numericalValues: [1, 2] }] },
  )
  const other = {
    surveyId: 'S',
    instanceId: '2',
    sentAt: undefined,
    channel: undefined,
    fields: [{ fieldName: 'years', numericalValues: [1, 2] }],
  }
  assert.deepEqual(await fieldsOf(), [{ ...first, fields: [{ fieldName: 'stars', numericalValue: 5 }] }, other])
  await respond({ ...survey, fieldResponses: [], removeRegistration: true })
  assert.deepEqual(await fieldsOf(), [other])

  const wrong: Refusals = [
    [{ ...survey }, 100, 'surveyResponses[0].fieldResponses'],
    [{ surveyId: 'S', fieldResponses: [] }, 100, 'surveyResponses[0].instanceId'],
    [{ ...survey, fieldResponses: [{ fieldName: 'a' }] }, 100, 'surveyResponses[0].fieldResponses[0].setValue'],
    [{ ...survey, fieldResponses: [{ fieldName: 'a', setValue: true }] }, 100, 'surveyResponses[0].fieldResponses[0]'],
    [{ ...survey, fieldResponses: [], responseChannel: 'fax' }, 100, 'surveyResponses[0].responseChannel'],
  ]
  for (const [change, code, field] of wrong)
    assertRefused(await shop.call('updateAccount', { cardNumber, surveyResponses: [change] }), code, field)
  const text = { fieldName: 'a', setValue: true, stringValues: Array.from({ length: 100 }, () => 'x'.repeat(1000)) }
  const big = (instanceId: string) => ({ surveyId: 'S', instanceId, fieldResponses: [text] })
  await respond(big('3'), big('4'))
  const tooMuch = await shop.call('updateAccount', { cardNumber, surveyResponses: [big('5')] })
  assertRefused(tooMuch, 100, 'surveyResponses')
  assert.deepEqual(await shop.verify(), [])
})

test('a card is enrolled in programs and leaves them; its customer is enrolled once', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const enroll = (...programEnrollments: object[]) => shop.call('updateAccount', { cardNumber, programEnrollments })
  assert.equal((await enroll({ program: 'rewards', enroll: true })).body.success, true)
  const { programs } = await accountOf(shop, cardNumber)
  assert.ok(Math.abs(programs.rewards - Date.now()) < 60_000)
  assert.equal((await enroll({ program: 'rewards', enroll: true })).body.success, true)
  assert.deepEqual((await accountOf(shop, cardNumber)).programs, programs)
  assertRefused(
    await enroll({ program: 'rewards' }, { program: 'unknown', enroll: true }),
    100,
    'programEnrollments[1].program',
  )
  assertRefused(await enroll({ program: 'toString', enroll: false }), 100, 'programEnrollments[0].program')
  assert.equal((await enroll({ program: 'rewards' })).body.success, true)
  const left = await accountOf(shop, cardNumber)
  assert.deepEqual([left.programs, left.enrolled_at], [{}, null])

  await shop.must('updateAccount', { cardNumber, countAsEnrollment: true })
  const { enrolled_at } = await accountOf(shop, cardNumber)
  assert.ok(Math.abs(enrolled_at.getTime() - Date.now()) < 60_000)
  await shop.must('updateAccount', { cardNumber, countAsEnrollment: true, primaryCustomer: { city: 'X' } })
  assert.deepEqual((await accountOf(shop, cardNumber)).enrolled_at, enrolled_at)
  assert.deepEqual(await shop.verify(), [])
})
