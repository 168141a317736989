import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'

/** Of more than this that hold in one sale the first wins instead of the best. */
const candidatesMax = 16

/** Groups so large that a sale may not find the best of them. */
export function groupWarnings({ campaigns, promotions }: Pick<BrandFile, 'campaigns' | 'promotions'>): FileFault[] {
  const active = campaigns.filter(({ active: isOn }) => isOn)
  const members = active.flatMap(({ group, rules }) =>
    group === undefined ? rules.map((rule) => rule.group) : [group],
  )
  return (promotions?.groups ?? []).flatMap(({ id: group, best }) => {
    const count = members.filter((name) => name === group).length
    if (best === 'first' || count <= candidatesMax) return []
    return [{ path: `promotions.groups[${group}]`, ...faultOf('groupLarge', { group, count, max: candidatesMax }) }]
  })
}
