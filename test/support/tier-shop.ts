import { openRuleShop, type RuleShop } from './checkout-shop.ts'
import type { Shop, ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

export const silverAndGold = [
  { id: 'silver', name: 'Silver', at: 100 },
  { id: 'gold', name: 'Gold', at: 300, keepAt: 200 },
]

export const bySpend = {
  by: { fact: 'history.spend', within: { calendar: 'year' } },
  levels: silverAndGold,
  keep: { days: 365 },
}

/** A shop whose program has levels. */
export function openTierShop(
  rules: readonly object[],
  tiers: object = bySpend,
  options: ShopOptions = {},
): Promise<RuleShop> {
  return openRuleShop(rules, { ...options, program: { tiers, ...options.program } })
}

/** The level of a card as search shows it. */
export async function tierOf(shop: Shop, cardNumber: string) {
  const { cards } = await shop.must('search', {
    filters: { cardNumber },
    includeInactive: true,
    returnFields: { tier: true },
  })
  return cards[0]?.tier
}

export const levelOf = async (shop: Shop, cardNumber: string): Promise<string | undefined> =>
  (await tierOf(shop, cardNumber))?.id

/** What was booked about a card's level: why, from, to. */
export async function changesOf(shop: Shop, cardNumber: string): Promise<string[]> {
  const rows = await sql(
    `select why, from_level, to_level from tier_change
     join card using (brand_id, card_id) where brand_id = $1 and card_number = $2 order by tier_change.seq`,
    [shop.id, cardNumber],
  )
  return rows.map(({ why, from_level, to_level }) => `${why} ${from_level ?? 'none'} ${to_level ?? 'none'}`)
}

/** Moves everything that a level depends on so many days into the past. */
export async function letDaysPass(shop: Shop, days: number): Promise<void> {
  const shift = 'make_interval(days => $2)'
  await sql(`update checkout set happened_at = happened_at - ${shift} where brand_id = $1`, [shop.id, days])
  await sql(`update request set happened_at = happened_at - ${shift} where brand_id = $1`, [shop.id, days])
  await sql(
    `update card_tier set kept_until = kept_until - ${shift}, override_until = override_until - ${shift}
     where brand_id = $1`,
    [shop.id, days],
  )
  await sql(
    `update tier_change set happened_at = happened_at - ${shift}, judged_at = judged_at - ${shift},
       kept_until = kept_until - ${shift}, override_until = override_until - ${shift}
     where brand_id = $1`,
    [shop.id, days],
  )
  await sql(`update tier_move set judged_at = judged_at - ${shift} where brand_id = $1`, [shop.id, days])
  await sql(
    `update card set tier_tally = (tier_tally::jsonb || jsonb_strip_nulls(jsonb_build_object(
       'since', (tier_tally ->> 'since')::bigint - $2 * 86400000::bigint,
       'oldest', (tier_tally ->> 'oldest')::bigint - $2 * 86400000::bigint)))::json
     where brand_id = $1 and tier_tally is not null`,
    [shop.id, days],
  )
}
