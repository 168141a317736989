import type { Answer, Shop } from './shop.ts'

/** What successful answers say must be on a card: an independent count, without lots, locks or a database. */
export interface Expected {
  total: number
  readonly holds: Map<string, number>
}

interface Done {
  readonly card: string
  readonly ref: string
  readonly kind: 'issue' | 'redeem' | 'hold'
  readonly cents: number
}

const usd = (cents: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount: cents / 100 })

/** One till after another does one thing at random; what succeeded is booked in a ledger of the test's own. */
export class MixedLoad {
  readonly expected = new Map<string, Expected>()
  readonly codes = new Map<number, number>()
  private readonly voidable: Done[] = []
  private readonly cards: readonly string[]
  private readonly random: (below: number) => number

  constructor(cards: readonly string[], startCents: number, random: (below: number) => number) {
    this.cards = cards
    this.random = random
    for (const card of cards) this.expected.set(card, { total: startCents, holds: new Map() })
  }

  async step(shop: Shop): Promise<void> {
    const card = this.pick(this.cards) ?? ''
    const cents = 1 + this.random(400)
    const steps = [
      () => this.issue(shop, card, cents),
      () => this.redeem(shop, card, cents),
      () => this.redeemWhatIsThere(shop, card, cents * 5),
      () => this.move(shop, card, this.pick(this.cards) ?? '', cents),
      () => this.hold(shop, card, cents),
      () => this.useHold(shop, card, cents, false),
      () => this.useHold(shop, card, cents, true),
      () => this.undo(shop),
    ]
    await this.pick(steps)?.()
  }

  private async issue(shop: Shop, card: string, cents: number): Promise<boolean> {
    const answer = await shop.call('updateBalance', { cardNumber: card, action: 'issue', amount: usd(cents) })
    return this.book(answer, { card, kind: 'issue', cents })
  }

  private async redeem(shop: Shop, card: string, cents: number): Promise<boolean> {
    const answer = await shop.call('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(cents) })
    return this.book(answer, { card, kind: 'redeem', cents })
  }

  private async redeemWhatIsThere(shop: Shop, card: string, cents: number): Promise<void> {
    const body = { cardNumber: card, action: 'redeem', amount: usd(cents), redeemMaxOnOverdraw: true }
    const answer = await shop.call('updateBalance', body)
    const short = Math.round((answer.body.overdrawAmount ?? 0) * 100)
    this.book(answer, { card, kind: 'redeem', cents: cents - short })
  }

  /** Takes from one card and, only if that succeeded, puts the same on another. */
  private async move(shop: Shop, from: string, to: string, cents: number): Promise<void> {
    if (await this.redeem(shop, from, cents)) await this.issue(shop, to, cents)
  }

  private async hold(shop: Shop, card: string, cents: number): Promise<void> {
    const answer = await shop.call('updateBalance', { cardNumber: card, action: 'hold', amount: usd(cents) })
    this.book(answer, { card, kind: 'hold', cents })
  }

  private async useHold(shop: Shop, card: string, cents: number, last: boolean): Promise<void> {
    const account = this.expected.get(card)
    const hold = this.pick([...(account?.holds.keys() ?? [])])
    if (!account || hold === undefined) return
    const body = {
      cardNumber: card,
      action: 'redeem',
      amount: usd(cents),
      redeemFromHoldTransactionId: hold,
      releaseHoldRemainder: last,
      redeemMaxOnOverdraw: true,
    }
    const { body: answer } = await shop.call('updateBalance', body)
    this.count(answer)
    if (!answer.success) return
    const taken = cents - Math.round((answer.overdrawAmount ?? 0) * 100)
    account.total -= taken
    const left = (account.holds.get(hold) ?? 0) - taken
    if (last || left === 0) account.holds.delete(hold)
    else account.holds.set(hold, left)
  }

  private async undo(shop: Shop): Promise<void> {
    const done = this.pick(this.voidable)
    if (!done) return
    const { body } = await shop.call('voidTransaction', { cardNumber: done.card, requestRef: done.ref })
    this.count(body)
    const account = this.expected.get(done.card)
    if (!body.success || !account) return
    if (done.kind === 'issue') account.total -= done.cents
    if (done.kind === 'redeem') account.total += done.cents
    if (done.kind === 'hold') account.holds.delete(done.ref)
  }

  private book({ body }: Answer, done: Omit<Done, 'ref'>): boolean {
    this.count(body)
    const account = this.expected.get(done.card)
    if (!body.success || !account) return false
    if (done.kind === 'issue') account.total += done.cents
    if (done.kind === 'redeem') account.total -= done.cents
    if (done.kind === 'hold')
      account.holds.set(body.transactionId, (account.holds.get(body.transactionId) ?? 0) + done.cents)
    this.voidable.push({ ...done, ref: body.requestRef })
    return true
  }

  private count(body: { success: boolean; errorCode?: number }): void {
    const code = body.success ? 0 : (body.errorCode ?? -1)
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
  }

  private pick<T>(from: readonly T[]): T | undefined {
    return from[this.random(from.length)]
  }
}
