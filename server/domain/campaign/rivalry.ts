import { defined } from '../../ground/kernel/defined.ts'
import type { BrandDocument } from '../brand/document.ts'
import type { Campaign, Rule } from '../brand/shapes/campaign-shape.ts'
import { type Combines, type DiscountKind, discountKinds, kindOf } from '../brand/shapes/discount-kind.ts'
import type { Beside, CompiledRule, Contest } from './campaigns.ts'

/** Whom a rule competes with, and what it stands beside. */
export function rivalryOf(
  campaign: Pick<Campaign, 'id' | 'group' | 'combines'>,
  rule: Pick<Rule, 'id' | 'group' | 'combines' | 'then'>,
  document: Pick<BrandDocument, 'promotions'>,
): Pick<CompiledRule, 'contest' | 'kinds' | 'beside'> {
  const kinds = new Set(rule.then.flatMap(kindsOf))
  const ofRule = besideOf(rule.combines)
  const ofCampaign = besideOf(campaign.combines)
  const beside: Beside | undefined = ofRule ? { kinds: ofRule, isOfRule: true } : ofCampaign && { kinds: ofCampaign }
  return defined({ contest: contestOf(campaign, rule, document), kinds: [...kinds], beside })
}

function kindsOf(result: Rule['then'][number]): DiscountKind[] {
  if ('addProduct' in result) return ['product']
  return 'discount' in result ? [kindOf(result.discount)] : []
}

function contestOf(
  campaign: Pick<Campaign, 'id' | 'group'>,
  rule: Pick<Rule, 'id' | 'group'>,
  { promotions }: Pick<BrandDocument, 'promotions'>,
): Contest | undefined {
  const name = rule.group ?? campaign.group
  const group = promotions?.groups.find(({ id }) => id === name)
  if (!group) return undefined
  return rule.group === undefined
    ? { group, of: 'campaign', side: campaign.id }
    : { group, of: 'rule', side: `${campaign.id}/${rule.id}` }
}

/** Undefined: it stands beside everything. */
function besideOf(combines: Combines | undefined): Beside['kinds'] | undefined {
  if (combines === undefined || combines === 'all') return undefined
  return combines === 'none' ? [] : discountKinds.filter((kind) => combines.includes(kind))
}
