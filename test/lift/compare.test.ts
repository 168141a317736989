import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, customersNeeded, sampleOf } from '../../server/storage/report/compare-lift.ts'

/** A generator of numbers that is the same in every run (mulberry32), and normal ones made of them. */
function randomFrom(seed: number) {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** What a customer spends: most a little, some much, one in three nothing. */
function spender(random: ReturnType<typeof randomFrom>, worth: number) {
  return () => (random.uniform() < 1 / 3 ? 0 : worth * Math.exp(random.normal() - 0.5))
}

class Side {
  customers = 0
  private sum = 0
  private squares = 0

  add(value: number): void {
    this.customers += 1
    this.sum += value
    this.squares += value * value
  }

  get sample() {
    return sampleOf(this.customers, this.sum, this.squares)
  }
}

/** Ninety days, twenty customers of one side and a hundred and eighty of the other a day; somebody looks every day. */
function experiment(seed: number, effect: number) {
  const random = randomFrom(seed)
  const [plain, lifted] = [spender(random, 30), spender(random, 30 + effect * 1.5)]
  const [control, treated] = [new Side(), new Side()]
  let [firstTold, wasMissed] = [0, false]
  for (let day = 1; day <= 90; day += 1) {
    for (let one = 0; one < 20; one += 1) control.add(plain())
    for (let one = 0; one < 180; one += 1) treated.add(lifted())
    const { verdict, low, high } = compare(treated.sample, control.sample)
    if (verdict === 'early') continue
    if (verdict !== 'unclear' && firstTold === 0) firstTold = day
    if (effect < low || effect > high) wasMissed = true
  }
  return { firstTold, wasMissed, last: compare(treated.sample, control.sample) }
}

const runs = Array.from({ length: 400 }, (_, index) => index + 1)

test('without an effect, looking every day for ninety days misleads at most one time in twenty', () => {
  const told = runs.filter((seed) => experiment(seed, 0).firstTold > 0)
  assert.ok(told.length <= runs.length * 0.05, `${told.length} of ${runs.length}`)
})

test('the interval has a known effect in it on all ninety days, nineteen times of twenty', () => {
  const missed = runs.filter((seed) => experiment(seed, 4).wasMissed)
  assert.ok(missed.length <= runs.length * 0.05, `${missed.length} of ${runs.length}`)
})

test('an effect of a fifth is found in most of them, and its size is about right', () => {
  const all = runs.map((seed) => experiment(seed, 4))
  const found = all.filter(({ last }) => last.verdict === 'higher')
  assert.ok(found.length > runs.length / 2, `${found.length} of ${runs.length}`)
  const mean = all.reduce((sum, { last }) => sum + last.difference, 0) / runs.length
  assert.ok(Math.abs(mean - 4) < 0.3, `${mean}`)
  assert.ok(all.every(({ last }) => last.verdict !== 'lower'))
})

test('few customers are not told apart, however different they look', () => {
  const [many, few] = [sampleOf(5000, 250_000, 13_000_000), sampleOf(99, 990, 10_500)]
  assert.equal(compare(many, few).verdict, 'early')
  assert.equal(compare(many, sampleOf(100, 1000, 10_600)).verdict, 'higher')
  assert.equal(compare(sampleOf(0, 0, 0), sampleOf(0, 0, 0)).verdict, 'early')
})

test('nothing bought on either side tells nothing', () => {
  const nothing = sampleOf(1000, 0, 0)
  assert.equal(compare(nothing, nothing).verdict, 'unclear')
})

test('it says how many more customers it takes, and with so many it is told', () => {
  const [treated, control] = [
    sampleOf(900, 900 * 31, 900 * (31 * 31 + 900)),
    sampleOf(900, 900 * 30, 900 * (30 * 30 + 900)),
  ]
  assert.equal(compare(treated, control).verdict, 'unclear')
  const factor = customersNeeded(treated, control) ?? assert.fail()
  const grown = (sample: typeof treated) => ({ ...sample, customers: Math.ceil(sample.customers * factor) })
  assert.equal(compare(grown(treated), grown(control)).verdict, 'higher')
  assert.equal(customersNeeded(treated, { ...treated }), undefined)
})
