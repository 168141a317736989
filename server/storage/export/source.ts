import { columns, type ExportColumn } from './column.ts'

export type SourceName =
  | 'ledger'
  | 'requests'
  | 'checkouts'
  | 'lines'
  | 'discounts'
  | 'payments'
  | 'events'
  | 'customers'
  | 'balances'
  | 'tiers'
  | 'tier-changes'
  | 'coupons'
  | 'firings'

/** What can be exported: the columns of a view of the schema `reporting`, and with a flag those about persons. */
export interface ExportSource {
  readonly name: SourceName
  /** In parts by the day of the call, whose rows are complete when it is over; or by card, as the cards are now. */
  readonly parts: 'days' | 'cards'
  readonly columns: readonly ExportColumn[]
}

/** Whoever knows the number of a card can try to spend what is on it, and it leads to a person. */
const cardNumber = columns('card_number', true)

/** docs/export.md has a line for each of them; a test holds the one against the other. */
export const sources: readonly ExportSource[] = [
  {
    name: 'ledger',
    parts: 'days',
    columns: [
      ...columns(
        'brand_id request_ref line:w happened_at:t custom_date:t call_type location_id card_id:w value_type_id:w',
      ),
      ...columns(
        'program_id balance_type balance_code scale:w bucket kind amount:a held:a balance_after:a held_after:a',
      ),
      ...columns('seq:w lot_no:w hold_ref campaign_id rule_id'),
      ...cardNumber,
    ],
  },
  {
    name: 'requests',
    parts: 'days',
    columns: [
      ...columns('brand_id request_ref operation call_type happened_at:t custom_date:t card_id:w child_card_id:w'),
      ...columns('location_id terminal_id employee_id error_code:w voided_by order_total:n'),
      ...cardNumber,
      ...columns('external_transaction_id note', true),
    ],
  },
  {
    name: 'checkouts',
    parts: 'days',
    columns: [
      ...columns(
        'brand_id request_ref kind happened_at:t custom_date:t card_id:w child_card_id:w location_id currency',
      ),
      ...columns('scale:w total:a discount:a net_total:a shipping:a tip:a returned_total:a of_request_ref'),
      ...columns('is_voided:f is_fully_returned:f order_mode:w payment_discount:a order_attributes:j'),
      ...cardNumber,
    ],
  },
  {
    name: 'lines',
    parts: 'days',
    columns: [
      ...columns(
        'brand_id request_ref line:w kind happened_at:t card_id:w location_id currency scale:w is_voided:f sku',
      ),
      ...columns('quantity:n unit_price:n unit_cost:n value:a net_value:a returned_quantity:n attributes:j added_by'),
      ...cardNumber,
    ],
  },
  {
    name: 'discounts',
    parts: 'days',
    columns: [
      ...columns(
        'brand_id request_ref position:w kind happened_at:t card_id:w location_id currency scale:w is_voided:f',
      ),
      ...columns('line:w is_on_shipping:f amount:a quantity:n campaign_id rule_id offer_no:w'),
      ...cardNumber,
    ],
  },
  {
    name: 'payments',
    parts: 'days',
    columns: [
      ...columns(
        'brand_id request_ref position:w kind happened_at:t card_id:w location_id currency scale:w is_voided:f',
      ),
      ...columns('payment_type amount:a counts_as_discount:f balance_type balance_code balance_amount:n'),
      ...columns('paid_by_request_ref'),
      ...cardNumber,
    ],
  },
  {
    name: 'events',
    parts: 'days',
    columns: [
      ...columns('brand_id request_ref line:w card_id:w event_type category_id specific_id happened_at:t'),
      ...cardNumber,
    ],
  },
  {
    name: 'balances',
    parts: 'cards',
    columns: [
      ...columns('brand_id card_id:w value_type_id:w program_id balance_type balance_code scale:w bucket'),
      ...columns('amount:a held:a'),
      ...cardNumber,
    ],
  },
  {
    name: 'tiers',
    parts: 'cards',
    columns: [
      ...columns('brand_id card_id:w program_id level_id reached_level_id kept_until:t manual_level_id manual_until:t'),
      ...cardNumber,
    ],
  },
  {
    name: 'tier-changes',
    parts: 'cards',
    columns: [
      ...columns('brand_id card_id:w seq:w program_id happened_at:t why from_level_id to_level_id kept_until:t'),
      ...columns('judged_at:t measured:n request_ref'),
      ...cardNumber,
    ],
  },
  {
    name: 'coupons',
    parts: 'cards',
    columns: [
      ...columns('brand_id coupon_set_id promotion_id card_id:w origin created_at:t allocated_at:t allocated_by'),
      ...columns('expires_at:t used_at:t used_by reserved_until:t disabled tags'),
      ...cardNumber,
      ...columns('coupon_id', true),
    ],
  },
  {
    name: 'firings',
    parts: 'days',
    columns: [
      ...columns('brand_id request_ref campaign_id rule_id card_id:w happened_at:t reserved_until:t'),
      ...cardNumber,
    ],
  },
  {
    name: 'customers',
    parts: 'cards',
    columns: [
      ...columns(
        'brand_id card_id:w root_card_id:w card_set_id program_id status activated_at:t expires_at:t location_id',
      ),
      ...columns('enrolled_at:t has_email:f has_phone:f has_birthday:f recency:n frequency:n monetary:n score:w'),
      ...cardNumber,
      ...columns('custom_card_number first_name last_name email phone birthday customer:j demographics:j', true),
    ],
  },
]

export const findSource = (name: string): ExportSource | undefined => sources.find((source) => source.name === name)

export const columnsOf = ({ columns: all }: ExportSource, withPersons: boolean): ExportColumn[] =>
  all.filter(({ isPersonal }) => withPersons || !isPersonal)
