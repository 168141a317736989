import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'
import { broughtBack, undone } from '../support/undo-shop.ts'

/** What happens after a sale of three, of whose points some were spent in two calls: twins see the same without returns. */
type Event = 'return1' | 'return2' | 'void1' | 'void2' | 'unspend1' | 'unspend2' | 'move'

const isOfReturn = (event: Event): boolean => event.startsWith('return') || event.startsWith('void')

/** Every order of the events in which a return comes before its void. */
function ordersOf(left: readonly Event[], done: readonly Event[] = []): Event[][] {
  if (left.length === 0) return [[...done]]
  return left
    .filter((event) => !event.startsWith('void') || done.includes(`return${event.slice(4)}` as Event))
    .flatMap((event) =>
      ordersOf(
        left.filter((one) => one !== event),
        [...done, event],
      ),
    )
}

/** Some of those in which both returns come before the move and both voids after it, and a few of the others. */
const orders = ordersOf(['return1', 'return2', 'void1', 'void2', 'unspend1', 'unspend2', 'move']).filter(
  (order, index) => {
    const before = order.slice(0, order.indexOf('move'))
    const isBetween = before.filter(isOfReturn).every((event) => event.startsWith('return')) && before.length > 1
    return index % (isBetween && before.includes('return1') && before.includes('return2') ? 5 : 100) === 0
  },
)

interface Shown {
  readonly balanceType: string
  readonly amount: number
  readonly balanceExpiration?: number
}

/** What a card has, and in how many days it expires. */
const shown = (balances: readonly Shown[]): string =>
  balances
    .map(({ balanceType, amount, balanceExpiration: at }) => {
      const days = at === undefined ? 'never' : Math.round((at - Date.now()) / 1000 / oneDay)
      return `${amount} ${balanceType} ${days}`
    })
    .join(', ')

const pay = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 8 }
const paymentMethods = [pay, { paymentType: 'cash', amount: 7 }]
/** Of 15 points earned and 6 that were there: how many were spent; and what each return gave back of the 8 that were paid. */
const amounts = [
  [4, 3, 4.5],
  [12, 0.01, 7.99],
  [18, 4, 4],
] as const

for (const [spent, first, second] of amounts)
  test(`returns that are voided around a transfer never were: ${spent} spent, ${first} and ${second} repaid`, async () => {
    const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1), { expiresAfter: { days: 10 } })] }], {
      cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 200, prefix: '60', length: 16 } }],
    })
    const expiring = { issuedBalanceExpiration: secondsFromNow(20 * oneDay) }

    const tell = async (events: readonly Event[]) => {
      let cardNumber = await shop.card({ usd: 5 })
      await shop.issue(cardNumber, { usd: 4 }, expiring)
      await shop.issue(cardNumber, { points: 6 }, expiring)
      const { requestRef } = await bought('3 ESP 5', { cardNumber, paymentMethods })
      const spend = async () => (await shop.redeem(cardNumber, { points: spent / 2 })).body.requestRef
      const [spending1, spending2] = [await spend(), await spend()]
      const refs = new Map<string, string>()
      const bringBack = async (name: string, reversedPaymentAmount: number) => {
        const brought = await broughtBack(shop, { cardNumber, requestRef }, '1 ESP', { reversedPaymentAmount })
        refs.set(name, brought.requestRef)
      }
      const deeds: Record<Event, () => Promise<unknown>> = {
        return1: () => bringBack('1', first),
        return2: () => bringBack('2', second),
        void1: () => undone(shop, cardNumber, refs.get('1') ?? ''),
        void2: () => undone(shop, cardNumber, refs.get('2') ?? ''),
        unspend1: () => undone(shop, cardNumber, spending1),
        unspend2: () => undone(shop, cardNumber, spending2),
        move: async () => {
          const heir = await shop.card()
          await shop.must('transfer', { action: 'out', cardNumber })
          await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: cardNumber })
          cardNumber = heir
        },
      }
      for (const event of events) await deeds[event]()
      return shown(await shop.balances(cardNumber, { balanceExpirations: true }))
    }

    const twin = await tell(['unspend1', 'move', 'unspend2'])
    const differing: string[] = []
    const untold = orders.values()
    const tellAll = async () => {
      for (const order of untold) {
        const left = await tell(order)
        if (left !== twin) differing.push(`${order}: ${left}`)
      }
    }
    await Promise.all([tellAll(), tellAll(), tellAll(), tellAll()])
    assert.deepEqual(differing, [], `the twin has ${twin}`)
    assert.deepEqual(await shop.verify(), [])
  })
