import { type Instant, minute } from '../../../ground/kernel/time.ts'
import { Chance } from '../chance.ts'
import { type Day, historyDays, visitTime } from './calendar.ts'
import type { DemoYear } from './demo-year.ts'
import { walkerCount } from './people.ts'
import { placeAt } from './staff.ts'
import type { DemoStep } from './step.ts'

export const giftCardCount = 60

/** A gift card is sold, most of all before Christmas, and then paid with until it is empty or forgotten. */
export function planGiftCard(number: number, cardNumber: string, year: DemoYear): readonly DemoStep[] {
  const chance = new Chance(`${year.seed} gift ${number}`)
  const sold = chance.isTrue(0.4) ? findDecember(year.days, chance) : chance.whole(3, historyDays - 5)
  const location = chance.pick(['L1', 'L2', 'WEB'])
  const steps: DemoStep[] = []
  const add = (at: Instant, day: Day, { verb, operation, body }: Use) =>
    steps.push({
      name: `gift ${number} ${verb}`,
      at,
      walker: number % walkerCount,
      operation,
      place: placeAt(location, day, chance),
      body: { cardNumber, ...body },
    })
  const first = year.days.find(({ ago }) => ago === sold)
  if (!first) return []
  const usd = (amount: number) => ({ amount: { balanceType: 'Currency', balanceCode: 'USD', amount } })
  const soldAt = visitTime(first, chance)
  const load = { action: 'issue', ...usd(chance.pick([10, 25, 25, 50, 100])) }
  add(soldAt, first, { verb: 'allocated', operation: 'allocate', body: {} })
  add(soldAt + minute, first, { verb: 'loaded', operation: 'updateBalance', body: load })
  for (const day of year.days) {
    if (day.ago >= sold || !chance.isTrue(5 / Math.max(sold, 30))) continue
    const body = { action: 'redeem', ...usd(chance.whole(4, 14)), redeemMaxOnOverdraw: true }
    add(visitTime(day, chance), day, { verb: `pays ${day.ago}`, operation: 'updateBalance', body })
  }
  return steps
}

interface Use {
  readonly verb: string
  readonly operation: string
  readonly body: object
}

function findDecember(days: readonly Day[], chance: Chance): number {
  return chance.pick(days.filter(({ month, date }) => month === 12 && date.slice(8) < '25')).ago
}
