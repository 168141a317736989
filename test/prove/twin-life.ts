import type { Body, Till } from '../model/till.ts'
import type { Act } from './twin-acts.ts'
import { named, pots, type Type } from './twin-brand.ts'

/** A call, as one can paste it. */
export interface Call {
  readonly operation: string
  readonly body: object
}

interface Deed {
  readonly act: Act
  readonly code: number
  readonly body: Body
}

/** Only the answer says it, and that was lost. */
export class LostAnswer extends Error {}

const amountOf = (type: Type, minor: number) => ({ ...named[type], amount: type === 'USD' ? minor / 100 : minor })

/** A customer of one of the twins: a card with a child, and the card of a friend who refers them. */
export class TwinLife {
  readonly deeds: (Deed | undefined)[] = []
  readonly calls: Call[] = []
  private readonly till: Till
  private readonly name: string
  private readonly pot: number
  private card: string
  private moves = 0

  constructor(till: Till, story: number, name: string) {
    this.till = till
    this.name = name
    this.pot = story % pots
    this.card = name
  }

  async begin(): Promise<void> {
    for (const [cardNumber, email] of [
      [this.card, `${this.name}@twin.example`],
      [this.friend, `friend-${this.name}@twin.example`],
    ]) {
      await this.must('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true, customerUpdates: { email } })
      for (const type of ['Points', 'USD', 'STARS'] as const)
        await this.must('updateBalance', { cardNumber, action: 'issue', amount: amountOf(type, 50_000) })
    }
    await this.must('allocateChildCard', { cardNumber: this.card, childCardNumber: 'child' })
  }

  /** Answers the number of the error, 0 for success. */
  async live(act: Act, place: number): Promise<number> {
    const { code, body } = await this.take(act)
    this.deeds[place] = { act, code, body }
    return code
  }

  /** Whether it happened. */
  isDone(place: number): boolean {
    return this.deeds[place]?.code === 0
  }

  /** What the customer has. In detail: when it expires, and which hold keeps it. */
  async has(isDetailed: boolean): Promise<object> {
    const parts = { balances: true, balanceExpirations: true, coupons: true, childCards: true, tier: true }
    const look = async (cardNumber: string) => {
      const search = { filters: { cardNumber }, includeInactive: true, returnFields: parts }
      return (await this.till.read('search', search)).cards[0]
    }
    const [own, friend] = [await look(this.card), await look(this.friend)]
    const coupons: { couponId: string }[] = own?.coupons ?? []
    const usable = await Promise.all(
      coupons.map(async ({ couponId }) => {
        const { isUsed, isDisabled, reservedUntil } = await this.till.read('couponDetails', { couponId })
        return isDisabled ? 'disabled' : isUsed ? 'used' : (reservedUntil ?? 'free')
      }),
    )
    return {
      balances: this.shown(own, isDetailed),
      child: this.shown(own?.childCards?.[0], isDetailed),
      friend: this.shown(friend, isDetailed),
      tier: own?.tier?.id,
      keptUntil: own?.tier?.keptUntil,
      coupons: usable.filter((state) => state !== 'disabled').toSorted(),
    }
  }

  private get friend(): string {
    return `F-${this.name}`
  }

  private shown(card: Body, isDetailed: boolean): Record<string, number> {
    const sums: Record<string, number> = {}
    for (const one of card?.balances ?? []) {
      const hold = one.isHold
        ? this.deeds.findIndex((deed) => deed?.body?.transactionId === one.holdingTransactionId)
        : ''
      const detail = isDetailed ? ` ${one.balanceExpiration ?? ''} ${hold}` : one.isHold ? ' held' : ''
      const name = `${one.balanceCode ?? one.balanceType}${detail}`
      sums[name] = (sums[name] ?? 0) + Math.round(one.amount * 100)
    }
    return Object.fromEntries(
      Object.entries(sums)
        .filter(([, amount]) => amount !== 0)
        .toSorted(),
    )
  }

  private async take(act: Act): Promise<{ code: number; body: Body }> {
    if (act.kind === 'staged sale' || act.kind === 'cancelled setup') return this.stage(act)
    if (act.kind === 'transfer') return this.move()
    return this.call(this.callOf(act))
  }

  private async stage(act: Act): Promise<{ code: number; body: Body }> {
    const setup = await this.call({
      operation: 'checkout',
      body: { ...this.saleOf(act), isSetup: true, lockSetupDuration: 600 },
    })
    if (setup.code !== 0) return setup
    const link = { relatedSetupTransactionId: setup.body.transactionId, cardNumber: this.card }
    return this.call({
      operation: 'checkout',
      body: act.kind === 'staged sale' ? link : { ...link, cancelSetup: true },
    })
  }

  private async move(): Promise<{ code: number; body: Body }> {
    const cardNumber = `${this.name}-${this.moves + 1}`
    const out = await this.call({ operation: 'transfer', body: { action: 'out', cardNumber: this.card } })
    if (out.code !== 0) return out
    this.moves += 1
    await this.must('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
    const moved = { action: 'in', cardNumber, oldCardNumber: this.card, transferCoupons: true, mergeMode: 'overwrite' }
    await this.must('transfer', moved)
    this.card = cardNumber
    return out
  }

  private callOf(act: Act): Call {
    const { card: cardNumber } = this
    const update = (action: string, more: object = {}): Call => ({
      operation: 'updateBalance',
      body: { cardNumber, action, amount: amountOf(act.type, act.amount), ...childOf(act), ...more },
    })
    const from = { redeemFromHoldTransactionId: this.about(act)?.body?.transactionId }
    switch (act.kind) {
      case 'issue':
      case 'redeem':
      case 'hold':
        return update(act.kind)
      case 'redeem most':
        return update('redeem', { amount: amountOf(act.type, 1_000_000), redeemMaxOnOverdraw: true })
      case 'use':
        return update('redeem', { ...from, amount: amountOf(act.type, 1) })
      case 'release':
        return update('redeem', { ...from, amount: amountOf(act.type, 0), releaseHoldRemainder: true })
      case 'sale':
        return { operation: 'checkout', body: this.saleOf(act) }
      case 'quick sale': {
        const { checkoutTotal, customKeyValues } = this.saleOf(act)
        return { operation: 'flex/quickCheckout', body: { cardNumber, checkoutTotal, customKeyValues } }
      }
      default:
        return this.otherOf(act)
    }
  }

  private otherOf(act: Act): Call {
    const { card: cardNumber } = this
    const about = this.about(act)
    switch (act.kind) {
      case 'return':
      case 'return all': {
        const total = about?.body?.checkoutTotalBeforeDiscount ?? about?.act.amount ?? 1
        const all = { additionalReturnAmount: total, reversePayments: true, usedCouponResets: 'Always' }
        const part = { additionalReturnAmount: Math.max(0.01, Math.floor((total * 100) / 3) / 100) }
        const sale = { cardNumber, checkoutRequestRef: about?.body?.requestRef }
        return { operation: 'returnMerchandise', body: { ...sale, ...(act.kind === 'return' ? part : all) } }
      }
      case 'coupon': {
        const coupon = { couponSetId: 'gift', promotionId: 'gift', allowMultipleCoupons: true }
        return { operation: 'allocateCoupon', body: { cardNumber, ...coupon } }
      }
      case 'use coupon':
        return { operation: 'couponDetails', body: { couponId: about?.body?.couponId, action: 'use' } }
      case 'choose':
        return { operation: 'chooseReward', body: { cardNumber, rewardId: 'mug' } }
      case 'custom':
        return { operation: 'triggerCustomCampaigns', body: { cardNumber } }
      case 'refer':
        return {
          operation: 'triggerReferRewards',
          body: { cardNumber, checkoutCount: 1, checkoutTotalSum: act.amount },
        }
      case 'offer': {
        const off = { discountType: 'absoluteDiscount', absoluteDiscount: 1, expirationDate: '2099-01-01 00:00:00' }
        const offers = [{ skus: [{ sku: 'TEA' }], maxUsageCount: 2, ...off }]
        return { operation: 'addPersonalOffer', body: { cardNumber, offers } }
      }
      default:
        return this.undoOf(about)
    }
  }

  private undoOf(deed: Deed | undefined): Call {
    const { act, body } = deed ?? {}
    if (act?.kind === 'use coupon')
      return { operation: 'couponDetails', body: { couponId: this.about(act)?.body?.couponId, action: 'unuse' } }
    return {
      operation: 'voidTransaction',
      body: { cardNumber: this.card, requestRef: body?.requestRef, usedCouponResets: true, ...(act && childOf(act)) },
    }
  }

  private about({ about }: Act): Deed | undefined {
    return about === undefined ? undefined : this.deeds[about]
  }

  private saleOf(act: Act): { readonly checkoutTotal: number; readonly customKeyValues: object[] } & object {
    const coupon: string | undefined = this.about(act)?.body?.couponId
    const coupons = [act.code, coupon].filter((one) => one !== undefined)
    const price = act.amount / 4
    return {
      cardNumber: this.card,
      products: [
        { sku: 'CAKE', unitPrice: price, amountPurchased: 2 },
        { sku: 'TEA', unitPrice: price, amountPurchased: 2 },
      ],
      checkoutTotal: price * 4,
      customKeyValues: [
        { key: 'promo', value: act.promo ?? 'none' },
        { key: 'pot', value: String(this.pot) },
      ],
      device: `device-${this.name}`,
      returnBalanceMutations: true,
      ...(coupons.length > 0 && { coupons, failOnUnusedCoupons: false }),
      ...(act.isReferred && { referringCardNumber: this.friend }),
      ...(act.pays && { paymentMethods: [{ redeemBalance: true, ...amountOf('USD', act.amount * 10) }] }),
    } as { readonly checkoutTotal: number; readonly customKeyValues: object[] }
  }

  private async call(call: Call): Promise<{ code: number; body: Body }> {
    this.calls.push(call)
    const { refusedWith, body, ref } = await this.till.call(call.operation, call.body)
    // A busy server may have lost the first answer: of most calls the name is all that is needed.
    const named = { requestRef: ref, transactionId: ref }
    if (!body && call.operation === 'allocateCoupon') throw new LostAnswer('which coupon it was')
    return { code: refusedWith ?? 0, body: body ?? named }
  }

  private async must(operation: string, body: object): Promise<void> {
    const { code, body: answer } = await this.call({ operation, body })
    if (code !== 0) throw new Error(`${operation} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
  }
}

const childOf = ({ isOfChild }: Act) => (isOfChild ? { childCardNumber: 'child' } : {})
