import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerForDemo, networkOf } from '../../server/calls/delivery/demo-hosts.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { operations } from '../../server/calls/operations/all.ts'
import { addSections } from '../../server/program/demo/later-versions.ts'
import { listDays } from '../../server/program/demo/plan/calendar.ts'
import { invitePeople, peopleCount } from '../../server/program/demo/plan/people.ts'
import { planHistory } from '../../server/program/demo/plan/plan.ts'
import { byMoment, refOf } from '../../server/program/demo/plan/step.ts'

const numbers = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
const timeZone = 'America/New_York'
const end = Date.parse('2026-11-16T15:00:00Z')

const planned = (at = end) =>
  planHistory({
    seed: 'harbor',
    people: peopleCount,
    end: at,
    timeZone,
    cards: numbers('card-', 330),
    giftCards: numbers('gift-', 60),
    treatments: () => 0,
  })

test('the plan is the same for the same seed and end, and its calls have names of their own', () => {
  const steps = planned().flatMap((day) => day.steps)
  assert.deepEqual(planned(), planned())
  assert.equal(new Set(steps.map(({ name }) => name)).size, steps.length)
  assert.equal(new Set(steps.map(refOf)).size, steps.length)
})

test('the plan is a year long, in order, and ends before its end', () => {
  const days = planned()
  const steps = days.flatMap((day) => day.steps)
  assert.equal(days.length, 366)
  assert.ok(steps.length > 2000, `${steps.length} calls`)
  assert.ok(steps.every(({ at }, index) => at >= (steps[index - 1]?.at ?? 0) && at < end))
  assert.ok((steps[0]?.at ?? end) < end - 360 * 24 * 3_600_000)
})

test('a plan that ends on another day is the same but for the dates', () => {
  const names = (days: ReturnType<typeof planned>) => new Set(days.flatMap((day) => day.steps.map(({ name }) => name)))
  const today = names(planned())
  const joining = [...names(planned(end + 24 * 3_600_000))].filter((name) => name.endsWith(' joins'))
  assert.ok(joining.every((name) => today.has(name)))
})

test('what happens at one moment happens with different cards, and there are far fewer moments than calls', () => {
  const days = planned()
  const moments = days.flatMap(({ steps }) => byMoment(steps))
  assert.deepEqual(
    moments.flat(),
    days.flatMap(({ steps }) => steps),
  )
  for (const moment of moments) {
    const cards = moment.flatMap(({ body }) => (body.cardNumber === undefined ? [] : [body.cardNumber]))
    assert.equal(new Set(cards).size, cards.length)
    assert.equal(new Set(moment.map(({ at }) => at)).size, 1)
  }
  assert.ok(moments.length < moments.flat().length / 2, `${moments.length} moments`)
  const lastWeek = days.slice(-7).flatMap(({ steps }) => steps)
  assert.ok(new Set(lastWeek.map(({ at }) => at)).size > 0.9 * lastWeek.length, 'lately, each has its own')
})

test('the plan calls only what the interface has', () => {
  const known = new Set(operations.map(({ name }) => name))
  const called = new Set(planned().flatMap((day) => day.steps.map(({ operation }) => operation)))
  assert.deepEqual(
    [...called].filter((name) => !known.has(name)),
    [],
  )
  for (const name of ['allocate', 'updateAccount', 'checkout', 'voidTransaction', 'returnMerchandise', 'transfer'])
    assert.ok(called.has(name), name)
})

test('more is sold on a Friday than on a Sunday, and in the morning more than in the evening', () => {
  const sales = planned().flatMap(({ day, steps }) =>
    steps
      .filter(({ operation }) => operation === 'checkout')
      .map(({ at }) => ({ weekday: day.weekday, since: at - day.opensAt })),
  )
  const count = (is: (sale: (typeof sales)[number]) => boolean) => sales.filter(is).length
  assert.ok(count(({ weekday }) => weekday === 5) > 1.3 * count(({ weekday }) => weekday === 0))
  const hour = 3_600_000
  assert.ok(count(({ since }) => since < 3 * hour) > 2 * count(({ since }) => since > 10 * hour))
})

test('nobody who is invented can be reached', () => {
  for (const { email, mobilePhone } of invitePeople('harbor')) {
    if (email !== undefined) assert.match(email, /@example\.com$/)
    if (mobilePhone !== undefined) assert.match(mobilePhone, /^\+1\d{3}55501\d\d$/)
  }
})

test('days follow the clock of the brand', () => {
  const days = listDays(end, timeZone)
  assert.equal(days.at(-1)?.date, '2026-11-16')
  assert.equal(days.at(-1)?.opensAt, Date.parse('2026-11-16T12:00:00Z'))
  assert.equal(days.find(({ date }) => date === '2026-07-01')?.opensAt, Date.parse('2026-07-01T11:00:00Z'))
})

test('a later version adds to lists, replaces what has the same id, and leaves the rest', () => {
  const file = { brand: { id: '1' }, locations: [{ id: 'L1' }, { id: 'L2', name: 'old' }], products: [{ sku: 'A' }] }
  const more = { locations: [{ id: 'L2', name: 'new' }, { id: 'L3' }], senders: { caps: {} } }
  assert.deepEqual(addSections(file, more), {
    brand: { id: '1' },
    locations: [{ id: 'L1' }, { id: 'L2', name: 'new' }, { id: 'L3' }],
    products: [{ sku: 'A' }],
    senders: { caps: {} },
  })
})

test('the receivers of the demo brand are answered for without a connection, in the environment demo only', async () => {
  const resolve = () => assert.fail('nothing is looked up')
  const network = networkOf('demo', { ...systemNetwork(false), resolve })
  assert.equal(networkOf('production', network).answers, network.answers)
  assert.equal(networkOf('production', systemNetwork(false)).answers, undefined)
  assert.equal(answerForDemo('harbor-coffee.example.org'), undefined)
  const { sms, email } = openSenders(network)
  const message = {
    id: '1',
    recipient: 'a@example.com',
    subject: '',
    text: '',
    requestRef: '',
    createdAt: 0,
    attemptedAt: 0,
  }
  const sent = { kind: 'sent' }
  assert.deepEqual(await sms(message, { url: 'https://sms.harbor-coffee.example/send' }), sent)
  assert.deepEqual(await email(message, { smtp: 'smtp://mail.harbor-coffee.example:587', from: 'a@example.com' }), sent)
  const broken = await sms(message, { url: 'https://broken.harbor-coffee.example/hooks' })
  assert.deepEqual(broken, { kind: 'failed', why: 'status 5xx' })
})
