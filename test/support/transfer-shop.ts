import { type Answer, openShop, type Shop, type ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

/** A shop with a second program and coupons, and the calls of a transfer. */
export interface TransferShop {
  readonly shop: Shop
  out(cardNumber: string, more?: object): Promise<Answer>
  in(cardNumber: string, oldCardNumber: string, more?: object): Promise<Answer>
  /** Out and in, both of which have to succeed; answers what the latter did. */
  moved(cardNumber: string, oldCardNumber: string, more?: object): ReturnType<Shop['must']>
  /** Allocates a child card with these points on it. */
  child(cardNumber: string, childCardNumber: string, points?: number): Promise<string>
  /** What a card has, inactive ones too: "10 Points, 5 USD". */
  worth(cardNumber: string): Promise<string>
}

/** A program whose points and dollars are like those of the shop's own, but with other scales and without the rest. */
export const otherProgram = {
  id: 'gifts',
  name: 'Gifts',
  type: 'gift',
  valueTypes: [
    { balanceType: 'Points', scale: 1, maxBalance: 1000 },
    { balanceType: 'Currency', balanceCode: 'USD', scale: 0 },
  ],
  cardSets: [{ id: 'gifts', name: 'Gifts', generate: { count: 5, prefix: '61', length: 16 } }],
}

const couponSets = [{ id: 'ten', name: 'Ten off', coupons: ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4'] }]

export async function openTransferShop(options: ShopOptions = {}): Promise<TransferShop> {
  const shop = await openShop({ ...options, more: { couponSets, ...options.more } })
  return transfersOf(shop)
}

export function transfersOf(shop: Shop): TransferShop {
  const out = (cardNumber: string, more: object = {}) => shop.call('transfer', { action: 'out', cardNumber, ...more })
  return {
    shop,
    out,
    in: (cardNumber, oldCardNumber, more = {}) =>
      shop.call('transfer', { action: 'in', cardNumber, oldCardNumber, ...more }),
    moved: async (cardNumber, oldCardNumber, more = {}) => {
      await shop.must('transfer', { action: 'out', cardNumber: oldCardNumber })
      return shop.must('transfer', { action: 'in', cardNumber, oldCardNumber, ...more })
    },
    child: async (cardNumber, childCardNumber, points = 0) => {
      await shop.must('allocateChildCard', { cardNumber, childCardNumber })
      const amount = { balanceType: 'Points', amount: points }
      if (points > 0) await shop.must('updateBalance', { cardNumber, childCardNumber, action: 'issue', amount })
      return childCardNumber
    },
    worth: async (cardNumber) => worthOf(await shop.balances(cardNumber)),
  }
}

interface Element {
  readonly amount: number
  readonly balanceType: string
  readonly balanceCode?: string
  readonly isHold: boolean
}

export function worthOf(balances: readonly Element[] = []): string {
  return balances
    .map((one) => `${one.amount} ${one.balanceCode ?? one.balanceType}${one.isHold ? ' held' : ''}`)
    .join(', ')
}

/** All that lies in lots of the brand, by value type, in the smallest unit: free, held, frozen and expired. */
export async function liability(shop: Shop): Promise<Record<string, number>> {
  const rows = await sql(
    `select value_type_id as type, sum(amount)::float8 as amount from lot where brand_id = $1 group by 1 order by 1`,
    [shop.id],
  )
  return Object.fromEntries(rows.map(({ type, amount }) => [type, amount]))
}
