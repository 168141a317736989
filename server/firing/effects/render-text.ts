import { discountOf } from '../../checkout/basket.ts'
import { type Lookup, type MessageTemplate, renderText } from '../../message/render.ts'
import { variablesOf } from '../../message/variables.ts'
import type { Fired } from '../fired-effect.ts'
import type { Run } from '../run.ts'

/** Renders a short text of a result. */
export function renderIn(run: Run, fired: Fired, text: string): string {
  wantCustomer(run, { body: text })
  return renderText(text, variablesIn(run, fired), 'text')
}

/** Asks for the customer if a text needs one that has not been read yet. The run then starts again. */
export function wantCustomer({ state, wants }: Run, { subject = '', body, html = '' }: MessageTemplate): void {
  const { card, account } = state.facts
  const isNamed = [subject, body, html].some((text) => text.includes('customer.'))
  if (isNamed && card && !account) wants.facts.push({ kind: 'account' })
}

/** The current variables of messages. A message tells what its own rule did last. */
export function variablesIn(run: Run, fired: Fired): Lookup {
  const { brand, call } = run.context
  const { basket } = run.result
  return variablesOf(run.state.facts, {
    brand,
    locationName: brand.locations.get(call.locationId)?.name,
    checkoutDiscount: basket && discountOf(basket),
    mutation: fired.mutation,
    discount: fired.discount,
    coupon: fired.coupon,
  }).lookup
}
