import { monthOf } from './calendar.ts'
import type { Coverage } from './coverage.ts'
import type { Customer, Deed } from './customer.ts'
import type { Step } from './steps.ts'

const stepKinds = [
  ...['issue', 'redeem', 'hold', 'use', 'sale', 'bring', 'cancel', 'choose'],
  ...['out', 'in', 'suspend', 'reactivate', 'child', 'offer', 'coupon', 'old'],
] as const satisfies readonly Step['kind'][]

const undoneKinds = [
  'issue',
  'redeem',
  'hold',
  'release',
  'sale',
  'bring',
  'choose',
] as const satisfies readonly Deed['kind'][]

/** What can have happened between something and its undoing. */
const meanwhile = ['nothing', 'a month', ...stepKinds.filter((kind) => kind !== 'old'), 'refused']

/** Everything that can have been undone, with everything that can have happened before that. */
export const allPairs: readonly string[] = [
  ...undoneKinds.flatMap((kind) => meanwhile.map((other) => `${kind}, ${other}, void`)),
  ...meanwhile.map((other) => `sale, ${other}, return`),
]

/** The refusals that the model knows, by what was asked for. */
export const allRefusals: readonly string[] = Object.entries({
  issue: [13, 112, 129],
  redeem: [13, 112, 129],
  hold: [13, 112],
  use: [13, 112, 117],
  sale: [13, 27, 112],
  bring: [112, 119, 120, 126],
  cancel: [13, 27, 112, 119],
  choose: [13, 112, 134],
  out: [112, 127],
  in: [128],
  reactivate: [111, 112],
  child: [112, 130],
  suspend: [112],
  offer: [112],
  coupon: [112],
  old: [112],
}).flatMap(([kind, codes]) => codes.map((code) => `${kind} ${code}`))

interface Past {
  readonly at: number
  readonly step: Step
  readonly refusedWith: number | undefined
}

/** What a step has of its own, before anybody knows what becomes of it. */
export function featuresOf(step: Step): readonly string[] {
  switch (step.kind) {
    case 'sale': {
      const { code, coupon, extra, pay, promo, device } = step
      const parts = { code, coupon, 'an offer': extra, [`promo ${promo}`]: promo, device }
      const named = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [name]))
      return ['sale', ...[...named, ...(pay > 0 ? ['payment'] : [])].map((name) => `sale with ${name}`)]
    }
    case 'bring':
      return [
        `bring ${step.byValue ? 'by value' : 'goods'}${step.reverse ? ', all paid back' : step.back > 0 ? ', a part paid back' : ''}`,
      ]
    case 'issue':
      return [
        `issue ${step.type}${step.child ? ' of a child' : ''}${step.months > 0 ? ', expiring' : ''}${step.returned ? ', returned' : ''}`,
      ]
    case 'redeem':
      return [`redeem ${step.type}${step.child ? ' of a child' : ''}${step.most ? ', what is there' : ''}`]
    case 'use':
      return [`use${step.amount > 0 ? ' a part' : ''}${step.release ? ', release' : ''}`]
    case 'cancel':
      return [step.resets ? 'cancel, coupons reset' : 'cancel']
    case 'out':
      return [step.release ? 'out, holds released' : 'out']
    default:
      return [step.kind]
  }
}

/** What was done, what happened then, and how it is undone. */
export function pairsOf({ deeds }: Customer, story: readonly Past[], step: Step, now: number): readonly string[] {
  const undone = step.kind === 'cancel' ? step.deed : step.kind === 'bring' ? step.sale : undefined
  const deed = undone === undefined ? undefined : deeds[undone]
  if (undone === undefined || !deed) return []
  const since = story.slice(undone + 1)
  const between = new Set<string>(since.map((past) => (past.refusedWith === undefined ? past.step.kind : 'refused')))
  between.delete('old')
  const first = story[undone]
  if (first && monthOf(first.at) !== monthOf(now)) between.add('a month')
  if (between.size === 0) between.add('nothing')
  return [...between].map((other) => `${deed.kind}, ${other}, ${step.kind === 'cancel' ? 'void' : 'return'}`)
}

/** What can change about a customer, as words. */
export function stateOf(customer: Customer, now: number): Readonly<Record<string, string>> {
  const { isOut, isSuspended, hasChild, root, coupons, voided, sales } = customer
  const some = (count: number) => (count === 0 ? 'none' : count === 1 ? 'one' : 'several')
  const purses = Object.values(root)
  return {
    card: isOut ? 'out' : isSuspended ? 'suspended' : 'active',
    level: ['none', 'silver', 'gold'][customer.level(now).rank] ?? '',
    holds: some(purses.reduce((sum, { holds }) => sum + holds.size, 0)),
    child: some(hasChild ? 1 : 0),
    'coupons used': some(coupons.filter(({ usedBy }) => usedBy !== undefined).length),
    'coupons disabled': some(coupons.filter(({ isDisabled }) => isDisabled).length),
    'calls voided': some(voided.size),
    'sales returned': some(sales.filter(({ returns }) => returns.size > 0).length),
    'lots that others stand in for': some(
      purses.flatMap(({ lots }) => lots.filter((lot) => lot.standIns.length > 0)).length,
    ),
  }
}

type State = ReturnType<typeof stateOf>

/** From what to what. */
export function changesBetween(before: State, after: State): readonly string[] {
  return Object.entries(after).flatMap(([name, to]) =>
    before[name] === to ? [] : [`${name}: ${before[name]} to ${to}`],
  )
}

/** Of several steps that could come next, the one of which the least was seen. */
export function rarest<T extends Step>(
  steps: readonly T[],
  { coverage, customer, story, now }: { coverage: Coverage; customer: Customer; story: readonly Past[]; now: number },
): T | undefined {
  const worth = (step: Step) => {
    const features = featuresOf(step).map((name) => coverage.times('operations', name))
    const pairs = pairsOf(customer, story, step, now).map((name) => coverage.times('pairs', name))
    return Math.max(0, ...[...features, ...pairs].map((times) => 1 / (1 + times)))
  }
  return steps.toSorted((one, other) => worth(other) - worth(one))[0]
}

/** What a run has seen, for whoever reads along: counts, and what is missing. */
export function coverageLines(coverage: Coverage): readonly string[] {
  const counted = (group: string) =>
    coverage
      .seen(group)
      .map(([name, count]) => `${name}: ${count}`)
      .join('; ')
  const ofAll = (group: string, all: readonly string[]) => {
    const missing = coverage.unseen(group, all)
    const rest = missing.length > 0 ? `; not yet: ${missing.join('; ')}` : ''
    return `${all.length - missing.length} of ${all.length}${rest}`
  }
  return [
    `operations ${counted('operations')}`,
    `changes ${counted('changes')}`,
    `refusals ${ofAll('refusals', allRefusals)}`,
    `pairs ${ofAll('pairs', allPairs)}`,
  ]
}
