import type { StoredBreak } from './stored-break.ts'

/** What could be wrong with passes in wallets. */
export const breaksOfWallets: readonly StoredBreak[] = [
  {
    what: 'a pass whose card wakes nobody',
    check: 'each pass in a wallet belongs to a card that wakes it',
    run: (db, brand) => db.rows`
      insert into wallet_pass (brand_id, pass_id, card_id, made_at, changed_at, due_at)
      select brand_id, gen_random_uuid(), min(card_id), now(), now(), now() from card where brand_id = ${brand} group by brand_id`,
  },
  {
    what: 'a device without a pass',
    check: 'each registered device has a pass',
    run: (db, brand) => db.rows`
      insert into wallet_registration (brand_id, device_id, pass_id, push_token, registered_at)
      select brand_id, 'phone', gen_random_uuid(), 'abc', now() from brand where brand_id = ${brand}`,
  },
]
