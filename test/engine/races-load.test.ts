import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { MixedLoad } from '../support/mixed-load.ts'
import { atServer, outcomes, race, successes, whileCardIsLocked } from '../support/race.ts'
import { applyFile, openShop, type Shop, startTestService, times } from '../support/shop.ts'

race('whatever forty tills do to ten cards, the sums are those of their receipts', async ({ shop, till }) => {
  const cards = await Promise.all(times(10, () => shop.card({ usd: 30 })))
  const load = new MixedLoad(cards, 3000, (below) => (below > 0 ? randomInt(below) : 0))

  const until = performance.now() + 3000
  await Promise.all(
    times(40, async (caller) => {
      while (performance.now() < until) await load.step(till(caller))
    }),
  )

  for (const [card, { total, holds }] of load.expected) {
    assert.deepEqual(await stateOf(shop, card), { total, holds: Object.fromEntries([...holds].toSorted()) }, card)
  }
  const unexpected = [...load.codes.keys()].filter((code) => ![0, 13, 117, 119].includes(code))
  assert.deepEqual(unexpected, [])
  assert.ok((load.codes.get(0) ?? 0) > 100, 'something happened')
})

async function stateOf(shop: Shop, card: string) {
  const parts: { amount: number; isHold: boolean; holdingTransactionId: string }[] = await shop.balances(card)
  const cents = (amount: number) => Math.round(amount * 100)
  const holds = parts
    .filter((part) => part.isHold)
    .map((part): [string, number] => [part.holdingTransactionId, cents(part.amount)])
  return {
    total: parts.reduce((sum, part) => sum + cents(part.amount), 0),
    holds: Object.fromEntries(holds.toSorted()),
  }
}

test('many brands at once do not mix', async () => {
  const shops = await Promise.all(times(6, () => openShop()))
  const cards = await Promise.all(shops.map((shop) => shop.card({ usd: 10 })))

  const answers = await Promise.all(times(60, (i) => (shops[i % 6] as Shop).redeem(cards[i % 6] ?? '', { usd: 2 })))

  assert.deepEqual(outcomes(answers), { ok: 30, 13: 30 })
  for (const [i, shop] of shops.entries()) {
    assert.deepEqual(await shop.balances(cards[i] ?? ''), [])
    assert.deepEqual(await shop.verify(), [])
  }
})

//  limit                    calls   of which wait
const limits: readonly [flags: readonly string[], calls: number, waiting: number][] = [
  [['--queue-per-card', '5'], 30, 5],
  [['--queue-per-brand', '7'], 30, 7],
  [['--queue-in-all', '9'], 30, 9],
]

for (const [flags, calls, waiting] of limits) {
  test(`with ${flags.join(' ')} what does not fit is refused at once and not carried out`, async () => {
    const service = await startTestService(flags)
    try {
      const shop = atServer(await openShop(), service)
      const card = await shop.card({ usd: 100 })
      const began = performance.now()
      const locked = await whileCardIsLocked(shop, card, async () => {
        const sent = times(calls, (i) => shop.update(card, 'redeem', { usd: 1 }, {}, { customRequestId: `sale-${i}` }))
        let refused = 0
        for (const call of sent) void call.then(({ status }) => (refused += status === 503 ? 1 : 0))
        while (refused < calls - waiting && performance.now() - began < 4000) await wait(10)
        return { sent, refused }
      })
      const answers = await Promise.all(locked.sent)

      assert.equal(locked.refused, calls - waiting)
      assert.deepEqual(outcomes(answers), { ok: waiting, 109: calls - waiting })
      for (const { body, headers } of answers) if (!body.success) assert.ok(Number(headers['retry-after']) > 0)
      assert.equal((await shop.balances(card))[0].amount, 100 - waiting)
      const again = await Promise.all(
        times(3, (i) => shop.update(card, 'redeem', { usd: 1 }, {}, { customRequestId: `sale-${calls - 1 - i}` })),
      )
      assert.deepEqual(outcomes(again), { ok: 3 })
      assert.deepEqual(await shop.verify(), [])
    } finally {
      await service.stop()
    }
  })
}

test('a crowd at one card does not keep other cards waiting at the door', async () => {
  const service = await startTestService(['--queue-per-card', '5'])
  try {
    const shop = atServer(await openShop(), service)
    const [busy, quiet] = [await shop.card({ usd: 100 }), await shop.card({ usd: 100 })]

    const answers = await Promise.all(times(60, (i) => shop.redeem(i % 20 === 0 ? quiet : busy, { usd: 1 })))

    const ofQuiet = answers.filter((_, i) => i % 20 === 0)
    assert.deepEqual(outcomes(ofQuiet), { ok: 3 })
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

test('a locked card does not stop the other cards of its brand, nor other brands', async () => {
  const service = await startTestService(['--lanes', '2'])
  try {
    const shop = atServer(await openShop(), service)
    const neighbour = atServer(await openShop(), service)
    const locked = await shop.card({ usd: 10 })
    const others = await Promise.all(times(8, () => shop.card({ usd: 10 })))
    const theirs = await Promise.all(times(8, () => neighbour.card({ usd: 10 })))

    const { slow, answers, elapsed } = await whileCardIsLocked(shop, locked, async () => {
      const blocked = shop.redeem(locked, { usd: 1 })
      await wait(100)
      const began = performance.now()
      const calls = [
        ...others.map((card) => shop.redeem(card, { usd: 1 })),
        ...theirs.map((card) => neighbour.redeem(card, { usd: 1 })),
      ]
      const found = await Promise.all(calls)
      return { slow: { blocked }, answers: found, elapsed: performance.now() - began }
    })
    await slow.blocked

    assert.deepEqual(outcomes(answers), { ok: 16 })
    assert.ok(elapsed < 30_000, `the others waited ${Math.round(elapsed)} ms`)
    for (const each of [shop, neighbour]) assert.deepEqual(await each.verify(), [])
  } finally {
    await service.stop()
  }
})

const small = { balanceType: 'Points', scale: 0, minRedeem: 1, maxRedeem: 5 }
const large = { balanceType: 'Points', scale: 0, minRedeem: 10, maxRedeem: 20 }

race(
  'a redemption is judged by the limits before a change or by those after it, never by a mixture',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(4, () => shop.card({ points: 100_000 })))
    let running = true
    const tried: { points: number; ok: boolean; code: number }[] = []
    const tills = times(8, async (caller) => {
      for (let i = caller; running; i += 1) {
        const points = [3, 7, 15][i % 3] ?? 0
        const { body } = await till(caller).redeem(cards[i % 4] ?? '', { points })
        tried.push({ points, ok: body.success, code: body.errorCode ?? 0 })
      }
    })
    for (let version = 0; version < 12; version += 1) {
      const now = version % 2 === 0 ? large : small
      await applyFile(withValueTypes(shop.file, [now]))
      const [fits, fitsNot] = now === large ? [15, 3] : [3, 15]
      const answers = await Promise.all(
        times(4, (i) => till(i).redeem(cards[i] ?? '', { points: i < 2 ? fits : fitsNot })),
      )
      assert.deepEqual(
        answers.map(({ body }) => body.errorCode ?? 0),
        [0, 0, 13, 13],
        `after change ${version}`,
      )
    }
    running = false
    await Promise.all(tills)

    assert.deepEqual(
      tried.filter(({ points, ok }) => points === 7 && ok),
      [],
    )
    assert.deepEqual([...new Set(tried.map(({ code }) => code))].toSorted(), [0, 13])
    for (const points of [3, 15]) assert.ok(tried.some((one) => one.points === points && one.ok))
  },
  { valueTypes: [small] },
)

test('a location that a change takes away is refused at once at every server', async () => {
  const second = await startTestService()
  try {
    const shop = await openShop()
    const other = atServer(shop, second)
    const card = await shop.card({ usd: 10 })
    assert.deepEqual(outcomes([await shop.redeem(card, { usd: 1 }), await other.redeem(card, { usd: 1 })]), { ok: 2 })

    await applyFile({ ...shop.file, locations: [{ id: 'L2', name: 'Pier 2', terminals: ['T1'] }] })
    await wait(500)
    const answers = [await shop.redeem(card, { usd: 1 }), await other.redeem(card, { usd: 1 })]

    assert.deepEqual(outcomes(answers), { 102: 2 })
    assert.equal(successes(answers).length, 0)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await second.stop()
  }
})

function withValueTypes(file: object, valueTypes: readonly object[]): object {
  const { programs } = file as { programs: readonly object[] }
  return { ...file, programs: programs.map((program) => ({ ...program, valueTypes })) }
}
