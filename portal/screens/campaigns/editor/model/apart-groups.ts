import {
  type ApartRule,
  isSamePlace,
  membersOf,
  type RulePlace,
} from '../../../../../server/domain/brand/rules-apart.ts'
import type { GroupMove } from '../draft/use-apart.ts'

/** Characters of a group's name in the file. */
const groupMax = 64

/** A name that no other group has; people see the members instead. */
export function newGroup(campaign: string, rules: readonly ApartRule[]): string {
  const taken = new Set(rules.map(({ group }) => group))
  const named = (end: string) => `${campaign.slice(0, groupMax - end.length)}${end}`
  let number = 1
  while (taken.has(named(number === 1 ? '' : `-${number}`))) number += 1
  return named(number === 1 ? '' : `-${number}`)
}

interface Choice {
  readonly own: RulePlace
  /** The others of its group now, and as they are to be. */
  readonly others: readonly ApartRule[]
  readonly chosen: readonly ApartRule[]
  readonly apart: {
    readonly rules: readonly ApartRule[]
    readonly liveGroup: (place: RulePlace) => string | undefined
  }
  readonly isOn: boolean
}

/**
 * What each rule is to have as its group. One that is chosen and stands in a group already brings that: all of both keep each
 * other out then. One that goes has again what it has live; a group of live rules that the draft only leaves stays theirs.
 */
export function groupsAfter({ own, others, chosen, apart, isOn }: Choice): GroupMove[] {
  const now = apart.rules.find((one) => isSamePlace(one, own))?.group ?? ''
  if (!isOn) {
    const brought = others.filter((one) => apart.liveGroup(one) !== now)
    return [{ ...own, group: undefined }, ...brought.map((one) => moved(one, apart.liveGroup(one)))]
  }
  const gone = others.filter((one) => !chosen.some((other) => isSamePlace(one, other)))
  const backTo = (one: ApartRule) => (apart.liveGroup(one) === now ? undefined : apart.liveGroup(one))
  const added = chosen.filter((one) => one.group !== now)
  const met = added.find(({ group }) => group !== undefined)?.group
  const target = met ?? now
  const joining = [
    ...added,
    ...added.flatMap(({ group }) => (group === undefined ? [] : membersOf(apart.rules, group))),
  ]
  const staying = [own, ...others.filter((one) => !gone.includes(one))]
  const all = [...(met === undefined ? [own] : staying), ...joining].map((one) => moved(one, target))
  const once = all.filter((one, index) => all.findIndex((other) => isSamePlace(one, other)) === index)
  return [...once, ...gone.map((one) => moved(one, backTo(one)))]
}

const moved = ({ campaign, rule }: RulePlace, group: string | undefined): GroupMove => ({ campaign, rule, group })
