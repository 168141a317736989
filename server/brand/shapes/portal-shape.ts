import { decimal, flag } from '../reading/scalars.ts'
import { object, optional, or } from '../reading/shape.ts'

/** How much somebody may do alone: money in the brand's main currency, and points, stars or punches. */
const amounts = object(
  { money: optional(decimal({ min: 0, example: '50' })), points: optional(decimal({ min: 0, example: '5000' })) },
  '{ money: 50, points: 5000 }',
)

const roleLimits = object(
  { issue: optional(amounts), void: optional(amounts), adjust: optional(amounts), cashOut: optional(amounts) },
  '{ issue: { money: 50, points: 5000 } }',
)

/** What the portal lets each role do without a second person, and whether one has to see what is published. */
export const portalShape = object(
  {
    limits: optional(
      object(
        {
          cashier: optional(roleLimits),
          support: optional(roleLimits),
          finance: optional(roleLimits),
          administrator: optional(roleLimits),
        },
        '{ support: { issue: { money: 50, points: 5000 } } }',
      ),
    ),
    publish: optional(object({ secondPerson: or(flag, false) }, '{ secondPerson: true }')),
  },
  '{ limits: { support: { issue: { money: 50, points: 5000 } } } }',
)
