import type { Shop } from './shop.ts'
import { anyBasket } from './simulated-sales.ts'
import { secondsFromNow } from './time-passes.ts'

type Roll = (sides: number) => number

interface Sold {
  readonly ref: string
  readonly cardNumber?: string
  readonly childCardNumber?: string
  readonly products: readonly { readonly sku: string; readonly amountPurchased: number }[]
}

/** What a till may do besides selling. Whatever is refused is refused. */
export class BusyDays {
  readonly did = new Map<string, number>()
  private readonly shop: Shop
  private readonly roll: Roll
  private readonly cards: string[]
  private readonly coupons: string[]
  private readonly sold: Sold[] = []
  private readonly locked: Sold[] = []
  private readonly returned: { ref: string; cardNumber?: string }[] = []

  constructor(shop: Shop, roll: Roll, cards: readonly string[], coupons: readonly string[]) {
    this.shop = shop
    this.roll = roll
    this.cards = [...cards]
    this.coupons = [...coupons]
  }

  async pass(calls: number, kinds: readonly (keyof BusyDays['acts'])[] = this.allKinds): Promise<void> {
    for (let call = 0; call < calls; call += 1) {
      const kind = this.roll(2) === 0 ? 'sell' : (kinds[this.roll(kinds.length)] ?? 'sell')
      const isDone = await this.acts[kind]()
      if (isDone) this.did.set(kind, (this.did.get(kind) ?? 0) + 1)
    }
  }

  get allKinds(): readonly (keyof BusyDays['acts'])[] {
    return Object.keys(this.acts) as (keyof BusyDays['acts'])[]
  }

  readonly acts = {
    sell: () => this.sell(),
    sellToChild: () => this.sellToChild(),
    lock: () => this.lock(),
    setUp: () => this.setUp(),
    finish: () => this.finish(),
    quick: () => this.quick(),
    payBefore: () => this.payBefore(),
    giveBack: () => this.giveBack(),
    void: () => this.undo(),
    issue: () => this.update('issue', 1 + this.roll(20)),
    redeem: () => this.update('redeem', 1 + this.roll(10)),
    hold: () => this.hold(),
    transfer: () => this.transfer(),
    coupon: () => this.coupon(),
    offer: () => this.offer(),
  }

  private get card(): string {
    return this.cards[this.roll(this.cards.length)] ?? ''
  }

  private basket(): Record<string, unknown> {
    return JSON.parse(JSON.stringify(anyBasket(this.roll, this.cards, this.coupons)))
  }

  private async sell(more: object = {}): Promise<boolean> {
    const basket = { ...this.basket(), ...more } as Record<string, unknown>
    const { body } = await this.shop.call('checkout', basket)
    if (body.success) this.sold.push({ ref: body.transactionId, ...basket } as unknown as Sold)
    return body.success
  }

  private async sellToChild(): Promise<boolean> {
    const cardNumber = this.card
    const childCardNumber = `KID-${this.roll(3)}`
    await this.shop.call('allocateChildCard', { cardNumber, childCardNumber })
    return this.sell({
      cardNumber,
      childCardNumber,
      useParentBalancesOnly: this.roll(2) === 0,
      referringCardNumber: undefined,
    })
  }

  private async lock(): Promise<boolean> {
    const cardNumber = this.card
    const basket = { ...this.basket(), cardNumber, referringCardNumber: undefined }
    const setup = await this.shop.call('checkout', { ...basket, isSetup: true, lockSetupDuration: 60 })
    if (!setup.body.success) return false
    const link = { cardNumber, relatedSetupTransactionId: setup.body.transactionId }
    await this.shop.call('updateBalance', {
      cardNumber: this.card,
      action: 'issue',
      amount: { balanceType: 'Points', amount: 1 },
    })
    const isCancelled = this.roll(3) === 0
    const { body } = await this.shop.call('checkout', { ...link, ...(isCancelled && { cancelSetup: true }) })
    const { products } = basket as unknown as Sold
    if (body.success && !isCancelled) this.sold.push({ ref: body.transactionId, cardNumber, products })
    return body.success
  }

  /** A setup that is left alone until later. */
  private async setUp(): Promise<boolean> {
    const cardNumber = this.card
    const basket = { ...this.basket(), cardNumber, referringCardNumber: undefined }
    const { body } = await this.shop.call('checkout', { ...basket, isSetup: true, lockSetupDuration: 300 })
    const { products } = basket as unknown as Sold
    if (body.success) this.locked.push({ ref: body.transactionId, cardNumber, products })
    return body.success
  }

  private async finish(): Promise<boolean> {
    const [setup] = this.locked.splice(this.roll(Math.max(1, this.locked.length)), 1)
    if (!setup) return false
    const { cardNumber, products, ref: relatedSetupTransactionId } = setup
    const cancelSetup = this.roll(3) === 0
    const { body } = await this.shop.call('checkout', { cardNumber, relatedSetupTransactionId, cancelSetup })
    if (body.success && !cancelSetup)
      this.sold.push({ ref: body.transactionId, ...(cardNumber && { cardNumber }), products })
    return body.success
  }

  private async quick(): Promise<boolean> {
    const { paymentMethods: _, ...any } = this.basket()
    const basket = { ...any, cardNumber: this.card, referringCardNumber: undefined }
    const isPaidInPoints = this.roll(3) === 0
    const wish = isPaidInPoints ? { balanceType: 'Points', unitWorth: 0.05, paymentType: 'points' } : {}
    const { body } = await this.shop.call('quickCheckout', { ...basket, ...wish })
    if (body.success) this.sold.push({ ref: body.transactionId, ...basket } as unknown as Sold)
    return body.success
  }

  /** What was redeemed before is referred to as a payment. */
  private async payBefore(): Promise<boolean> {
    const cardNumber = this.card
    const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 + this.roll(3) }
    const { body } = await this.shop.call('updateBalance', { cardNumber, action: 'redeem', amount })
    if (!body.success) return false
    return this.sell({ cardNumber, paymentMethods: [{ updateBalanceRequestRef: body.transactionId }] })
  }

  private async giveBack(): Promise<boolean> {
    const sale = this.sold[this.roll(this.sold.length)]
    if (!sale) return false
    const { cardNumber, childCardNumber, products, ref } = sale
    const returnedProducts = products
      .filter(() => this.roll(2) === 0)
      .map(({ sku, amountPurchased }) => ({ sku, amountPurchased: 1 + this.roll(amountPurchased) }))
    const reversePayments = this.roll(3) === 0
    const reversedPaymentAmount = !reversePayments && this.roll(3) === 0 ? (1 + this.roll(400)) / 100 : undefined
    const { body } = await this.shop.call('returnMerchandise', {
      checkoutRequestRef: ref,
      ...(cardNumber !== undefined && { cardNumber }),
      ...(childCardNumber !== undefined && { childCardNumber }),
      returnedProducts,
      reversePayments,
      ...(reversedPaymentAmount !== undefined && { reversedPaymentAmount }),
      failIfCouponsUsed: false,
      usedCouponResets: ['Always', 'Never', 'OnlyOnFullReturn'][this.roll(3)],
    })
    if (body.success) this.returned.push({ ref: body.requestRef, ...(cardNumber !== undefined && { cardNumber }) })
    return body.success
  }

  private async undo(): Promise<boolean> {
    const list: readonly { ref: string; cardNumber?: string; childCardNumber?: string }[] =
      this.roll(3) === 0 ? this.returned : this.sold
    const call = list[this.roll(list.length)]
    if (!call) return false
    const { ref: requestRef, cardNumber, childCardNumber } = call
    const named = { ...(cardNumber !== undefined && { cardNumber }), ...(childCardNumber && { childCardNumber }) }
    const flags = { usedCouponResets: this.roll(2) === 0, disableIssuedCoupons: this.roll(2) === 0 }
    const { body } = await this.shop.call('voidTransaction', { requestRef, ...named, ...flags })
    return body.success
  }

  private async update(action: string, amount: number): Promise<boolean> {
    const type = this.roll(2) === 0 ? { balanceType: 'Points' } : { balanceType: 'Currency', balanceCode: 'USD' }
    const { body } = await this.shop.call('updateBalance', {
      cardNumber: this.card,
      action,
      amount: { ...type, amount },
    })
    return body.success
  }

  private async hold(): Promise<boolean> {
    const cardNumber = this.card
    const amount = { balanceType: 'Points', amount: 1 + this.roll(10) }
    const { body } = await this.shop.call('updateBalance', { cardNumber, action: 'hold', amount })
    if (!body.success) return false
    await this.sell({ cardNumber })
    if (this.roll(2) === 0) {
      const less = { ...amount, amount: 1 + this.roll(amount.amount) }
      await this.shop.call('updateBalance', {
        cardNumber,
        action: 'redeem',
        amount: less,
        redeemFromHoldTransactionId: body.transactionId,
      })
    }
    return true
  }

  private async transfer(): Promise<boolean> {
    if (this.roll(3) > 0) return false
    const place = this.roll(this.cards.length)
    const oldCardNumber = this.cards[place] ?? ''
    const cardNumber = await this.shop.card({ points: 2 })
    const out = await this.shop.call('transfer', { action: 'out', cardNumber: oldCardNumber })
    if (!out.body.success) return false
    await this.shop.must('transfer', { action: 'in', cardNumber, oldCardNumber })
    this.cards[place] = cardNumber
    const moved = (one: Sold): Sold => (one.cardNumber === oldCardNumber ? { ...one, cardNumber } : one)
    this.sold.splice(0, this.sold.length, ...this.sold.map(moved))
    return true
  }

  private async coupon(): Promise<boolean> {
    const { body } = await this.shop.call('allocateCoupon', { couponSetId: 'ten' })
    if (body.success) this.coupons.push(body.couponId)
    return body.success
  }

  private async offer(): Promise<boolean> {
    const { body } = await this.shop.call('addPersonalOffer', {
      cardNumber: this.card,
      offers: [
        {
          skus: [{ sku: 'CAKE' }],
          discountType: 'percentageDiscount',
          percentageDiscount: 10,
          maxUsageCount: 2,
          expirationDate: secondsFromNow(9999),
        },
      ],
    })
    return body.success
  }
}
