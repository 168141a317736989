import type { Brand } from '../../../domain/brand/brand.ts'
import type { Reward } from '../../../domain/brand/shapes/rewards-shape.ts'
import { type Listener, listenerIn, textFor } from '../../../domain/brand/texts/spoken-text.ts'

/** As the catalogue calls it, or else as its rule is called. */
export const nameOfReward = (reward: Reward, ruleName: string, listener: Listener | undefined): string =>
  reward.name === undefined ? ruleName : textFor(reward.name, listener)

/** A reward by its id, which may have left the catalogue since it was chosen. */
export function rewardName(rewardId: string, brand: Brand, language: string): string {
  const { member, campaigns } = brand.document
  const reward = member?.catalogue?.find(({ id }) => id === rewardId)
  if (!reward) return rewardId
  const rules = campaigns.flatMap(({ id, rules: own }) =>
    own.map((rule) => ({ path: `${id}/${rule.id}`, name: rule.name })),
  )
  const rule = rules.find(({ path }) => path === reward.rule)
  return nameOfReward(reward, rule?.name ?? rewardId, listenerIn(brand, language))
}
