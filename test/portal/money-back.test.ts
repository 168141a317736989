import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentsBackSoFar } from '../../server/calls/operations/return/parts/returned-payments.ts'
import { netShare } from '../../server/calls/operations/return/parts/returned-so-far.ts'
import type { CheckoutRecord, KeptMutation, KeptPayment } from '../../server/domain/checkout/record.ts'
import { type MoneyWay, moneyBack } from '../../server/doors/portal-api/cards/parts/money-back.ts'
import type { SaleLook } from '../../server/doors/portal-api/cards/parts/paid-sale.ts'

const [dollars, points] = [1, 2]
const worthOf = (valueType: number, amount: number) => (valueType === dollars ? amount : undefined)

/** What a balance of the card paid in the sale, as its record keeps it. */
const took = (amount: number, valueType = dollars): KeptMutation => ({
  kind: 'payment',
  holder: 'root',
  valueType,
  bucket: '',
  amount: -amount,
})
const byCard = (paid: number): KeptPayment => ({
  paid,
  balanceType: 'Currency',
  balanceCode: 'USD',
  redeemBalance: true,
})
const byOther = (paid: number): KeptPayment => ({ paid, balanceType: 'Currency', balanceCode: 'USD', request: 'gift' })
const inCash = (paid: number): KeptPayment => ({ paid, type: 'cash' })
const inPoints: KeptPayment = { paid: 0, balanceType: 'Points', amount: '1000', redeemBalance: true }

function saleOf(net: number, payments: readonly KeptPayment[], mutations: readonly KeptMutation[] = []): SaleLook {
  const sale: CheckoutRecord = {
    ref: 'sale',
    kind: 'sale',
    happenedAt: 0,
    locationId: 'L1',
    currency: 'USD',
    scale: 2,
    total: net,
    discount: 0,
    net,
    content: { lines: [], payments, mutations },
    isVoided: false,
  }
  return { sale, voids: new Map(), worthOf }
}

interface Made {
  readonly worth: number
  readonly paymentsBack?: number
  readonly reverses?: boolean
}

/** The sale after a return, however it was made. */
function after({ sale, voids, worthOf: worths }: SaleLook, { worth, paymentsBack, reverses = false }: Made): SaleLook {
  const before = sale.returned
  const ref = `return ${before?.returns.length ?? 0}`
  const made = { ref, products: [], additional: 0, value: worth, takenBack: [] }
  const returns = [...(before?.returns ?? []), { ...made, ...(paymentsBack !== undefined && { paymentsBack }) }]
  const value = returns.reduce((sum, one) => sum + one.value, 0)
  const isFull = value >= sale.total
  const reversedBy = reverses ? ref : before?.paymentsReversedBy
  const returned = {
    returns,
    total: isFull ? sale.net : netShare(sale, value),
    isFull,
    units: [],
    ...(reversedBy !== undefined && { paymentsReversedBy: reversedBy }),
  }
  const gifts = (sale.content.payments ?? []).flatMap(({ request }) => request ?? []).filter((one) => !voids.has(one))
  const nowVoid = reverses ? gifts.map((one) => [one, ref] as const) : []
  return { sale: { ...sale, returned }, voids: new Map([...voids, ...nowVoid]), worthOf: worths }
}

/** The return as the terminal would make it, and what comes of it. */
function give(look: SaleLook, worth: number, first: MoneyWay = 'card') {
  const { sale } = look
  const isFull = (sale.returned?.returns ?? []).reduce((sum, { value }) => sum + value, worth) >= sale.total
  const back = moneyBack(look, { worth, isFull }, first)
  const { part, reversesAll } = back
  const before = paymentsBackSoFar(sale)
  const kept = reversesAll ? (before > 0 ? back.toCard : undefined) : part > 0 ? part : undefined
  const next = after(look, { worth, reverses: reversesAll, ...(kept !== undefined && { paymentsBack: kept }) })
  return { back, next, out: back.toCard + back.toOthers + back.toHandOver }
}

const wayOf = ({ back }: ReturnType<typeof give>) => ({
  toCard: back.toCard,
  toOthers: back.toOthers,
  toHandOver: back.toHandOver,
  needsWhole: back.needsWhole,
})
const way = { toCard: 0, toOthers: 0, toHandOver: 0, needsWhole: false }

test('of a sale that another card paid, nothing is handed over, and it comes back as a whole', () => {
  const sale = saleOf(5000, [byOther(5000)])
  assert.deepEqual(wayOf(give(sale, 2500)), { ...way, needsWhole: true })
  assert.deepEqual(wayOf(give(sale, 5000)), { ...way, toOthers: 5000 })
})

test('what another card paid is not handed over in parts', () => {
  const sale = saleOf(10_000, [byOther(6000), inCash(4000)])
  assert.equal(give(sale, 5000).back.needsWhole, true)
  assert.deepEqual(wayOf(give(sale, 10_000)), { ...way, toOthers: 6000, toHandOver: 4000 })
  const small = give(sale, 4000)
  assert.deepEqual(wayOf(small), { ...way, toHandOver: 4000 })
  assert.deepEqual(wayOf(give(small.next, 6000)), { ...way, toOthers: 6000 })
  // A till has handed over more than was paid there.
  const till = after(sale, { worth: 5000 })
  assert.equal(give(till, 5000).back.needsWhole, true)
})

test('what a till gave back with all payments is not handed over again, in however many returns', () => {
  const sale = saleOf(10_000, [byCard(4000), inCash(6000)], [took(4000)])
  const reversed = after(sale, { worth: 1000, reverses: true })
  assert.deepEqual(wayOf(give(reversed, 9000)), { ...way, toHandOver: 6000 })
  const first = give(reversed, 5000)
  assert.equal(first.back.toHandOver, 5000)
  const second = give(first.next, 4000)
  assert.equal(second.back.toHandOver, 1000)
  assert.equal(4000 + first.out + second.out, 10_000)
  // The same where another card paid.
  const gift = after(saleOf(10_000, [byOther(6000), inCash(4000)]), { worth: 5000, reverses: true })
  assert.deepEqual(wayOf(give(gift, 5000)), { ...way, toHandOver: 4000 })
})

test('points that paid without a worth come back, and no cash for them', () => {
  const sale = saleOf(1000, [inPoints], [took(1000, points)])
  const whole = give(sale, 1000)
  assert.deepEqual([wayOf(whole), whole.back.reversesAll, whole.back.owed], [way, true, 0])
  assert.equal(give(sale, 500).back.needsWhole, true)
  const mixed = saleOf(1000, [inPoints, inCash(400)], [took(1000, points)])
  assert.deepEqual(wayOf(give(mixed, 1000)), { ...way, toHandOver: 400 })
  assert.equal(give(mixed, 500).back.needsWhole, true)
})

test('a sale whose payments were told in another way when it was completed comes back as it was paid', () => {
  const sale = saleOf(10_000, [{ paid: 4000, type: 'wallet' }, inCash(6000)], [took(4000)])
  const whole = give(sale, 10_000)
  assert.deepEqual([wayOf(whole), whole.back.reversesAll], [{ ...way, toCard: 4000, toHandOver: 6000 }, true])
  const first = give(sale, 5000)
  assert.deepEqual(wayOf(first), { ...way, toHandOver: 5000 })
  const second = give(first.next, 5000)
  assert.deepEqual(wayOf(second), { ...way, toCard: 4000, toHandOver: 1000 })
  // Which of these were the points, nobody knows.
  const unclear = saleOf(10_000, [{ paid: 4000, type: 'wallet' }, inCash(6000)], [took(900, points)])
  assert.equal(give(unclear, 10_000).back.needsWhole, true)
  // Told as paid by the card, which paid nothing: nothing goes to it.
  assert.deepEqual(wayOf(give(saleOf(1000, [byCard(1000)]), 1000)), { ...way, toHandOver: 1000 })
})

test('a redemption that was voided has come back already', () => {
  const paid = saleOf(10_000, [byOther(6000), inCash(4000)])
  const sale = { ...paid, voids: new Map([['gift', 'void']]) }
  assert.deepEqual(wayOf(give(sale, 10_000)), { ...way, toHandOver: 4000 })
  assert.deepEqual(wayOf(give(sale, 5000)), { ...way, toHandOver: 4000 })
})

test('the tip that a card paid goes back to it with the whole sale', () => {
  const sale = saleOf(10_000, [byCard(11_000)], [took(11_000)])
  assert.deepEqual(wayOf(give(sale, 10_000)), { ...way, toCard: 11_000 })
})

test('never more comes out than was paid, in whatever parts, and all of it in the end', () => {
  const sales = [
    saleOf(10_000, [byCard(4000), inCash(6000)], [took(4000)]),
    saleOf(10_000, [byCard(4000), byOther(3000), inCash(3000)], [took(4000)]),
    saleOf(10_000, [{ paid: 4000, type: 'wallet' }, inCash(6000)], [took(4000)]),
    saleOf(10_000, []),
  ]
  const parts = [1, 999, 1234, 2500, 3333, 5000, 7001]
  for (const sale of sales)
    for (const a of parts)
      for (const b of parts)
        for (const first of ['card', 'cash'] as const) {
          let [look, out, left] = [sale, 0, 10_000]
          for (const part of [a, b]) {
            const worth = Math.min(part, left)
            const made = worth > 0 ? give(look, worth, first) : undefined
            if (!made || made.back.needsWhole) continue
            look = made.next
            out += made.out
            left -= worth
            assert.ok(out <= 10_000 - left, `${out} for ${10_000 - left}`)
          }
          if (left > 0) out += give(look, left, first).out
          assert.equal(out, 10_000, `${a} and ${b}, ${first} first`)
        }
})
