import type { OfferTerms } from '../../../domain/card/card.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface OfferSum {
  readonly terms: OfferTerms
  /** campaignId/ruleId of the rule that gave it; null: a call did, or a rule that is gone. */
  readonly rule: string | null
  readonly given: number
  readonly cards: number
  readonly taken: number
  readonly uses: number
  readonly open: number
}

interface Counting {
  readonly now: Instant
  /** Rules that give personal offers: campaignId/ruleId. */
  readonly rules: readonly string[]
  readonly lookedMax: number
  readonly shownMax: number
}

/** What is offered, by terms and by the rule that gave it. So many offers of the brand are looked at, and no more. */
export function sumOffers(db: Sql, brand: BrandId, { now, rules, lookedMax, shownMax }: Counting): Promise<OfferSum[]> {
  return db.rows<OfferSum>`
    select terms, given_rule.rule_id as rule, count(*) as given, count(distinct card_id) as cards,
      count(*) filter (where uses > 0) as taken, sum(uses)::bigint as uses,
      count(*) filter (where not withdrawn and uses < max_uses and expires_at > ${toTimestamp(now)}::timestamptz) as open
    from (
      select card_id, terms, uses, max_uses, withdrawn, expires_at, given_by
      from personal_offer
      where brand_id = ${brand}
      limit ${lookedMax}) as looked
    left join lateral (
      select rule_firing.rule_id
      from rule_firing
      where rule_firing.brand_id = ${brand} and rule_firing.rule_id = any(${rules}::text[])
        and rule_firing.request_ref = looked.given_by
      order by rule_firing.rule_id
      limit 1) as given_rule on true
    group by terms, given_rule.rule_id
    order by given desc, terms
    limit ${shownMax}`
}
