import type { Brand } from '../../domain/brand/brand.ts'
import type { RuleMatch } from './call-rows.sql.ts'

/** What stands for the rules of a campaign that are for everybody who is not held out. */
export const allVariants = '(all variants)'

/** By which id the sums of a rule are put together. */
export type IdOf = (ruleId: string) => string

/** Campaigns and their variants: campaignId, or campaignId/@variant where there are some. */
export interface VariantBook {
  readonly idOf: IdOf
  /** The rules of campaigns with variants. */
  readonly rules: readonly string[]
  readonly variantOf: (id: string) => string | undefined
  readonly matchOf: (id: string) => RuleMatch
}

export const campaignOf: IdOf = (ruleId) => ruleId.split('/', 1)[0] ?? ''

/** A rule that is no longer there counts among those that are for everybody: whose it was is not known. */
export function variantBook({ document }: Brand): VariantBook {
  const split = document.campaigns.filter(({ variants }) => variants !== undefined)
  const names = new Set(split.map(({ id }) => id))
  const variants = new Map<string, string>(
    split.flatMap(({ id, rules }) => rules.map((rule) => [`${id}/${rule.id}`, rule.variant ?? ''] as const)),
  )
  const variantOf = (id: string) => id.split('/@')[1]
  return {
    idOf: (rule) => {
      const campaign = campaignOf(rule)
      return names.has(campaign) ? `${campaign}/@${variants.get(rule) ?? ''}` : campaign
    },
    rules: [...variants.keys()],
    variantOf,
    matchOf: (id) => {
      const campaign = campaignOf(id)
      const variant = variantOf(id)
      const own = [...variants].filter(([rule]) => campaignOf(rule) === campaign)
      if (variant === undefined) return { campaign }
      if (variant === '') return { campaign, except: own.filter(([, one]) => one !== '').map(([rule]) => rule) }
      return { rules: own.filter(([, one]) => one === variant).map(([rule]) => rule) }
    },
  }
}
