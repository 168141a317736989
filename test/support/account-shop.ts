import { campaign } from './checkout-shop.ts'
import { openShop, type Shop, type ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

export const news = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01'
export const offers = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a02'
export const alerts = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a03'

export const accountSections = {
  demographicFields: [
    { name: 'drink', type: 'String' },
    { name: 'hobbies', type: 'String', list: true },
    { name: 'cups', type: 'Integer' },
    { name: 'years', type: 'Integer', list: true },
    { name: 'since', type: 'Date' },
  ],
  subscriptionLists: [
    { uuid: news, name: 'News', channel: 'email' },
    { uuid: offers, name: 'Offers', channel: 'email' },
    { uuid: alerts, name: 'Alerts', channel: 'sms' },
  ],
  eventTypes: [{ categoryId: 'app-open' }, { categoryId: 'review', groupType: 'SOCIAL' }],
}

/** A shop with fields, lists and kinds of events of its own, and one campaign of these rules (trigger request). */
export function openAccountShop(rules: readonly object[] = [], options: ShopOptions = {}): Promise<Shop> {
  const named = rules.map((rule) => ({ trigger: 'request', ...rule }))
  const campaigns = rules.length > 0 ? [campaign(named)] : []
  return openShop({ ...options, more: { ...accountSections, campaigns, ...options.more } })
}

/** The account of a card as it is kept, a child's with its number. */
// biome-ignore lint/suspicious/noExplicitAny: a row is whatever it is.
export async function accountOf(shop: Shop, cardNumber: string, child?: string): Promise<any> {
  const [row] = await sql(
    `select account.* from account
     join card on card.brand_id = account.brand_id and card.card_id = account.card_id
     left join card as root on root.brand_id = card.brand_id and root.card_id = card.root_id
     where account.brand_id = $1 and card.card_number = $2 and root.card_number is not distinct from $3`,
    child === undefined ? [shop.id, cardNumber, null] : [shop.id, child, cardNumber],
  )
  return row
}

/** What a card is found by: "email ana@example.com". */
export async function termsIn(shop: Shop): Promise<string[]> {
  const rows = await sql(`select field || ' ' || term as text from account_term where brand_id = $1 order by 1`, [
    shop.id,
  ])
  return rows.map(({ text }) => String(text))
}

export function eventsOf(shop: Shop) {
  return sql(
    `select event_type, category_id, specific_id, happened_at, payload, properties from event
     where brand_id = $1 order by request_ref, line`,
    [shop.id],
  )
}
