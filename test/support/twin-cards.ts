import fc from 'fast-check'
import { productsOf } from './checkout-shop.ts'
import { applyFile, type Shop } from './shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from './time-passes.ts'
import { transfersOf } from './transfer-shop.ts'
import { returnedOf } from './undo-shop.ts'

/** Something that happens to both of two cards, or to time and configuration. */
export type TwinStep =
  | { readonly kind: 'issue'; readonly type: 'points' | 'usd'; readonly amount: number; readonly days: number }
  | { readonly kind: 'redeem' | 'hold'; readonly type: 'points' | 'usd'; readonly amount: number }
  | { readonly kind: 'wait'; readonly days: number; readonly isBooked: boolean }
  | { readonly kind: 'configure'; readonly rate: number }
  | { readonly kind: 'transfer' }

/** A call that only one of them gets, and that is taken back in the end. */
export type Undone =
  | { readonly kind: 'issue'; readonly type: 'points' | 'usd'; readonly amount: number; readonly days: number }
  | { readonly kind: 'redeem' | 'convert'; readonly amount: number }
  | { readonly kind: 'checkout'; readonly paid: number; readonly back: readonly string[] | 'void' }

const type = fc.constantFrom('points' as const, 'usd' as const)
const amount = fc.integer({ min: 1, max: 9 })
/** Days until it expires; 0 is never. */
const days = fc.integer({ min: 0, max: 3 })

export const twinSteps: fc.Arbitrary<TwinStep[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('issue' as const), type, amount, days }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('redeem' as const, 'hold' as const), type, amount }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        days: fc.integer({ min: 1, max: 2 }),
        isBooked: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('configure' as const), rate: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('transfer' as const) }) },
  ),
  { maxLength: 6 },
)

export const undoneCalls: fc.Arbitrary<Undone> = fc.oneof(
  fc.record({ kind: fc.constant('issue' as const), type, amount, days }),
  fc.record({ kind: fc.constantFrom('redeem' as const, 'convert' as const), amount }),
  fc.record({
    kind: fc.constant('checkout' as const),
    paid: fc.integer({ min: 0, max: 5 }),
    back: fc.constantFrom<readonly string[] | 'void'>(
      'void',
      ['2 ESP, 3 CAKE'],
      ['1 ESP', '2 CAKE', '1 ESP, 1 CAKE'],
      ['3 CAKE', '2 ESP'],
    ),
  }),
)

/** Every call can earn, and what is earned expires in a day; `rate` changes with the configuration. */
export const twinRules = (rate: number) => [
  {
    id: 'earn',
    then: [
      {
        issue: {
          balanceType: 'Points',
          amount: { give: rate, per: 1, of: 'checkout.netTotal' },
          expiresAfter: { days: 1 },
        },
      },
      {
        issue: {
          balanceType: 'Custom',
          balanceCode: 'STARS',
          amount: { give: rate, per: 1, of: 'products.total', where: { sku: ['CAKE'] } },
          expiresAfter: { days: 2 },
        },
      },
      { redeem: { balanceType: 'Punches', amount: 2 } },
    ],
  },
  {
    id: 'thank',
    trigger: 'request',
    when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }],
    then: [{ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: 1, expiresAfter: { days: 1 } } }],
  },
]

/**
 * Two cards that the same happens to. Both have plenty of balance from returns, which is redeemed first: so what the one
 * call gave is never what the others spend, and the two cards must be alike once it is taken back.
 */
export class Twins {
  private readonly shop: Shop
  private readonly book: () => Promise<void>
  private numbers: readonly string[] = []

  constructor(shop: Shop, book: () => Promise<void>) {
    this.shop = shop
    this.book = book
  }

  async open(): Promise<void> {
    this.numbers = [await this.plenty(), await this.plenty()]
  }

  private async plenty(): Promise<string> {
    const card = await this.shop.card()
    for (const amounts of [{ points: 1000 }, { usd: 1000 }, { punches: 1000 }])
      await this.shop.issue(card, amounts, { isReturnRelated: true })
    return card
  }

  get first(): string {
    return this.numbers[0] ?? ''
  }

  async run(step: TwinStep): Promise<void> {
    switch (step.kind) {
      case 'issue':
        for (const card of this.numbers)
          await this.must(this.shop.issue(card, { [step.type]: step.amount }, expiry(step.days)))
        return
      case 'redeem':
      case 'hold':
        for (const card of this.numbers)
          await this.must(this.shop.update(card, step.kind, { [step.type]: step.amount }))
        return
      case 'wait':
        await letTimePass(this.shop, step.days * oneDay)
        if (step.isBooked) await this.book()
        return
      case 'configure':
        await applyFile({ ...this.shop.file, campaigns: [{ id: 'main', name: 'Main', rules: rulesOf(step.rate) }] })
        return
      case 'transfer':
        this.numbers = await Promise.all(this.numbers.map((card) => this.move(card)))
    }
  }

  private async move(old: string): Promise<string> {
    const card = await this.shop.card()
    const { out, in: into } = transfersOf(this.shop)
    await this.must(out(old, { ignoreHoldBalances: true }))
    await this.must(into(card, old))
    return card
  }

  /** Makes the call on the first card; answers how to take it back. */
  async call(undone: Undone): Promise<() => Promise<void>> {
    const { shop } = this
    if (undone.kind === 'checkout') return this.sell(undone)
    const usd = { balanceType: 'Currency', balanceCode: 'EUR', convertToMainCurrency: true, amount: undone.amount }
    const { body } =
      undone.kind === 'issue'
        ? await shop.issue(this.first, { [undone.type]: undone.amount }, expiry(undone.days))
        : undone.kind === 'redeem'
          ? await shop.redeem(this.first, { points: undone.amount })
          : await shop.call('updateBalance', { cardNumber: this.first, action: 'redeem', amount: usd })
    return async () => {
      await shop.must('voidTransaction', { cardNumber: this.first, requestRef: body.requestRef })
    }
  }

  private async sell({ paid, back }: Extract<Undone, { kind: 'checkout' }>): Promise<() => Promise<void>> {
    const { shop } = this
    const payment = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: paid }
    const { requestRef } = await shop.must('checkout', {
      cardNumber: this.first,
      products: productsOf('2 ESP 3.5, 3 CAKE 1.25'),
      ...(paid > 0 && { paymentMethods: [payment] }),
    })
    if (back === 'void') {
      return async () => {
        await shop.must('voidTransaction', { cardNumber: this.first, requestRef })
      }
    }
    return async () => {
      for (const [index, basket] of back.entries()) {
        const reversePayments = index === 0
        const sale = { cardNumber: this.first, checkoutRequestRef: requestRef, reversePayments }
        await shop.must('returnMerchandise', { ...sale, ...returnedOf(basket) })
      }
    }
  }

  /** What each has: of every value type, hold, expiry and activation, once what expired is booked. */
  async states(): Promise<object[]> {
    await this.book()
    return Promise.all(this.numbers.map((card) => stateOf(this.shop, card)))
  }

  private async must(answer: ReturnType<Shop['call']>): Promise<void> {
    const { body } = await answer
    if (!body.success) throw new Error(JSON.stringify(body))
  }
}

const rulesOf = (rate: number) => twinRules(rate).map((rule) => ({ trigger: 'checkout', ...rule }))

const expiry = (inDays: number) =>
  inDays === 0 ? {} : { issuedBalanceExpiration: secondsFromNow(inDays * oneDay - 3600) }

/** By the hour: what happens to the two cards happens to one a moment later than to the other. */
function stateOf(shop: Shop, card: string): Promise<object[]> {
  return sql(
    `select value_type_id as type, return_related as returned, round(extract(epoch from lot.expires_at - now()) / 3600) as hours,
       sum(amount)::int as amount, sum(held)::int as held
     from lot join card using (brand_id, card_id)
     where brand_id = $1 and card_number = $2 and amount > 0 group by 1, 2, 3 order by 1, 2, 3`,
    [shop.id, card],
  )
}
