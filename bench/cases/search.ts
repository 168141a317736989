import { comparison } from '../comparison.ts'
import type { CallShape } from '../load/run.ts'
import { uniformCards } from '../stock.ts'

export const searchCall: CallShape = {
  path: '/merchant/search',
  body: (cardNumber) => ({ filters: { cardNumber }, returnFields: { balances: true } }),
}

/** A look at a card's balances. The floor reads the rows that Purser reads, and writes nothing. */
export const search = comparison({
  name: 'search',
  target: 0.5,
  call: searchCall,
  cards: uniformCards,
  statement: `
    select card.card_id, card_number, card_set_id, custom_card_number, status, activated_at, card.expires_at,
      lot.lot_no, value_type_id, bucket, lot.amount, lot.held, return_related, lot.expires_at, lot.active_at,
      hold_ref, hold_portion.amount
    from card
    left join lot on lot.brand_id = card.brand_id and lot.card_id = card.card_id and is_open
    left join hold_portion on hold_portion.brand_id = lot.brand_id and hold_portion.card_id = lot.card_id
      and hold_portion.lot_no = lot.lot_no
    where card.brand_id = :brand and card_number = :number and root_id is null`,
})
