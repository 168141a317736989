import { openRuleShop, points } from './checkout-shop.ts'
import { says } from './rule-table.ts'
import type { Shop } from './shop.ts'
import { sql } from './time-passes.ts'

const thanks = { name: 'Thanks', then: [points(50, { to: 'referrer' })] }
const welcome = {
  name: 'Welcome',
  when: [{ fact: 'checkout.isReferred', op: '=', value: true }],
  then: [points(10), says('welcome')],
}

/** A shop that thanks whoever brings somebody. */
export async function openReferralShop(referrals: object = {}, more: object = {}) {
  const open = await openRuleShop([thanks, welcome], {
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }],
    ...more,
    more: { referrals },
  })
  const { shop } = open
  return {
    ...open,
    /** A member of whom this is known. */
    member: (customer: object = {}) => memberOf(shop, customer),
    codeOf: async (cardNumber: string): Promise<string> => (await shop.must('referralCode', { cardNumber })).code,
    /** Points that the card has or will have. */
    points: (cardNumber: string) => pointsOf(shop, cardNumber),
  }
}

let members = 0

/** Each has an address of their own unless it is given. */
async function memberOf(shop: Shop, customer: object): Promise<string> {
  members += 1
  const cardNumber = await shop.card()
  const primaryCustomer = { email: `member-${members}@example.org`, ...customer }
  await shop.must('updateAccount', { cardNumber, primaryCustomer })
  return cardNumber
}

async function pointsOf(shop: Shop, cardNumber: string): Promise<number> {
  const rows = await sql(
    `select coalesce(sum(lot.amount), 0)::int as points
    from card join lot on lot.brand_id = card.brand_id and lot.card_id = card.card_id
    where card.brand_id = $1 and card_number = $2`,
    [shop.id, cardNumber],
  )
  return rows[0].points
}
