import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'
import { candidatesMax } from './shapes/promotion-shape.ts'

interface Member {
  readonly path: string
  readonly group: string
}

/** Groups so large that a sale may not find the best of them, each with the last that came in. */
export function groupWarnings({ campaigns, promotions }: Pick<BrandFile, 'campaigns' | 'promotions'>): FileFault[] {
  const members = campaigns.filter(({ active }) => active).flatMap(membersOf)
  return (promotions?.groups ?? []).flatMap(({ id: group, best }) => {
    const own = members.filter((member) => member.group === group)
    const last = own.at(-1)
    if (best === 'first' || !last || own.length <= candidatesMax) return []
    return [{ path: last.path, ...faultOf('groupLarge', { group, count: own.length, max: candidatesMax }) }]
  })
}

/** Products that are added in a group whose best is looked for, where nothing says what they are worth. */
export function worthlessGifts({ campaigns, promotions }: Pick<BrandFile, 'campaigns' | 'promotions'>): FileFault[] {
  const best = new Set((promotions?.groups ?? []).flatMap((group) => (group.best === 'first' ? [] : group.id)))
  return campaigns.flatMap(({ id, group: ofCampaign, rules }) =>
    rules.flatMap((rule) => {
      const group = rule.group ?? ofCampaign
      if (group === undefined || !best.has(group)) return []
      return rule.then.flatMap((result, index): FileFault[] => {
        if (!('addProduct' in result) || result.addProduct.regularPrice !== undefined) return []
        const path = `campaigns[${id}].rules[${rule.id}].then[${index}].addProduct`
        return [{ path, ...faultOf('giftWorthless', { group }) }]
      })
    }),
  )
}

function membersOf({ id, group, rules }: BrandFile['campaigns'][number]): Member[] {
  if (group !== undefined) return [{ path: `campaigns[${id}].group`, group }]
  return rules.flatMap((rule) =>
    rule.group === undefined ? [] : [{ path: `campaigns[${id}].rules[${rule.id}].group`, group: rule.group }],
  )
}
