import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'
import { nameOf } from './rules/results.ts'
import type { Rule } from './shapes/campaign-shape.ts'

interface PlacedRule {
  readonly path: string
  readonly rule: Rule
  readonly isDiscount: boolean
}

/**
 * In an exclusive group only the first rule that fires does. Rules with a discount, a product or a block run before all others,
 * so one of them wins even if it comes later in the file. Most likely the author meant the order of the file.
 */
export function exclusiveWarnings({ campaigns }: Pick<BrandFile, 'campaigns'>): FileFault[] {
  const inOrder = campaigns.filter(({ active }) => active).toSorted((a, b) => a.priority - b.priority)
  const placed = inOrder.flatMap(({ id, rules }) => rules.map((rule) => toPlaced(id, rule)))
  const groups = Map.groupBy(
    placed.filter(({ rule }) => rule.exclusive !== undefined && rule.trigger === 'checkout'),
    ({ rule }) => rule.exclusive,
  )
  return [...groups].flatMap(([group = '', members]) => {
    const first = members.findIndex(({ isDiscount }) => !isDiscount)
    const earlier = members[first]
    if (!earlier) return []
    const overtaking = members.slice(first).filter(({ isDiscount }) => isDiscount)
    return overtaking.map(({ path }) => ({
      path: `${path}.exclusive`,
      ...faultOf('overtakes', { path: earlier.path, group }),
    }))
  })
}

const first: ReadonlySet<string> = new Set(['discount', 'block', 'addProduct'])

function toPlaced(campaign: string, rule: Rule): PlacedRule {
  const names = rule.then.map(nameOf)
  const isDiscount = names.some((name) => first.has(name))
  return { path: `campaigns[${campaign}].rules[${rule.id}]`, rule, isDiscount }
}
