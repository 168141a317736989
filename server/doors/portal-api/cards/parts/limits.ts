import type { Brand } from '../../../../domain/brand/brand.ts'
import type { PortalRole } from '../../../../domain/brand/shapes/portal-shape.ts'
import { limitedActions, limitOf } from '../../../../domain/judge/limits.ts'
import { toNumber } from '../../../../domain/judge/sums.ts'
import { model, number, oneOf, text } from '../../../../ground/contract/field.ts'

export const limitModel = model('PortalLimit', 'What somebody may do without a second person.', {
  action: oneOf('What is limited.', limitedActions).required(),
  money: number('In the main currency.').required(),
  points: number('Of points, stars and punches.').required(),
  moneyPerDay: number('The same for a day.').required(),
  pointsPerDay: number('The same for a day.').required(),
  currency: text('The main currency.').required(),
})

export function showLimits(brand: Brand, role: PortalRole) {
  return limitedActions.map((action) => {
    const { once, perDay } = limitOf(brand, role, action)
    return {
      action,
      money: toNumber(once.money),
      points: toNumber(once.points),
      moneyPerDay: toNumber(perDay.money),
      pointsPerDay: toNumber(perDay.points),
      currency: brand.currency,
    }
  })
}
