import fc from 'fast-check'
import type { CoinModel } from './coin-model.ts'

/** Something that happens to a card; time is counted in whatever unit the test counts it in. */
export type Step =
  | { kind: 'issue'; amount: number; returned: boolean; expires: number; active: number }
  | { kind: 'redeem' | 'hold'; amount: number }
  | { kind: 'use'; of: number; amount: number; release: boolean }
  | { kind: 'void'; of: number }
  | { kind: 'wait'; time: number }

export const never = Number.POSITIVE_INFINITY
const amount = fc.integer({ min: 1, max: 9 })
const earlier = fc.nat({ max: 30 })
const soon = fc.integer({ min: 1, max: 6 })

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('issue' as const),
    amount,
    returned: fc.boolean(),
    expires: fc.oneof(fc.constant(never), soon),
    active: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: soon }),
  }),
  fc.record({ kind: fc.constantFrom('redeem' as const, 'hold' as const), amount }),
  fc.record({ kind: fc.constant('use' as const), of: earlier, amount: fc.nat({ max: 9 }), release: fc.boolean() }),
  fc.record({ kind: fc.constant('void' as const), of: earlier }),
  fc.record({ kind: fc.constant('wait' as const), time: fc.integer({ min: 1, max: 3 }) }),
)

/** Aims each use at a hold before it and each void at a call before it, so that most of them find something. */
function aimed(steps: readonly Step[]): Step[] {
  return steps.map((one, call) => {
    if (one.kind !== 'use' && one.kind !== 'void') return one
    const targets = [...steps.entries()].filter(
      ([at, { kind }]) => at < call && (kind === 'hold' || one.kind === 'void'),
    )
    return { ...one, of: targets.at(-1 - (one.of % Math.max(1, targets.length)))?.[0] ?? one.of }
  })
}

export const manySteps = (most: number) => fc.array(step, { maxLength: most, size: 'max' }).map(aimed)

/** What happens to the card itself, without the passing of time. */
export type Act = Exclude<Step, { kind: 'wait' }>

export function runModel(model: CoinModel, step: Act, call: number, now: number): boolean {
  switch (step.kind) {
    case 'issue': {
      const lot = { returned: step.returned, expires: now + step.expires, active: now + step.active }
      return model.issue(call, step.amount, lot)
    }
    case 'redeem':
      return model.redeem(call, step.amount, now)
    case 'hold':
      return model.hold(call, step.amount, now)
    case 'use':
      return model.use(call, step.of, { amount: step.amount, release: step.release || step.amount === 0 })
    case 'void':
      return model.void(step.of, now)
  }
}
