import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'
import type { ConditionInFile } from './rules/conditions.ts'
import { type ValueTypeEntry, valueTypeName } from './shapes/program-shape.ts'

type Campaign = BrandFile['campaigns'][number]

/** What these checks look at: all campaigns, as one may honour what another one gives. */
export interface GiftsInFile extends Pick<BrandFile, 'campaigns'> {
  readonly programs: readonly { readonly id: string; readonly valueTypes: readonly ValueTypeEntry[] }[]
}

/** What active campaigns give and nobody could use. Whether their days are over is not looked at: a file has no clock. */
export function findUnusableGifts(file: GiftsInFile): FileFault[] {
  const active = file.campaigns.filter(({ active: isOn }) => isOn)
  const honoured = active.flatMap(honouredBy)
  return active.flatMap((campaign) => [
    ...findUnhonoured(campaign, honoured),
    ...findForeignValues(campaign, file.programs),
  ])
}

/** What changed campaigns stop honouring, while others that stay as they are go on giving it. */
export function findLeftCoupons(
  live: readonly Campaign[],
  next: readonly Campaign[],
  changed: ReadonlySet<string>,
): FileFault[] {
  const isOn = ({ active }: Campaign) => active
  const honoured = next.filter(isOn).flatMap(honouredBy)
  const honouring = live.filter((one) => isOn(one) && changed.has(one.id))
  const left = next
    .filter((one) => isOn(one) && !changed.has(one.id))
    .flatMap((giver) => giftsOf(giver).map((gift) => ({ gift, giver: giver.name })))
    .filter(({ gift }) => !isHonoured(gift, honoured))
  return honouring.flatMap((campaign) => {
    const own = left.filter(({ gift }) => isHonoured(gift, honouredBy(campaign)))
    const once = new Map(own.map((one) => [one.gift.set, one]))
    return [...once.values()].map(
      ({ gift: { set }, giver }): FileFault => ({
        path: `campaigns[${campaign.id}]`,
        ...faultOf('couponLeft', { set, campaign: giver }),
      }),
    )
  })
}

/** Active campaigns that give something for any coupon of a set, whatever its tags. */
export const honouringCampaigns = (campaigns: readonly Campaign[], set: string): readonly Campaign[] =>
  campaigns.filter((one) => one.active && isHonoured({ set, tags: [] }, honouredBy(one)))

/** A kind of coupon that a rule asks for: of a set, with a tag, or any. */
interface AskedCoupon {
  readonly set?: string | undefined
  readonly tag?: string | undefined
}

function honouredBy({ when, rules }: Campaign): AskedCoupon[] {
  return [when, ...rules.map((rule) => rule.when)].flatMap((list) => list.flatMap(couponsIn))
}

/** Where coupons are wanted; whoever has one is kept out by `none`. */
function couponsIn(condition: ConditionInFile): AskedCoupon[] {
  if ('all' in condition) return condition.all.flatMap(couponsIn)
  if ('any' in condition) return condition.any.flatMap(couponsIn)
  if ('of' in condition && 'atLeast' in condition) return condition.of.flatMap(couponsIn)
  if (!('fact' in condition) || condition.fact !== 'coupon') return []
  return [{ set: condition.set, tag: condition.tag }]
}

interface GivenCoupon {
  readonly path: string
  readonly set: string
  readonly tags: readonly string[]
}

function giftsOf({ id, rules }: Campaign): GivenCoupon[] {
  return rules.flatMap((rule) =>
    rule.then.flatMap((result, index): GivenCoupon[] => {
      if (!('allocateCoupon' in result)) return []
      const { set, tags } = result.allocateCoupon
      return [{ path: `campaigns[${id}].rules[${rule.id}].then[${index}].allocateCoupon.set`, set, tags }]
    }),
  )
}

const isHonoured = ({ set, tags }: Pick<GivenCoupon, 'set' | 'tags'>, honoured: readonly AskedCoupon[]): boolean =>
  honoured.some((asked) => (asked.set ?? set) === set && (asked.tag === undefined || tags.includes(asked.tag)))

function findUnhonoured(campaign: Campaign, honoured: readonly AskedCoupon[]): FileFault[] {
  return giftsOf(campaign)
    .filter((gift) => !isHonoured(gift, honoured))
    .map(({ path, set }) => ({ path, ...faultOf('couponUnhonoured', { set }) }))
}

/** A rule for some programs that gives what cards of none of them can hold. */
function findForeignValues({ id, when, rules }: Campaign, programs: GiftsInFile['programs']): FileFault[] {
  return rules.flatMap((rule) => {
    const named = [...when, ...rule.when].flatMap(programsIn)
    const meant = programs.filter((one) => named.includes(one.id))
    if (meant.length === 0) return []
    const held = new Set(meant.flatMap(({ valueTypes }) => valueTypes.map(valueTypeName)))
    return rule.then.flatMap((result, index): FileFault[] => {
      const given = 'issue' in result && result.issue.to !== 'referrer' ? valueTypeName(result.issue) : undefined
      if (given === undefined || held.has(given)) return []
      const path = `campaigns[${id}].rules[${rule.id}].then[${index}].issue.balanceType`
      return [{ path, ...faultOf('programLacksValue', { name: given, programs: meant.map((one) => one.id) }) }]
    })
  })
}

function programsIn(condition: ConditionInFile): string[] {
  if (!('fact' in condition) || condition.fact !== 'program.id' || (condition.op !== '=' && condition.op !== 'in'))
    return []
  return [condition.value].flat().map(String)
}
