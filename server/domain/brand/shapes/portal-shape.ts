import { decimal, flag, oneOf, text } from '../reading/scalars.ts'
import { distinct, object, optional, or, required } from '../reading/shape.ts'

/** How much somebody may do alone: money in the brand's main currency, and points, stars or punches. */
const sums = {
  money: optional(decimal({ min: 0, example: '50' })),
  points: optional(decimal({ min: 0, example: '5000' })),
}

/** At once, and together in a day. */
const amounts = object(
  { ...sums, perDay: optional(object(sums, '{ money: 500, points: 50000 }')) },
  '{ money: 50, points: 5000 }',
)

const roleLimits = object(
  {
    issue: optional(amounts),
    return: optional(amounts),
    void: optional(amounts),
    adjust: optional(amounts),
    cashOut: optional(amounts),
    move: optional(amounts),
    approve: optional(amounts),
  },
  '{ issue: { money: 50, points: 5000 } }',
)

/** The roles of the portal, as server/doors/access has them. */
export const portalRoles = [
  'administrator',
  'marketer',
  'support',
  'cashier',
  'finance',
  'developer',
  'readOnly',
] as const

export type PortalRole = (typeof portalRoles)[number]

/** What customers can be found by who have no card with them. */
export const customerFacts = ['phone', 'email', 'name'] as const

export type CustomerFact = (typeof customerFacts)[number]

/**
 * What the portal lets each role do without a second person, whether one has to see what is
 * published, who needs a second factor, and what customers are found by at a till.
 */
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
    approvals: optional(oneOf('on', 'off')),
    publish: optional(
      object(
        {
          secondPerson: or(flag, false),
          maxGiven: optional(object({ percent: required(decimal({ min: 0, example: '20' })) }, '{ percent: 20 }')),
        },
        '{ secondPerson: true }',
      ),
    ),
    secondFactor: optional(distinct(oneOf(...portalRoles))),
    findCustomers: optional(distinct(oneOf(...customerFacts))),
    testRecipients: optional(distinct(text({ max: 320 }))),
  },
  '{ limits: { support: { issue: { money: 50, points: 5000 } } } }',
)
