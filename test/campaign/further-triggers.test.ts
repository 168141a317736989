import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { says } from '../support/rule-table.ts'
import { sql } from '../support/time-passes.ts'

const named = (trigger: string, condition: object | undefined, text: string) => ({
  trigger,
  when: condition ? [condition] : [],
  then: [says(text)],
})

test('a message fires the rules that ask for its text or its channel', async () => {
  const { shop } = await openRuleShop([
    named('message', { fact: 'message.text', op: '=', value: 'COFFEE' }, 'exact'),
    named('message', { fact: 'message.text', op: 'contains', value: 'free' }, 'contains'),
    named('message', { fact: 'message.channel', op: '=', value: 'email' }, 'email'),
    named('message', { fact: 'request.callType', op: '=', value: 'TRIGGER_ONLY' }, 'always'),
    named('custom', undefined, 'custom'),
    named('checkout', undefined, 'checkout'),
    named('refer', undefined, 'refer'),
  ])
  const cardNumber = await shop.card()
  //  message           channel      answers
  const cases: readonly [message: string, channel: string | undefined, answers: readonly string[]][] = [
    ['COFFEE', undefined, ['exact', 'always']],
    ['coffee', 'sms', ['always']],
    ['a free COFFEE', 'push', ['contains', 'always']],
    ['COFFEE', 'email', ['exact', 'email', 'always']],
    ['', undefined, ['always']],
    ['a'.repeat(10_000), undefined, ['always']],
  ]
  for (const [message, channel, answers] of cases) {
    const body = await shop.must('processMessage', { cardNumber, message, ...(channel && { channel }) })
    assert.deepEqual(body.responseMessages, answers, message.slice(0, 20))
    assert.equal(body.triggeredRuleCount, answers.length)
    assert.equal(body.sentNotifications, 0)
    assert.ok(!('smsOptIn' in body))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('what a message earns is booked once, is a part of the history, and can be voided', async () => {
  const { shop } = await openRuleShop([
    {
      trigger: 'message',
      when: [{ fact: 'message.text', op: '=', value: 'WIN' }],
      limit: { times: 1, per: 'card', every: 'ever' },
      then: [points(25), { notify: { channel: 'sms', text: 'You have {{ balances.Points }}' } }],
    },
  ])
  const cardNumber = await shop.card()
  const [first, second] = [
    await shop.must('processMessage', { cardNumber, message: 'WIN' }),
    await shop.must('processMessage', { cardNumber, message: 'WIN' }),
  ]
  assert.deepEqual([first.triggeredRuleCount, first.sentNotifications], [1, 1])
  assert.deepEqual([second.triggeredRuleCount, second.sentNotifications], [0, 0])
  assert.equal((await shop.balances(cardNumber))[0].amount, 25)
  const history = await shop.history(cardNumber)
  assert.deepEqual(
    history.map(({ callType }: { callType: string }) => callType),
    ['TRIGGER_ONLY', 'ALLOCATE'],
    'the second changed nothing',
  )
  await shop.must('voidTransaction', { cardNumber, requestRef: first.requestRef })
  assert.deepEqual(await shop.balances(cardNumber), [])
  assert.deepEqual(await shop.verify(), [])
})

test('calls with a customRequestId take a message once', async () => {
  const { shop } = await openRuleShop([{ trigger: 'message', then: [points(5)] }])
  const cardNumber = await shop.card()
  const send = () => shop.call('processMessage', { cardNumber, message: 'hi' }, { customRequestId: 'sms-1' })
  const answers = await Promise.all([send(), send(), send()])
  assert.deepEqual(answers.map(({ body }) => body.errorCode ?? 0).toSorted(), [0, 3, 3])
  assert.equal((await shop.balances(cardNumber))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('referrals fire the rules that ask for their number or their sum', async () => {
  const { shop } = await openRuleShop([
    named('refer', { fact: 'referral.checkouts', op: '>=', value: 3 }, 'three'),
    named('refer', { fact: 'referral.total', op: '>=', value: 99.5 }, 'much'),
    named('message', undefined, 'message'),
  ])
  const cardNumber = await shop.card()
  //  checkouts  sum           answers
  const cases: readonly [count: unknown, sum: unknown, answers: readonly string[]][] = [
    [0, 0, []],
    [3, 0, ['three']],
    ['3', '99.49', ['three']],
    [2, 99.5, ['much']],
    [1_000_000, 1_000_000_000, ['three', 'much']],
  ]
  for (const [checkoutCount, checkoutTotalSum, answers] of cases) {
    const body = await shop.must('triggerReferRewards', { cardNumber, checkoutCount, checkoutTotalSum })
    assert.deepEqual(body.responseMessages, answers, `${checkoutCount} ${checkoutTotalSum}`)
    assert.equal(body.triggeredRuleCount, answers.length)
  }
})

test('what is issued for referrals goes to the card that referred, also as the referrer', async () => {
  const { shop } = await openRuleShop([
    {
      trigger: 'refer',
      then: [
        points({ give: 10, per: 1, of: 'referral.checkouts' }),
        points({ give: 1, per: 1, of: 'referral.total' }, { to: 'referrer' }),
        says('You have {{ balances.Points }}'),
      ],
    },
  ])
  const cardNumber = await shop.card({ points: 5 })
  const body = await shop.must('triggerReferRewards', { cardNumber, checkoutCount: 3, checkoutTotalSum: 42.9 })
  assert.deepEqual(body.responseMessages, ['You have 77'])
  assert.equal((await shop.balances(cardNumber))[0].amount, 77)
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.equal((await shop.balances(cardNumber))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('triggers refuse what is missing or out of bounds, and cards that cannot be used', async () => {
  const { shop } = await openRuleShop([named('refer', undefined, 'refer'), named('message', undefined, 'message')])
  const cardNumber = await shop.card()
  const lost = await shop.card()
  const adjustStatus = { newStatus: 'Lost' }
  await shop.must('updateBalance', {
    cardNumber: lost,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus,
  })
  const locked = await shop.card()
  await shop.must('checkout', { cardNumber: locked, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 })
  const refer = { cardNumber, checkoutCount: 1, checkoutTotalSum: 1 }
  //  operation             body                                             code
  const cases: readonly [operation: string, body: object, code: number][] = [
    ['triggerReferRewards', { ...refer, cardNumber: undefined }, 6],
    ['triggerReferRewards', { ...refer, checkoutCount: undefined }, 100],
    ['triggerReferRewards', { ...refer, checkoutCount: -1 }, 100],
    ['triggerReferRewards', { ...refer, checkoutCount: 1.5 }, 100],
    ['triggerReferRewards', { ...refer, checkoutTotalSum: undefined }, 100],
    ['triggerReferRewards', { ...refer, checkoutTotalSum: -0.01 }, 100],
    ['triggerReferRewards', { ...refer, cardNumber: 'nobody' }, 2],
    ['triggerReferRewards', { ...refer, cardNumber: lost }, 112],
    ['triggerReferRewards', { ...refer, cardNumber: locked }, 113],
    ['processMessage', { cardNumber }, 100],
    ['processMessage', { message: 'STOP' }, 6],
    ['processMessage', { message: 'STOP', channelUser: '12' }, 131],
    ['processMessage', { cardNumber, message: 'STOP', channelUser: '12' }, 131],
    ['processMessage', { message: 'STOP', channelUser: 'ana@example.com', channel: 'email' }, 100],
    ['processMessage', { cardNumber: 'nobody', message: 'STOP', channelUser: '+12125550123' }, 2],
    ['processMessage', { cardNumber, message: 'a'.repeat(10_001) }, 100],
    ['processMessage', { cardNumber, message: 'STOP', channel: 'letter' }, 100],
    ['processMessage', { cardNumber: lost, message: 'YES' }, 112],
    ['processMessage', { cardNumber: locked, message: 'YES' }, 113],
  ]
  for (const [operation, body, code] of cases) {
    assert.equal(
      (await shop.call(operation, body)).body.errorCode,
      code,
      `${operation} ${JSON.stringify(body).slice(0, 90)}`,
    )
  }
  assert.deepEqual(await sql('select from rule_firing where brand_id = $1', [shop.id]), [])
  assert.deepEqual(await shop.verify(), [])
})
