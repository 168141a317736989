import { Dice } from '../model/draw-step.ts'
import { type Outcome, Till } from '../model/till.ts'
import { type Deed, type Effect, effectOf, type Kind } from './bank-deeds.ts'
import { type ProveBrand, pointsPerDollar, usd } from './prove-brand.ts'
import { times } from './times.ts'

export interface BankOptions {
  readonly brand: ProveBrand
  readonly ports: () => readonly number[]
  readonly cards: number
  readonly clients: number
  readonly seed: number
}

const kinds: readonly (Kind | 'transfer')[] = [
  'issue',
  'issue',
  'redeem',
  'redeem',
  'most',
  'hold',
  'use',
  'release',
  'sale',
  'sale',
  'paid sale',
  'return',
  'void',
  'void',
  'transfer',
]

/**
 * Clients that move value on few cards, all at the same time, and keep a receipt of every call: what it was, when it was
 * sent and when its outcome was known. Each call is repeated with its id until then.
 */
export class Bank {
  readonly deeds: Deed[] = []
  /** What made a client give up: a call whose outcome does not become known. */
  fault: unknown
  readonly cards: string[] = []
  private readonly till: Till
  private readonly options: BankOptions
  private count = 0
  private cardsMade = 0
  private isOpen = true

  constructor(options: BankOptions) {
    this.options = options
    this.till = new Till(options.brand, options.ports)
  }

  get repeated(): number {
    return this.till.retries
  }

  async open(): Promise<void> {
    this.cards.push(...(await Promise.all(times(this.options.cards, () => this.newCard()))))
    for (const card of this.cards) await this.do('issue', card, { cents: 50_000 })
  }

  /** Calls until it is stopped; then waits until all outcomes are known. */
  start(): () => Promise<void> {
    const { clients, seed } = this.options
    const running = times(clients, async (client) => {
      const dice = new Dice(seed * 1009 + client)
      while (this.isOpen && !this.fault) await this.step(dice)
    })
    for (const one of running)
      one.catch((error: unknown) => {
        this.fault ??= error
      })
    return async () => {
      this.isOpen = false
      await Promise.allSettled(running)
      if (this.fault) throw this.fault
    }
  }

  close(): void {
    this.till.close()
  }

  /** What a card has, in minor units. */
  async balances(cardNumber: string): Promise<Effect> {
    const search = { filters: { cardNumber }, includeInactive: true, returnFields: { balances: true } }
    const found = (await this.till.read('search', search)).cards[0]?.balances ?? []
    const sum = (type: string, scale: number) =>
      found
        .filter(({ balanceType }: { balanceType: string }) => balanceType === type)
        .reduce((total: number, { amount }: { amount: number }) => total + Math.round(amount * scale), 0)
    return { usd: sum('Currency', 100), points: sum('Points', 1) }
  }

  private async newCard(): Promise<string> {
    this.cardsMade += 1
    const cardNumber = `70${String(this.cardsMade).padStart(10, '0')}`
    const { refusedWith } = await this.till.call('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
    if (refusedWith !== undefined) throw new Error(`allocate of a new card was refused with ${refusedWith}`)
    return cardNumber
  }

  private async step(dice: Dice): Promise<void> {
    const place = dice.below(this.cards.length)
    const card = this.cards[place] ?? ''
    const kind = dice.pick(kinds) ?? 'issue'
    const before = this.deeds.slice(-400).filter((deed) => deed.card === card && deed.ref !== undefined)
    // The issue numbers differ, so that one that is lost and one that is doubled cannot make up for each other.
    const cents = kind === 'issue' ? 5000 + this.count : 100 + dice.below(4000)
    if (kind === 'transfer') return dice.chance(15) ? this.move(place) : undefined
    const about = dice.pick(before.filter((deed) => isAbout(kind, deed)))
    if (!about && ['use', 'release', 'return', 'void'].includes(kind)) return
    await this.do(kind, card, { cents, about, isLost: dice.chance(3) })
  }

  /** A customer with a new card: everything goes to it. Other clients go on with the old one until they are refused. */
  private async move(place: number): Promise<void> {
    const card = this.cards[place] ?? ''
    const next = await this.newCard()
    const out = await this.do('out', card, { cents: 0 })
    if (out.refusedWith !== undefined) return
    await this.do('in', next, { cents: 0, about: out })
    this.cards[place] = next
  }

  private async do(
    kind: Kind,
    card: string,
    more: { readonly cents: number; readonly about?: Deed | undefined; readonly isLost?: boolean },
  ): Promise<Deed> {
    this.count += 1
    const deed: Deed = { kind, card, cents: more.cents, about: more.about, sentAt: performance.now() }
    const { operation, body } = callOf(deed)
    const outcome = await this.till.call(
      operation,
      body,
      more.isLost,
      `${this.options.brand.id}-${this.options.seed}-${this.count}`,
    )
    learn(deed, outcome)
    this.deeds.push(deed)
    return deed
  }
}

function isAbout(kind: Kind, deed: Deed): boolean {
  if (kind === 'use' || kind === 'release') return deed.kind === 'hold'
  if (kind === 'return') return deed.kind === 'sale' || deed.kind === 'paid sale'
  return kind === 'void' && !['void', 'out', 'in'].includes(deed.kind)
}

function callOf({ kind, card, cents, about }: Deed): { operation: string; body: object } {
  const update = (body: object) => ({ operation: 'updateBalance', body: { cardNumber: card, ...body } })
  const products = [{ sku: 'CAKE', unitPrice: cents / 100, amountPurchased: 1 }]
  const hold = { redeemFromHoldTransactionId: about?.ref }
  switch (kind) {
    case 'issue':
      return update({ action: 'issue', amount: usd(cents) })
    case 'redeem':
      return update({ action: 'redeem', amount: usd(cents) })
    case 'most':
      return update({ action: 'redeem', amount: usd(cents * 10), redeemMaxOnOverdraw: true })
    case 'hold':
      return update({ action: 'hold', amount: usd(cents) })
    case 'use':
      return update({ action: 'redeem', amount: usd(Math.ceil((about?.cents ?? 0) / 2)), ...hold })
    case 'release':
      return update({ action: 'redeem', amount: usd(0), ...hold, releaseHoldRemainder: true })
    case 'sale':
      return { operation: 'checkout', body: { cardNumber: card, products, returnBalanceMutations: true } }
    case 'paid sale': {
      const paymentMethods = [{ redeemBalance: true, ...usd(cents) }]
      return {
        operation: 'checkout',
        body: { cardNumber: card, products, paymentMethods, returnBalanceMutations: true },
      }
    }
    case 'return': {
      const body = {
        cardNumber: card,
        checkoutRequestRef: about?.ref,
        additionalReturnAmount: (about?.cents ?? 0) / 100,
      }
      return { operation: 'returnMerchandise', body: { ...body, reversePayments: true } }
    }
    case 'void':
      return { operation: 'voidTransaction', body: { cardNumber: card, requestRef: about?.ref } }
    case 'out':
      return { operation: 'transfer', body: { action: 'out', cardNumber: card, ignoreHoldBalances: true } }
    case 'in':
      return { operation: 'transfer', body: { action: 'in', cardNumber: card, oldCardNumber: about?.card } }
  }
}

function learn(deed: Deed, { refusedWith, ref, body }: Outcome): void {
  deed.knownAt = performance.now()
  deed.refusedWith = refusedWith
  if (refusedWith !== undefined) return
  deed.ref = ref
  deed.effect = effectOf(deed, body, pointsPerDollar)
}
