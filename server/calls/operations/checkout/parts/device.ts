import { type MarkNeed, needKey } from '../../../../domain/campaign/needs.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import type { CheckoutContext } from './contract.ts'

/** The mark of the device that a call names, or what must be fetched to make it. */
export function deviceOf({ request, past }: Pick<CheckoutContext, 'request' | 'past'>): string | Needs | undefined {
  const { device: value } = request
  if (value === undefined || value === '') return undefined
  const need: MarkNeed = { kind: 'mark', of: 'device', value }
  const mark = past(undefined).answers.get(needKey(need))
  return typeof mark === 'string' ? mark : { kind: 'needs', needs: [{ kind: 'facts', facts: [need] }] }
}
