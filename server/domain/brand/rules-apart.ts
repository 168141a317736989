import { isRaw, listIn, numberIn, rawIn, textIn } from './facts/draft.ts'

/** A rule that other rules may keep out, or that keeps others out: of a campaign as the file or a draft has it. */
export interface ApartRule {
  readonly campaign: string
  readonly campaignName: string
  readonly rule: string
  readonly name: string
  readonly priority: number
  readonly isOn: boolean
  readonly isDiscount: boolean
  /** Of the rules of one group only the first that fires does. */
  readonly group?: string
}

export type RulePlace = Pick<ApartRule, 'campaign' | 'rule'>

export const isSamePlace = (a: RulePlace, b: RulePlace): boolean => a.campaign === b.campaign && a.rule === b.rule

/** The rules of purchases that give a discount or stand in a group. */
export function apartRulesOf(campaign: unknown): ApartRule[] {
  const raw = rawIn(campaign)
  const id = textIn(raw.id)
  if (id === undefined) return []
  return listIn(raw.rules).flatMap((one): ApartRule[] => {
    const rule = rawIn(one)
    const [ruleId, group] = [textIn(rule.id), textIn(rule.exclusive)]
    const isDiscount = listIn(rule.then).some((result) => isRaw(result) && Object.hasOwn(result, 'discount'))
    if (ruleId === undefined || rule.trigger !== 'checkout' || (!isDiscount && group === undefined)) return []
    return [
      {
        campaign: id,
        campaignName: textIn(raw.name) ?? id,
        rule: ruleId,
        name: textIn(rule.name) ?? ruleId,
        priority: numberIn(raw.priority) ?? 100,
        isOn: raw.active !== false,
        isDiscount,
        ...(group !== undefined && { group }),
      },
    ]
  })
}

interface LiveRules {
  /** All of the brand, in the order of the file. */
  readonly campaigns: readonly string[]
  readonly rules: readonly ApartRule[]
}

interface DraftedRules {
  readonly campaign: string
  readonly rules: readonly ApartRule[]
}

/** As the file has them once the draft is published: its campaigns take the place of live ones, and new ones come last. */
export function rulesAfter({ campaigns, rules }: LiveRules, drafted: readonly DraftedRules[]): ApartRule[] {
  const live = Map.groupBy(rules, ({ campaign }) => campaign)
  const changed = new Map(drafted.map((one) => [one.campaign, one.rules]))
  const order = new Set([...campaigns, ...changed.keys()])
  return [...order].flatMap((campaign) => changed.get(campaign) ?? live.get(campaign) ?? [])
}

/** Those of one group, in the order in which they are tried: discounts first, then by priority, then as the file has them. */
export function membersOf(rules: readonly ApartRule[], group: string): ApartRule[] {
  return rules
    .filter((one) => one.group === group)
    .toSorted((a, b) => Number(b.isDiscount) - Number(a.isDiscount) || a.priority - b.priority)
}

/** What people call a rule: its campaign is enough where that has no other. */
export function apartName(one: ApartRule, rules: readonly ApartRule[]): string {
  const isAlone = rules.every((other) => other.campaign !== one.campaign || other.rule === one.rule)
  return isAlone || one.name === one.campaignName ? one.campaignName : `${one.campaignName}: ${one.name}`
}

/** How the others of its group are called that run, for the sentence of a rule. */
export const othersByName =
  (rules: readonly ApartRule[]) =>
  (group: string, own: RulePlace): readonly string[] =>
    membersOf(rules, group)
      .filter((one) => one.isOn && !isSamePlace(one, own))
      .map((one) => apartName(one, rules))
