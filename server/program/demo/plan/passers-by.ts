import { Chance } from '../chance.ts'
import { fillBasket, totalOf } from './baskets.ts'
import { busyness, visitTime } from './calendar.ts'
import type { DemoYear } from './demo-year.ts'
import { type DemoPerson, stationOpensAgo, walkerCount } from './people.ts'
import { placeAt } from './staff.ts'
import type { DemoStep } from './step.ts'

/** Sales without a card, so that not everybody is known. */
export function planPassersBy(year: DemoYear, anybody: DemoPerson): readonly DemoStep[] {
  const chance = new Chance(`${year.seed} passers-by`)
  return year.days.flatMap((day) => {
    const count = Math.floor(1.2 * busyness(day) * chance.between(0.4, 1.6))
    return Array.from({ length: count }, (_, index): DemoStep => {
      const products = fillBasket(anybody, day.month, chance)
      const location = chance.pick(day.ago < stationOpensAgo ? ['L1', 'L2', 'L3'] : ['L1', 'L2'])
      return {
        name: `passer-by ${day.ago} ${index}`,
        at: visitTime(day, chance),
        walker: index % walkerCount,
        operation: 'checkout',
        place: placeAt(location, day, chance),
        body: { products, paymentMethods: [{ paymentType: 'cash', amount: totalOf(products) }] },
      }
    })
  })
}
