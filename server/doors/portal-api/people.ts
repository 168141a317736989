import type { Model, Tells } from '../../ground/contract/field.ts'
import { findWithheld, type Withheld, withoutWithheld } from '../../ground/contract/withheld.ts'
import type { Standing } from '../access/visitor.ts'
import { type PortalRefusal, turnDown } from './refusal.ts'

const secrets: Withheld = new Set<Tells>(['secret'])
const people: Withheld = new Set<Tells>(['person'])
const secretsAndPeople: Withheld = new Set<Tells>(['secret', 'person'])

type Sight = Pick<Standing, 'permissions'>

/** The one place that says who reads what of people: every answer of the portal about a brand goes through it. */
const withheldFrom = ({ permissions }: Sight): Withheld =>
  permissions.has('customers.see') ? secrets : secretsAndPeople

/** What a visitor reads of an answer. */
export const shownTo = (standing: Sight, model: Model, answer: object): object =>
  withoutWithheld(model, answer, withheldFrom(standing))

/** Whoever may not see people does not find out about them by asking for a name either. */
export function findPersonAsked(standing: Sight, model: Model, request: object): PortalRefusal | undefined {
  const path = standing.permissions.has('customers.see') ? undefined : findWithheld(model, request, people)
  return path === undefined
    ? undefined
    : turnDown('forbidden', `${path}: this is about who somebody is, and your role does not include seeing that.`)
}
