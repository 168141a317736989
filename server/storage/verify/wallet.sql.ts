import type { Check, CheckFinding } from './check.ts'

/** The promises about passes in wallets. */
export const walletChecks: readonly Check[] = [
  {
    name: 'each pass in a wallet belongs to a card that wakes it',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'pass ' || pass_id as subject, 'a card with a mark' as expected,
        case when card.card_id is null then 'no card' else 'a card without a mark' end as found
      from wallet_pass
      left join (select card_id, has_wallet_pass from card where brand_id = ${brand}) as card using (card_id)
      where brand_id = ${brand} and wallet_pass.card_id is not null and has_wallet_pass is not true
      limit 1000`,
  },
  {
    name: 'each registered device has a pass',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'pass ' || wallet_registration.pass_id as subject, 'a pass' as expected, 'none' as found
      from wallet_registration
      left join (select pass_id, made_at from wallet_pass where brand_id = ${brand}) as pass using (pass_id)
      where brand_id = ${brand} and made_at is null
      limit 1000`,
  },
]
