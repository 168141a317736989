import type { Sql } from '../../ground/database/connection.ts'
import { runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'
import { mendRows } from '../report/mend-rows.sql.ts'

/** What the ledger says of balances, lots, holds and offers, of all cards of a brand or of one. */
function derivedOf(brand: BrandId, card?: CardId) {
  const own = card === undefined ? sql`true` : sql`card_id = ${card}`
  return {
    balances: sql`
      select card_id, value_type_id, bucket, sum(amount) as amount, sum(held) as held, max(seq) as seq
      from ledger where brand_id = ${brand} and ${own} group by card_id, value_type_id, bucket`,
    lots: sql`
      select card_id, lot_no, sum(amount) as amount, sum(held) as held,
        coalesce(-sum(amount) filter (where kind = 'Expiration'), 0) as expired
      from ledger where brand_id = ${brand} and ${own} group by card_id, lot_no`,
    holds: sql`
      select card_id, hold_ref, lot_no, sum(held) as amount
      from ledger where brand_id = ${brand} and ${own} and hold_ref is not null
      group by card_id, hold_ref, lot_no having sum(held) <> 0`,
    uses: sql`
      select card_id, offer_no, count(*) as uses
      from offer_use where brand_id = ${brand} and ${own} group by card_id, offer_no`,
  }
}

/** Cards of which something that is stored is not what it is derived from. */
export async function listWrongCards(db: Sql, brand: BrandId): Promise<readonly CardId[]> {
  const { balances, lots, holds, uses } = derivedOf(brand)
  const balance = sql`select card_id, value_type_id, bucket, amount, held, seq from balance where brand_id = ${brand}`
  const lot = sql`select card_id, lot_no, amount, held, expired from lot where brand_id = ${brand}`
  const hold = sql`select card_id, hold_ref, lot_no, amount from hold_portion where brand_id = ${brand}`
  const offer = sql`select card_id, offer_no, uses from personal_offer where brand_id = ${brand} and uses > 0`
  const rows = await runFragment<{ card_id: CardId }>(
    db,
    sql`
      select card_id from ((${balance}) except (${balances})) as a
      union select card_id from ((${balances}) except (${balance})) as b
      union select card_id from ((${lot}) except (${lots})) as c
      union select card_id from ((${hold}) except (${holds})) as d
      union select card_id from ((${holds}) except (${hold})) as e
      union select card_id from ((${offer}) except (${uses})) as f
      union select card_id from ((${uses}) except (${offer})) as g
      order by card_id`,
  )
  return rows.map(({ card_id }) => card_id)
}

/**
 * Makes what a card holds again, from the ledger. Its row is locked, as by every call on it, and nothing else is: so it
 * waits for nobody who waits for it. A lot that is gone cannot be made again: when it expires is known to nobody else.
 */
export async function mendCard(db: Sql, brand: BrandId, card: CardId): Promise<void> {
  await db.rows`select from card where brand_id = ${brand} and card_id = ${card} for update`
  const { balances, lots, holds, uses } = derivedOf(brand, card)
  const only = sql`card_id = ${card}`
  await runFragment(
    db,
    sql`
      update lot set amount = booked.amount, held = booked.held, expired = booked.expired
      from (${lots}) as booked
      where lot.brand_id = ${brand} and lot.card_id = booked.card_id and lot.lot_no = booked.lot_no`,
  )
  const ofBalance = sql`card_id, value_type_id, bucket, amount, held, seq`
  await mendRows(db, brand, { table: sql`balance`, columns: ofBalance, rows: balances, only })
  const ofHold = sql`card_id, hold_ref, lot_no, amount`
  await mendRows(db, brand, { table: sql`hold_portion`, columns: ofHold, rows: holds, only })
  await runFragment(
    db,
    sql`
      update personal_offer set uses = coalesce((
        select used.uses from (${uses}) as used where used.offer_no = personal_offer.offer_no), 0)
      where brand_id = ${brand} and card_id = ${card}`,
  )
}

/** Public codes that are counted otherwise than they were used. */
export async function listWrongCodes(db: Sql, brand: BrandId): Promise<readonly string[]> {
  const rows = await db.rows<{ code: string }>`
    select code
    from (select code, count(*) as count from code_use where brand_id = ${brand} group by code) as used
    full join (select code, used from code_count where brand_id = ${brand}) as kept using (code)
    where coalesce(used.count, 0) <> coalesce(kept.used, 0)
    order by code`
  return rows.map(({ code }) => code)
}

/** Counts the uses of a code again. Whoever uses it holds the row of its count. */
export async function mendCode(db: Sql, brand: BrandId, code: string): Promise<void> {
  await db.rows`
    insert into code_count (brand_id, code, used) values (${brand}, ${code}, 0) on conflict (brand_id, code) do nothing`
  await db.rows`select from code_count where brand_id = ${brand} and code = ${code} for update`
  await db.rows`
    update code_count set used = (select count(*) from code_use where brand_id = ${brand} and code = ${code})
    where brand_id = ${brand} and code = ${code}`
}
