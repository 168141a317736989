import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { type Clerk, openDesk } from '../support/portal-desk.ts'
import { openShop, type Shop, testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const limit = { money: 40, points: 60, perDay: { money: 400, points: 600 } }
const limits = { support: { return: limit, void: limit } }
const points = { issue: { balanceType: 'Points', amount: { per: 1, of: 'checkout.netTotal', give: 1 } } }
const campaigns = [{ id: 'c', name: 'c', rules: [{ id: 'r', name: 'r', trigger: 'checkout', then: [points] }] }]

/** Numbers below `end`, the same for a seed. */
function rolling(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % end
  }
}

interface Undoable {
  readonly ref: string
  readonly total: number
  readonly isSale: boolean
}

/** A history of sales with payments by the card and by redemptions before, and undoing by somebody with limits. */
class History {
  readonly done: Undoable[] = []
  readonly answers = { refused: 0, done: 0 }
  given = { money: 0, points: 0 }
  private readonly shop: Shop
  private readonly clerk: Clerk
  private readonly card: string
  private readonly roll: (end: number) => number

  constructor(shop: Shop, clerk: Clerk, card: string, seed: number) {
    this.shop = shop
    this.clerk = clerk
    this.card = card
    this.roll = rolling(seed)
  }

  async sell(): Promise<void> {
    const total = 5 + this.roll(90)
    const redeemed = this.roll(total + 1)
    const paymentMethods: object[] = []
    if (redeemed > 0 && this.roll(2) === 0)
      paymentMethods.push({ updateBalanceRequestRef: await this.redeem(redeemed) })
    const left = paymentMethods.length > 0 ? total - redeemed : total
    if (left > 0 && this.roll(3) > 0) paymentMethods.push({ redeemBalance: true, ...usd(1 + this.roll(left)) })
    const products = [{ sku: 'ESP', amountPurchased: 4, unitPrice: total / 4 }]
    const { body } = await this.shop.call('checkout', { cardNumber: this.card, products, paymentMethods })
    if (body.success) this.done.push({ ref: body.requestRef, total, isSale: true })
  }

  async undo(): Promise<void> {
    const one = this.done[this.roll(this.done.length)]
    if (!one) return
    const before = await this.balances()
    const answer = await this.undoOne(one)
    if (answer.error) {
      this.answers.refused += 1
      assert.deepEqual(await this.balances(), before, 'what is refused changes nothing')
      return
    }
    this.answers.done += 1
    const given = await this.givenBy(answer.requestRef)
    this.given = { money: this.given.money + given.money, points: this.given.points + given.points }
    assert.ok(given.money <= limit.money && given.points <= limit.points, JSON.stringify({ one, given }))
    this.done.push({ ref: answer.requestRef, total: one.total, isSale: false })
  }

  private undoOne({ ref, total, isSale }: Undoable) {
    const reason = { note: 'a slip' }
    if (!isSale || this.roll(2) === 0)
      return this.clerk.call('voidTransaction', { cardNumber: this.card, requestRef: ref }, reason)
    const returnedProducts = [{ sku: 'ESP', amountPurchased: 1 + this.roll(4), unitPrice: total / 4 }]
    const request = { cardNumber: this.card, checkoutRequestRef: ref, failIfOverReturn: false }
    const isReversing = this.roll(2) === 0
    return this.clerk.call(
      'returnMerchandise',
      { ...request, reversePayments: isReversing, ...(this.roll(3) > 0 && { returnedProducts }) },
      reason,
    )
  }

  private async redeem(amount: number): Promise<string> {
    const request = { cardNumber: this.card, action: 'redeem', amount: usd(amount) }
    return (await this.shop.must('updateBalance', request)).requestRef
  }

  private async balances() {
    return (await this.shop.balances(this.card)).map(({ amount }: { amount: number }) => amount)
  }

  /** What the ledger says that a call gave, whatever anybody measured. */
  private async givenBy(ref: string): Promise<{ money: number; points: number }> {
    const rows = await pool.rows<{ balance_type: string; amount: number; scale: number }>`
      select value_type.balance_type, ledger.amount, value_type.scale
      from ledger
      join value_type on value_type.brand_id = ledger.brand_id and value_type.value_type_id = ledger.value_type_id
      where ledger.brand_id = ${this.shop.id} and ledger.request_ref = ${ref} and ledger.amount > 0`
    const sumOf = (isMoney: boolean) =>
      rows
        .filter((row) => (row.balance_type === 'Currency') === isMoney)
        .reduce((sum, { amount, scale }) => sum + amount / 10 ** scale, 0)
    return { money: sumOf(true), points: sumOf(false) }
  }
}

for (const seed of [1, 2, 3]) {
  test(`of any history, nobody gives back more than their limit by one call, nor in a day (seed ${seed})`, async () => {
    const shop = await openShop({ more: { campaigns, portal: { limits } } })
    const card = await shop.card({ usd: 100_000 })
    const history = new History(shop, await openDesk(shop).as('support'), card, seed)
    for (let round = 0; round < 60; round += 1) await (round % 5 < 3 ? history.sell() : history.undo())
    assert.ok(history.answers.done > 3 && history.answers.refused > 3, JSON.stringify(history.answers))
    assert.ok(history.given.money <= 2 * limit.perDay.money && history.given.points <= 2 * limit.perDay.points)
    assert.deepEqual(await shop.verify(), [])
  })
}
