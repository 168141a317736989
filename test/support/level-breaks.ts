import type { Sql } from '../../server/ground/database/connection.ts'
import type { StoredBreak } from './stored-break.ts'

/** Levels that nothing explains, in a brand with a level that nobody has reached. */
export const breaksOfLevels: readonly StoredBreak[] = [
  {
    what: 'a level that no change explains',
    check: "each card's level is the one of its last change",
    run: (db, brand) => db.rows`
      insert into card_tier (brand_id, card_id, program_id, shown_level, level_id, changes)
      select brand_id, min(card_id), 'rewards', 'gold', 'gold', 1 from card where brand_id = ${brand} group by brand_id`,
  },
  {
    what: 'a change of a level that nothing came before, and no call made',
    check: 'each change of a level follows the one before it, by a call that succeeded',
    run: (db, brand) => db.rows`
      insert into tier_change (brand_id, card_id, seq, program_id, happened_at, why, from_level, judged_at, measured,
        request_ref)
      select brand_id, max(card_id), 2, 'rewards', now(), 'lapsed', 'gold', now(), 0, gen_random_uuid()
      from card where brand_id = ${brand} group by brand_id`,
  },
  {
    what: 'a reward for a level that nobody has reached',
    check: 'each level, and what was given for it, follows from the sales and earnings that stand',
    run: (db, brand) => db.rows`
      insert into tier_move (brand_id, card_id, request_ref, place, program_id, counted, move, level_id, judged_at, gave)
      select brand_id, max(card_id), gen_random_uuid(), 0, 'rewards', 'sales', 'up', 'gold', now(), true
      from card where brand_id = ${brand} and transferred_by is null and root_id is null group by brand_id`,
  },
  {
    what: 'a reward that was taken back with its level, of which the ledger knows nothing',
    check: 'what was given for each level stands, or was taken back but for what had expired or was missing',
    run: async (db, brand) => {
      await db.rows`
        insert into tier_move (brand_id, card_id, request_ref, place, program_id, counted, move, level_id, judged_at, gave,
          lost_by)
        select brand_id, card_id, request_ref, 0, 'rewards', 'sales', 'up', 'gold', now(), true, gen_random_uuid()
        from ledger where brand_id = ${brand} and kind = 'Campaign' and amount > 0 limit 1`
      await db.rows`
        update ledger set origin = origin || '{"trigger": "tier"}'
        where brand_id = ${brand} and kind = 'Campaign' and amount > 0`
    },
  },
  {
    what: 'a call that is said to have given a level back to a budget, which knows nothing of it',
    check: 'each call that changed what levels gave left of budgets what its record says',
    run: (db, brand) => tookLevel(db, brand),
  },
  {
    what: 'a level that stands, though its budget got back what it gave',
    check: 'each level that stands is paid for by its budgets, and they got back what was taken back of others',
    run: async (db, brand) => {
      await tookLevel(db, brand)
      await db.rows`
        insert into tier_move (brand_id, card_id, request_ref, place, program_id, counted, move, level_id, judged_at, gave)
        select brand_id, card_id, request_ref, 9, 'rewards', 'sales', 'up', 'gold', now(), true
        from request
        where brand_id = ${brand} and request_ref = (
          select (detail -> 'tierParts' -> 0 ->> 'of')::uuid from request
          where brand_id = ${brand} and detail -> 'tierParts' is not null limit 1)`
    },
  },
  {
    what: 'a sale that a card counts and nobody made',
    check: 'what counts towards each level is what was bought or earned',
    run: async (db, brand) => {
      const [card] = await db.rows<{ card_id: number; seq: number }>`
        select card_id, seq from card where brand_id = ${brand} order by card_id limit 1`
      const tally = JSON.stringify({ seq: card?.seq, by: 'sales', sums: [['USD', 2, '777', 3]] })
      await db.rows`
        update card set tier_tally = ${tally}::json where brand_id = ${brand} and card_id = ${card?.card_id}`
    },
  },
]

/** A call that took a level away, and gave 5 back to a budget for it. */
async function tookLevel(db: Sql, brand: string): Promise<void> {
  const [call] = await db.rows<{ request_ref: string }>`
    select request_ref from request
    where brand_id = ${brand} and call_type = 'ALLOCATE' and error_code is null and card_id is not null limit 1`
  const parts = JSON.stringify([{ of: call?.request_ref, place: 9, charged: [{ amount: 5 }] }])
  await db.rows`
    update request set detail = jsonb_set(coalesce(detail, '{}'), '{tierParts}', ${parts}::jsonb)
    where brand_id = ${brand} and request_ref = ${call?.request_ref}`
}
