import type { Comparison } from '../../../domain/brand/rules/conditions.ts'
import { inCurrency } from '../../../domain/brand/rules/per-currency.ts'
import type { Campaign, Rule } from '../../../domain/brand/shapes/campaign-shape.ts'
import { type CompiledRule, isRunning } from '../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { conditionAt } from '../../../domain/explanation/condition-words.ts'
import { gapOf } from '../../../domain/explanation/words/measures.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { countLimits, type LimitsOf } from '../rewards/count-limits.ts'
import { giftWords, goodsWords, type MemberVoice } from './gift-words.ts'

/** A rule that one thing kept from firing, as staff are told. */
export interface NearlyFired {
  readonly rule: string
  readonly reason: string
  readonly unseen?: boolean | undefined
  readonly condition?:
    | {
        readonly path: string
        readonly fact?: string | undefined
        readonly op?: string | undefined
        readonly expected?: readonly string[] | undefined
        readonly observed?: readonly string[] | undefined
      }
    | undefined
}

/** More of what nearly was nobody reads. */
const nearlyMax = 2

/**
 * What was nearly given, as a customer would say it: what was missing, and what there would have been. Told of rules alone that
 * still run, that this one thing kept from giving, and that keep nothing to themselves: no experiments, contests, budgets or
 * choices. Neither rules nor what they ask of people are named.
 */
export async function nearlyGiven(
  nearly: readonly NearlyFired[],
  { card, saleAt, now }: Pick<CardView, 'card' | 'now'> & { readonly saleAt: Instant },
  telling: MemberVoice & LimitsOf,
): Promise<string[]> {
  const campaigns = campaignsOf(telling.brand)
  const told = nearly.flatMap((one) => {
    const compiled = campaigns.findById(one.rule)
    const text = compiled && isRunning(compiled, now) ? sentence(one, telling) : undefined
    return compiled && text !== undefined ? { compiled, text } : []
  })
  const used = await usedUp(
    told.map(({ compiled }) => compiled),
    { card, now: saleAt },
    telling,
  )
  return told.flatMap(({ compiled, text }) => (used.has(compiled) ? [] : text)).slice(0, nearlyMax)
}

/** Rules that the card had had as often as one may. */
async function usedUp(
  rules: readonly CompiledRule[],
  at: Pick<CardView, 'card' | 'now'>,
  telling: LimitsOf,
): Promise<ReadonlySet<CompiledRule>> {
  const limited = rules.filter(({ limits }) => limits.length > 0)
  if (limited.length === 0) return new Set()
  const counted = await countLimits(limited, at, telling)
  return new Set(limited.filter((one) => counted.get(one)?.isUsed))
}

function sentence({ rule: id, reason, unseen, condition }: NearlyFired, telling: MemberVoice): string | undefined {
  if (reason !== 'failed' || unseen || !condition) return undefined
  const [campaignId, ruleId = ''] = id.split('/', 2)
  const campaign = telling.brand.document.campaigns.find((one) => one.id === campaignId)
  const rule = campaign?.rules.find((one) => one.id === ruleId)
  if (!campaign || !rule || !isPlain(campaign, rule)) return undefined
  const asked = conditionAt(campaign, ruleId, condition.path)
  if (!asked || !('fact' in asked) || asked.fact !== condition.fact || asked.op !== '>=') return undefined
  const gap = gapOf(condition.observed?.[0] ?? '0', condition.expected?.[0] ?? '')
  const missing = gap === undefined ? undefined : missingWords(inCurrency(asked, telling.currency), gap, telling)
  const gift = giftWords(inCurrency(rule.then, telling.currency), telling)
  if (missing === undefined || gift === undefined) return undefined
  return telling.words.say('nearlyGiven', { missing, gift })
}

/** Whether nothing but its conditions and its limits for the card keep it from firing. */
function isPlain({ holdout, variants, group, budget }: Campaign, rule: Rule): boolean {
  const { limit = [], option, exclusive, variant } = rule
  const kept = [holdout, variants, group, budget, option, exclusive, variant, rule.group, rule.budget]
  return kept.every((one) => one === undefined) && [limit].flat().every(({ per }) => per === 'card')
}

/** What customers count themselves: what they buy, what it costs, and what they have. Undefined for everything else. */
function missingWords(asked: Comparison, gap: string, { brand, words, currency }: MemberVoice): string | undefined {
  const { fact, where, within, balanceType, balanceCode = '', subtrack } = asked
  const { scale = 0 } =
    [...brand.valueTypes.values()].find((one) => one.balanceType === balanceType && one.balanceCode === balanceCode) ??
    {}
  switch (fact) {
    case 'checkout.total':
    case 'checkout.netTotal':
      return words.money(Number(gap), currency)
    case 'products.quantity': {
      const goods = goodsWords(where, brand, words.language)
      return goods === undefined ? undefined : `${words.number(gap)} × ${goods}`
    }
    case 'history.quantity': {
      const goods = within ? undefined : goodsWords(where, brand, words.language)
      return goods === undefined ? undefined : `${words.number(gap)} × ${goods}`
    }
    case 'balance':
      return balanceType === undefined
        ? undefined
        : words.amount({
            amount: Number(gap),
            scale,
            balanceType,
            balanceCode,
            ...(subtrack !== undefined && { track: subtrack }),
          })
    default:
      return undefined
  }
}
