import type { Rule } from '../brand/shapes/campaign-shape.ts'
import type { Choice } from './call-facts.ts'

type RuleOption = NonNullable<Rule['option']>

/** A rule that runs only when somebody chooses it. */
export interface OptionalRule {
  readonly uuid: string
  readonly option?: RuleOption
}

/** The brand's options by group: how many of a group were chosen decides whether any of them runs. */
export type OptionGroups = ReadonlyMap<string, readonly OptionalRule[]>

/** Why a rule that lets one choose does not run. */
export type Unchosen =
  | { readonly kind: 'notChosen'; readonly option: string }
  | { readonly kind: 'tooManyChosen'; readonly option: string; readonly chosen: number; readonly maxSelected: number }

export function groupOptions(rules: readonly OptionalRule[]): OptionGroups {
  return Map.groupBy(
    rules.filter((rule) => rule.option?.group !== undefined),
    (rule) => rule.option?.group ?? '',
  )
}

export function isChosen({ uuid, option }: OptionalRule, choices: readonly Choice[]): boolean {
  return choices.some(
    (choice) =>
      choice.optionId === option?.id &&
      (choice.campaignRuleUUID === undefined || choice.campaignRuleUUID.toLowerCase() === uuid),
  )
}

/** How many different options of the rule's group were chosen. An option without a group stands alone. */
export function countChosen(rule: OptionalRule, groups: OptionGroups, choices: readonly Choice[]): number {
  const group = rule.option?.group === undefined ? [rule] : (groups.get(rule.option.group) ?? [rule])
  return new Set(group.filter((one) => isChosen(one, choices)).map((one) => one.option?.id)).size
}
