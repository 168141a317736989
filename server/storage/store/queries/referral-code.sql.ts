import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** The code that a card has, or one that it has of a card whose heir it is; its own first. */
export async function findCodeOf(db: Sql, brand: BrandId, card: CardId): Promise<string | undefined> {
  const [row] = await db.rows<{ code: string }>`
    select code
    from referral_code
    where brand_id = ${brand} and revoked_at is null and (card_id = ${card} or card_id = any(array(
      select card_id from card_heir where brand_id = ${brand} and heir_id = ${card})))
    order by card_id = ${card} desc, made_at desc, code
    limit 1`
  return row?.code
}

/** False if another card has or had the code. */
export async function insertCode(
  db: Sql,
  brand: BrandId,
  { code, card, now }: { readonly code: string; readonly card: CardId; readonly now: Instant },
): Promise<boolean> {
  const count = await db.affected`
    insert into referral_code (brand_id, code, card_id, made_at) values (${brand}, ${code}, ${card}, ${toTimestamp(now)})
    on conflict do nothing`
  return count > 0
}

/** All codes that lead to a card lead nowhere from now on. */
export function revokeCodes(db: Sql, brand: BrandId, card: CardId, now: Instant): Promise<number> {
  return db.affected`
    update referral_code
    set revoked_at = ${toTimestamp(now)}
    where brand_id = ${brand} and revoked_at is null and (card_id = ${card} or card_id = any(array(
      select card_id from card_heir where brand_id = ${brand} and heir_id = ${card})))`
}

/** How many purchases a card was thanked for that still stand: it, or a card whose value it has. */
export async function countBrought(db: Sql, brand: BrandId, card: CardId): Promise<number> {
  const [row] = await db.rows<{ brought: number }>`
    select count(*)::integer as brought
    from referral
    left join request on request.brand_id = ${brand} and request.request_ref = referral.request_ref
    where referral.brand_id = ${brand} and referral.until is null and request.voided_by is null
      and (referrer_id = ${card} or referrer_id = any(array(
        select card_id from card_heir where brand_id = ${brand} and heir_id = ${card})))`
  return row?.brought ?? 0
}
