import type { Account, CustomerRecord } from '../../../domain/account/account.ts'
import { optInsOf } from '../../../domain/account/third-party.ts'
import type { ThirdPartyLink } from '../../../domain/account/third-party-link.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface AccountRow {
  card_id: CardId
  enrolled_at: Instant | null
  customer: CustomerRecord | null
  alternate: CustomerRecord | null
  giver: CustomerRecord | null
  demographics: Account['demographics'] | null
  programs: Account['programs'] | null
  links: readonly ThirdPartyLink[] | null
  surveys: Account['surveys'] | null
  has_children: boolean
}

/** The accounts of cards. A card without stored data has an empty one. */
export async function listAccounts(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<Account[]> {
  const rows = await db.rows<AccountRow>`
    select wanted.card_id, enrolled_at, customer, alternate, giver, demographics, programs, links, surveys,
      exists (select from card where card.brand_id = ${brand} and card.root_id = wanted.card_id) as has_children
    from unnest(${plainArray(cards)}::bigint[]) as wanted (card_id)
    left join account on account.brand_id = ${brand} and account.card_id = wanted.card_id`
  return rows.map((row) => ({
    cardId: row.card_id,
    ...(row.enrolled_at !== null && { enrolledAt: row.enrolled_at }),
    customer: row.customer ?? {},
    ...(row.alternate && { alternate: row.alternate }),
    ...(row.giver && { giver: row.giver }),
    demographics: row.demographics ?? {},
    programs: row.programs ?? {},
    links: row.links ?? [],
    optIns: optInsOf(row.links ?? []),
    surveys: row.surveys ?? [],
    hasChildren: row.has_children,
  }))
}

/** Writes whole rows: their cards are locked, so nobody else changes them. */
export function upsertAccounts(db: Sql, brand: BrandId, accounts: readonly Account[]): Promise<unknown> {
  return db.rows`
    insert into account (brand_id, card_id, enrolled_at, customer, alternate, giver, demographics, programs, links,
      surveys)
    values (${brand},
      unnest(${plainArray(accounts.map((account) => account.cardId))}::bigint[]),
      unnest(${timeArray(accounts.map((account) => account.enrolledAt))}::timestamptz[]),
      unnest(${jsonArray(accounts.map((account) => account.customer))}::jsonb[]),
      unnest(${jsonArray(accounts.map((account) => account.alternate))}::jsonb[]),
      unnest(${jsonArray(accounts.map((account) => account.giver))}::jsonb[]),
      unnest(${jsonArray(accounts.map((account) => account.demographics))}::jsonb[]),
      unnest(${jsonArray(accounts.map((account) => account.programs))}::jsonb[]),
      unnest(${jsonArray(accounts.map((account) => account.links ?? []))}::jsonb[]),
      unnest(${jsonArray(accounts.map((account) => account.surveys ?? []))}::jsonb[]))
    on conflict (brand_id, card_id) do update
    set enrolled_at = excluded.enrolled_at, customer = excluded.customer, alternate = excluded.alternate,
      giver = excluded.giver, demographics = excluded.demographics, programs = excluded.programs,
      links = excluded.links, surveys = excluded.surveys`
}

const jsonArray = (values: readonly (object | undefined)[]) =>
  textArray(values.map((value) => value && JSON.stringify(value)))
