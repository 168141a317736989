import { minute } from '../../kernel/time.ts'
import { Chance } from '../chance.ts'
import { type Day, historyDays, visitTime } from './calendar.ts'
import { walkerCount } from './people.ts'
import type { Scene } from './scene.ts'
import { placeAt } from './staff.ts'
import type { Step } from './step.ts'

export const giftCardCount = 60

/** A gift card is sold, most of all before Christmas, and then paid with until it is empty or forgotten. */
export function planGiftCard(number: number, cardNumber: string, scene: Scene): readonly Step[] {
  const chance = new Chance(`${scene.seed} gift ${number}`)
  const sold = chance.isTrue(0.4) ? findDecember(scene.days, chance) : chance.whole(3, historyDays - 5)
  const location = chance.pick(['L1', 'L2', 'WEB'])
  const steps: Step[] = []
  const add = (day: Day, verb: string, operation: string, body: object) =>
    steps.push({
      name: `gift ${number} ${verb}`,
      at: verb === 'allocated' ? day.opensAt + 30 * minute : visitTime(day, chance) + 31 * minute,
      walker: number % walkerCount,
      operation,
      place: placeAt(location, day, chance),
      body: { cardNumber, ...body },
    })
  const first = scene.days.find(({ ago }) => ago === sold)
  if (!first) return []
  const usd = (amount: number) => ({ amount: { balanceType: 'Currency', balanceCode: 'USD', amount } })
  add(first, 'allocated', 'allocate', {})
  add(first, 'loaded', 'updateBalance', { action: 'issue', ...usd(chance.pick([10, 25, 25, 50, 100])) })
  for (const day of scene.days) {
    if (day.ago >= sold || !chance.isTrue(5 / Math.max(sold, 30))) continue
    add(day, `pays ${day.ago}`, 'updateBalance', {
      action: 'redeem',
      ...usd(chance.whole(4, 14)),
      redeemMaxOnOverdraw: true,
    })
  }
  return steps
}

function findDecember(days: readonly Day[], chance: Chance): number {
  return chance.pick(days.filter(({ month, date }) => month === 12 && date.slice(8) < '25')).ago
}
