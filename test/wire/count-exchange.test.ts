import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CountExchange } from '../../server/doors/api/count-exchange.ts'
import { FailureLimit } from '../../server/doors/api/failure-limit.ts'
import { GuessLimit } from '../../server/doors/api/guess-limit.ts'
import { RateLimit } from '../../server/doors/api/rate-limit.ts'
import { type CountMember, CountPost } from '../../server/program/processes/count-post.ts'
import type { ProcessOrder } from '../../server/program/processes/messages.ts'
import { times } from '../support/shop.ts'

/** Several processes in one, whose messages are under way until the test delivers them. */
function openProcesses<Limit>(count: number, open: (exchange: CountExchange) => Limit) {
  const post = new CountPost()
  /** By channel: messages of one channel arrive in their order. */
  const underWay = new Map<string, (() => void)[]>()
  const send = (channel: string, deliver: () => void) =>
    underWay.set(channel, [...(underWay.get(channel) ?? []), deliver])
  const members: CountMember[] = times(count, (index) => ({
    send: (order) => send(`to ${index}`, () => take(index, order)),
  }))
  const exchanges = times(
    count,
    (index) =>
      new CountExchange(count - 1, (id, told) => {
        const from = members[index] ?? assert.fail()
        const others = members.filter((one) => one !== from)
        send(`from ${index}`, () => post.pass(from, { kind: 'counted', id, told }, others))
      }),
  )
  const limits = exchanges.map(open)
  const take = (index: number, order: ProcessOrder) => {
    if (order.kind === 'known') exchanges[index]?.known(order.id)
    if (order.kind !== 'heard') return
    exchanges[index]?.hear(order.told)
    send(`from ${index}`, () => post.confirm(members[index] ?? assert.fail(), order.exchange))
  }
  /** Delivers the next message of a channel that is chosen; false if nothing is under way. */
  const deliverOne = (choose: (below: number) => number) => {
    const waiting = [...underWay].filter(([, messages]) => messages.length > 0)
    const [, messages] = waiting[choose(waiting.length)] ?? []
    messages?.shift()?.()
    return messages !== undefined
  }
  const deliver = () => {
    while (deliverOne(() => 0));
  }
  return { limits, deliver, deliverOne }
}

const failuresIn = (most: number) => (exchange: CountExchange) =>
  new FailureLimit(most, undefined, exchange.of('failures'))

/** Fails as often as it is let, and says how often that was. */
function fail(limit: FailureLimit | undefined, name: string): number {
  let count = 0
  for (; limit?.secondsToWait(name) === 0; count += 1) limit.count(name)
  return count
}

test('all processes together allow as many failures as one would, however quickly they come', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limits, deliver } = openProcesses(4, failuresIn(60))
  const allowed = [0, 0, 0, 0, 0].map(() => {
    const round = limits.map((limit) => fail(limit, 'till'))
    t.mock.timers.tick(100)
    deliver()
    return round.reduce((all, one) => all + one, 0)
  })
  assert.deepEqual(allowed, [60, 0, 0, 0, 0])
  for (const limit of limits) assert.ok(limit.secondsToWait('till') > 50, 'for the rest of the minute')
  assert.equal(limits[0]?.secondsToWait('another'), 0)
})

test('in whatever order messages arrive, no more get through than the limit and one for each other process', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const steps = fc.array(fc.nat(1000), { minLength: 50, maxLength: 400 })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 40 }), steps, (count, most, choices) => {
      const { limits, deliverOne } = openProcesses(count, failuresIn(most))
      let allowed = 0
      for (const choice of choices) {
        const limit = limits[choice % count]
        if (choice % 7 === 0) t.mock.timers.tick(100)
        else if (choice % 3 === 0) deliverOne((below) => choice % Math.max(1, below))
        else if (limit?.secondsToWait('till') === 0) {
          limit.count('till')
          allowed += 1
        }
      }
      return allowed <= most + count - 1
    }),
    { numRuns: 500 },
  )
})

test('one process may use up the whole limit, a part in each moment', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limits, deliver } = openProcesses(4, failuresIn(60))
  const parts: number[] = []
  for (let round = 0; round < 20; round += 1) {
    parts.push(fail(limits[0], 'till'))
    t.mock.timers.tick(100)
    deliver()
  }
  assert.equal(parts[0], 15)
  assert.equal(
    parts.reduce((all, one) => all + one, 0),
    60,
  )
  assert.ok((limits[3]?.secondsToWait('till') ?? 0) > 50)
})

test('whoever is refused only because the others are not heard of yet may try again in a second', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limits } = openProcesses(4, failuresIn(60))
  fail(limits[0], 'till')
  assert.equal(limits[0]?.secondsToWait('till'), 1)
})

test('guesses of all processes count together, and so do the cards that were found', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limits, deliver } = openProcesses(2, (exchange) => {
    const elsewhere = { hits: exchange.of('hits'), misses: exchange.of('misses') }
    return new GuessLimit(10, undefined, elsewhere)
  })
  const guess = (limit: GuessLimit | undefined) => {
    let count = 0
    for (; limit?.secondsToWait('till') === 0 && count < 100; count += 1) limit.count('till', true)
    return count
  }
  const allowed = limits.map(guess)
  assert.deepEqual(allowed, [6, 6])
  t.mock.timers.tick(100)
  deliver()
  for (const limit of limits) assert.ok(limit.secondsToWait('till') > 1)
  for (let found = 0; found < 60; found += 1) limits[0]?.count('till', false)
  t.mock.timers.tick(100)
  deliver()
  assert.equal(limits[1]?.secondsToWait('till'), 0, 'a busy till that sells to strangers now and then')
})

test('what a key was allowed too much in one moment it is refused later', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limits, deliver } = openProcesses(3, (exchange) => new RateLimit(50, exchange.of('requests')))
  const allowed = () =>
    limits.map((limit) => times(200, () => limit.allows('b', 'till')).filter((isAllowed) => isAllowed).length)
  const [first = 0, second = 0, third = 0] = allowed()
  assert.ok(first + second + third >= 150 && first + second + third < 200)
  t.mock.timers.tick(100)
  deliver()
  assert.deepEqual(allowed(), [0, 0, 0])
})
