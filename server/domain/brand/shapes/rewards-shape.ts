import type { Place } from '../reading/place.ts'
import { text, textLike } from '../reading/scalars.ts'
import { checked, type FileShape, list, object, optional, required, type Shaped } from '../reading/shape.ts'
import type { ResultInFile } from '../rules/results.ts'
import type { Rule } from './campaign-shape.ts'
import { spoken } from './spoken-shape.ts'

const rewardId = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'shortNameOrUuid', { max: 64, example: 'free-coffee' })

/** campaignId/ruleId: two short names. */
const ruleName = checked(text({ max: 129, example: 'rewards/free-coffee' }), (value, at) => at.mention('rule', value))

/** Something that members choose: what a rule takes and gives, and how it is shown. */
const rewardOf = (picture: FileShape<string>) =>
  object(
    {
      id: required(rewardId),
      rule: required(ruleName),
      name: optional(spoken(text({ max: 100, example: 'A free coffee' }))),
      text: optional(spoken(text({ max: 1000, multiline: true, example: 'Any size, at any of our places.' }))),
      picture: optional(picture),
    },
    '{ id: free-coffee, rule: rewards/free-coffee }',
  )

/** More than these nobody looks through. */
const rewardsMax = 50

export const rewardsOf = (picture: FileShape<string>) => list(rewardOf(picture), { max: rewardsMax })

export type Reward = Shaped<ReturnType<typeof rewardOf>>

interface WithRewards {
  readonly member?: { readonly catalogue?: readonly Reward[] }
  readonly campaigns: readonly { readonly id: string; readonly rules: readonly Rule[] }[]
}

/** A reward is given by a rule that waits for it, and its price is known before it is chosen. */
export function checkRewards({ member, campaigns }: WithRewards, at: Place): void {
  const rewards = member?.catalogue ?? []
  for (const [index, { id, rule: name }] of rewards.entries()) {
    const path = `member.catalogue[${index}]`
    const isTwice = (of: (one: Reward) => string, own: string) => rewards.slice(0, index).some((one) => of(one) === own)
    if (isTwice((one) => one.id, id)) at.faultAt(`${path}.id`, 'listedTwice', { name: id })
    if (isTwice((one) => one.rule, name)) at.faultAt(`${path}.rule`, 'listedTwice', { name })
    const rule = findRule(campaigns, name)
    if (!rule) continue
    if (rule.trigger !== 'choice') at.faultAt(`${path}.rule`, 'rewardTrigger', { trigger: rule.trigger })
    else if (rule.target === 'child') at.faultAt(`${path}.rule`, 'rewardOfChild')
    else if (rule.then.some((result) => !isPriceKnown(result))) at.faultAt(`${path}.rule`, 'rewardPrice')
  }
}

function findRule(campaigns: WithRewards['campaigns'], name: string): Rule | undefined {
  for (const { id, rules } of campaigns) for (const rule of rules) if (`${id}/${rule.id}` === name) return rule
  return undefined
}

const isPriceKnown = (result: ResultInFile) =>
  !('convert' in result) && (!('redeem' in result) || typeof result.redeem.amount === 'number')
