import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'
import type { ConditionInFile } from './rules/conditions.ts'
import { type ValueTypeEntry, valueTypeName } from './shapes/program-shape.ts'

type Campaign = BrandFile['campaigns'][number]

/** What these checks look at: all campaigns, as one may honour what another one gives. */
export interface GiftsInFile extends Pick<BrandFile, 'campaigns'> {
  readonly programs: readonly { readonly id: string; readonly valueTypes: readonly ValueTypeEntry[] }[]
}

/** What active campaigns give and nobody could use, or only until some day. A file has no clock: its own dates are compared. */
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

/** Active campaigns that give something for any coupon of a set, whatever its tags, and do not end before then. */
export const honouringCampaigns = (
  campaigns: readonly Campaign[],
  set: string,
  isOver: (until: string) => boolean,
): readonly Campaign[] =>
  campaigns.filter((one) => {
    const asked = honouredBy(one).filter(({ until }) => until === undefined || !isOver(until))
    return one.active && isHonoured({ set, tags: [] }, asked)
  })

/** A kind of coupon that a rule asks for: of a set, with a tag, or any. */
interface AskedCoupon {
  readonly set?: string | undefined
  readonly tag?: string | undefined
  /** When the rule that asks for it ends; absent: never. */
  readonly until?: string | undefined
}

function honouredBy(campaign: Campaign): AskedCoupon[] {
  const byAll = campaign.when.flatMap(couponsIn).map((asked) => ({ ...asked, until: campaign.until }))
  const byRules = campaign.rules.flatMap((rule) =>
    rule.when.flatMap(couponsIn).map((asked) => ({ ...asked, until: endOf(campaign, rule) })),
  )
  return [...byAll, ...byRules]
}

/** A rule ends with its campaign at the latest. Dates of a file are written so that they sort as they follow each other. */
function endOf(campaign: Pick<Campaign, 'until'>, rule: Pick<Campaign, 'until'>): string | undefined {
  const [first] = [campaign.until, rule.until].filter((until) => until !== undefined).toSorted()
  return first
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
  /** When it is no longer given; absent: never. */
  readonly until: string | undefined
}

function giftsOf(campaign: Campaign): GivenCoupon[] {
  const { id, rules } = campaign
  return rules.flatMap((rule) =>
    rule.then.flatMap((result, index): GivenCoupon[] => {
      if (!('allocateCoupon' in result)) return []
      const { set, tags } = result.allocateCoupon
      const path = `campaigns[${id}].rules[${rule.id}].then[${index}].allocateCoupon.set`
      return [{ path, set, tags, until: endOf(campaign, rule) }]
    }),
  )
}

type Kind = Pick<GivenCoupon, 'set' | 'tags'>

const honouring = ({ set, tags }: Kind, honoured: readonly AskedCoupon[]): readonly AskedCoupon[] =>
  honoured.filter((asked) => (asked.set ?? set) === set && (asked.tag === undefined || tags.includes(asked.tag)))

const isHonoured = (gift: Kind, honoured: readonly AskedCoupon[]): boolean => honouring(gift, honoured).length > 0

function findUnhonoured(campaign: Campaign, honoured: readonly AskedCoupon[]): FileFault[] {
  return giftsOf(campaign).flatMap((gift): FileFault[] => {
    const { path, set } = gift
    const asked = honouring(gift, honoured)
    if (asked.length === 0) return [{ path, ...faultOf('couponUnhonoured', { set }) }]
    const until = outlived(gift, asked)
    return until === undefined ? [] : [{ path, ...faultOf('couponOutlived', { set, until }) }]
  })
}

/** When the last of those who honour a coupon ends, if it is still given after that. */
function outlived({ until: given }: GivenCoupon, asked: readonly AskedCoupon[]): string | undefined {
  const ends = asked.flatMap(({ until }) => until ?? []).toSorted()
  const last = ends.at(-1)
  if (last === undefined || ends.length < asked.length) return undefined
  return given !== undefined && given <= last ? undefined : last
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
