import assert from 'node:assert/strict'
import test from 'node:test'
import { compileExperiment, drawSide } from '../../server/domain/campaign/experiment.ts'
import { variantOf } from '../../server/domain/campaign/facts/draw.ts'
import { times } from '../support/shop.ts'

const cards = times(20_000, (index) => `60060000${index}`)

function sidesOf(plan: { holdout?: number; variants?: Record<string, number> }, campaign = 'spring') {
  const experiment = compileExperiment(plan)
  assert.ok(experiment)
  return cards.map((card) => drawSide(experiment, ['1001', campaign, card]))
}

const shareOf = (sides: readonly string[], side: string) => sides.filter((one) => one === side).length / sides.length
const isNear = (share: number, wanted: number) => Math.abs(share - wanted) < 0.015

/** The share of cards that are on another side than before, and from where to where they went. */
function moves(before: readonly string[], after: readonly string[]) {
  const moved = before.flatMap((side, index) => (side === after[index] ? [] : [`${side} to ${after[index]}`]))
  return { share: moved.length / before.length, ways: [...new Set(moved)].toSorted() }
}

test('shares come out as the file says, and cards stay where they are', () => {
  const sides = sidesOf({ holdout: 10, variants: { A: 50, B: 30, C: 20 } })
  assert.ok(isNear(shareOf(sides, 'holdout'), 0.1))
  assert.ok(isNear(shareOf(sides, 'A'), 0.45))
  assert.ok(isNear(shareOf(sides, 'B'), 0.27))
  assert.ok(isNear(shareOf(sides, 'C'), 0.18))
  assert.deepEqual(sidesOf({ holdout: 10, variants: { A: 50, B: 30, C: 20 } }), sides)
  assert.ok(isNear(shareOf(sidesOf({ holdout: 25 }), 'treated'), 0.75))
  assert.equal(compileExperiment({ holdout: 0 }), undefined)
})

test('a larger hold-out keeps everybody who was held out, and moves nobody between variants', () => {
  const before = sidesOf({ holdout: 10, variants: { A: 50, B: 50 } })
  const after = sidesOf({ holdout: 20, variants: { A: 50, B: 50 } })
  const { share, ways } = moves(before, after)
  assert.deepEqual(ways, ['A to holdout', 'B to holdout'])
  assert.ok(isNear(share, 0.1))
})

test('shares that change move as few cards as can be', () => {
  const two = moves(sidesOf({ variants: { A: 50, B: 50 } }), sidesOf({ variants: { A: 60, B: 40 } }))
  assert.deepEqual(two.ways, ['B to A'])
  assert.ok(isNear(two.share, 0.1))
  const three = moves(
    sidesOf({ variants: { A: 40, B: 30, C: 30 } }),
    sidesOf({ variants: { A: 40, B: 20, C: 20, D: 20 } }),
  )
  assert.ok(three.share < 0.28, 'at least 20 %, and little more')
  const ended = moves(sidesOf({ variants: { A: 50, B: 50 } }), sidesOf({ variants: { A: 100, B: 0 } }))
  assert.deepEqual(ended.ways, ['B to A'])
})

test('neither another campaign, nor the hold-out, nor the fact random says anything about a variant', () => {
  const plan = { holdout: 50, variants: { A: 50, B: 50 } }
  const spring = sidesOf(plan)
  const autumn = sidesOf(plan, 'autumn')
  const free = spring.flatMap((side, index) =>
    side === 'holdout' ? [] : [{ side, other: autumn[index] ?? '', index }],
  )
  const among = (chosen: typeof free) =>
    shareOf(
      chosen.map(({ side }) => side),
      'A',
    )
  assert.ok(Math.abs(among(free.filter(({ other }) => other === 'holdout')) - 0.5) < 0.03)
  assert.ok(Math.abs(among(free.filter(({ other }) => other === 'A')) - 0.5) < 0.03)
  const low = free.filter(({ index }) => variantOf('1001', 'spring', cards[index] ?? '') < 50)
  assert.ok(Math.abs(among(low) - 0.5) < 0.03)
  const heldOut = cards.filter((_, index) => spring[index] === 'holdout')
  assert.ok(
    Math.abs(
      shareOf(
        heldOut.map((card) => String(variantOf('1001', 'spring', card) < 50)),
        'true',
      ) - 0.5,
    ) < 0.03,
  )
})
