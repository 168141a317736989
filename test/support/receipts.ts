import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Shop } from './shop.ts'

/** One call of a till as the till knows it: what it asked for, and what it was told, if anything. */
interface Receipt {
  readonly id: string
  readonly card: string
  readonly cents: number
  /** Undefined while there was no answer, or none that says what became of the call. */
  ref?: string
  refusedWith?: number
  /** How long the till waited. */
  milliseconds: number
}

/** Longer than any call may take. */
const callMsMax = 60_000

/** Then tills take a breath between two sales: each sale is looked up in the end. */
const hurriedSales = 400

/** Tills that keep selling through whatever happens to the server, and keep every receipt. */
export class Receipts {
  readonly all: Receipt[] = []
  private readonly cards: readonly string[]
  private selling = true
  private count = 0

  private constructor(cards: readonly string[]) {
    this.cards = cards
  }

  static async open(shop: Shop, cardCount = 5): Promise<Receipts> {
    const cards = await Promise.all(
      Array.from({ length: cardCount }, async () => (await shop.must('allocate', { cardSetId: 'cards' })).cardNumber),
    )
    return new Receipts(cards)
  }

  /** Starts so many tills; `stop` ends them and waits for the calls under way. */
  sell(shop: Shop, tills = 8): () => Promise<void> {
    this.selling = true
    const running = Array.from({ length: tills }, async () => {
      while (this.selling) {
        await this.sellOnce(shop)
        if (this.count > hurriedSales) await wait(10)
      }
    })
    return async () => {
      this.selling = false
      await Promise.all(running)
    }
  }

  async sellOnce(shop: Shop): Promise<Receipt> {
    const number = this.count
    this.count += 1
    const card = this.cards[number % this.cards.length] ?? ''
    // Issued amounts differ, so that one that is lost and one that is doubled cannot make up for each other.
    const receipt: Receipt = { id: `sale-${number}`, card, cents: 100 + number, milliseconds: 0 }
    this.all.push(receipt)
    const answer = await this.send(shop, receipt)
    // A server that is gone refuses at once; the next customer comes a little later.
    if (!answer?.body.success) await wait(20)
    return receipt
  }

  get acknowledged(): Receipt[] {
    return this.all.filter(({ ref }) => ref !== undefined)
  }

  /** Waits until so many calls have been acknowledged since now: the tills are then in full swing. */
  async reach(count = 60): Promise<void> {
    const goal = this.acknowledged.length + count
    const until = performance.now() + 90_000
    while (this.acknowledged.length < goal) {
      assert.ok(performance.now() < until, `only ${this.acknowledged.length} calls were acknowledged`)
      await wait(5)
    }
  }

  get refusals(): number[] {
    return [...new Set(this.all.flatMap(({ refusedWith }) => refusedWith ?? []))].toSorted((a, b) => a - b)
  }

  get longestWait(): number {
    return Math.max(...this.all.map(({ milliseconds }) => milliseconds))
  }

  /** Every acknowledged call is there once; every other one, repeated with its id, ends up there once. */
  async settle(shop: Shop): Promise<void> {
    const left = [...this.all]
    const clerk = async () => {
      for (let receipt = left.pop(); receipt; receipt = left.pop()) await settleOne(shop, receipt)
    }
    await Promise.all(Array.from({ length: 16 }, clerk))
    for (const card of this.cards) {
      const sum = this.all.filter((one) => one.card === card).reduce((cents, one) => cents + one.cents, 0)
      const [balance] = await shop.balances(card)
      assert.equal(Math.round((balance?.amount ?? 0) * 100), sum, `the balance of ${card}`)
    }
  }

  private async send(shop: Shop, receipt: Receipt) {
    const began = performance.now()
    const call = shop.call('updateBalance', toBody(receipt), { customRequestId: receipt.id }).catch(() => undefined)
    const answer = await Promise.race([call, wait(callMsMax, undefined, { ref: false })])
    receipt.milliseconds = performance.now() - began
    if (answer?.body.success) receipt.ref = answer.body.requestRef
    else if (answer) receipt.refusedWith = answer.body.errorCode
    return answer
  }
}

function toBody({ card, cents }: Receipt): object {
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: cents / 100 }
  return { cardNumber: card, action: 'issue', amount }
}

async function settleOne(shop: Shop, receipt: Receipt): Promise<void> {
  const { body, headers } = await shop.call('updateBalance', toBody(receipt), { customRequestId: receipt.id })
  if (receipt.ref !== undefined) {
    assert.deepEqual([body.errorCode, headers['purser-original-request']], [3, receipt.ref], receipt.id)
  } else if (receipt.refusedWith === 109) {
    assert.equal(body.success, true, `${receipt.id} was refused with 109, so it cannot have been carried out`)
  } else {
    assert.ok(body.success || body.errorCode === 3, `${receipt.id}: ${JSON.stringify(body)}`)
  }
  const ref = body.success ? body.requestRef : headers['purser-original-request']
  const looked = await shop.must('requestLookup', { requestRef: ref })
  const amounts = looked.balanceMutations.map(({ amount }: { amount: number }) => amount)
  assert.deepEqual(amounts, [receipt.cents / 100], receipt.id)
}
