import type { Card, CheckoutLock } from '../card/card.ts'
import { guardCard } from '../card/guard.ts'
import type { Decision, DecisionContext } from '../decision/decision.ts'
import { defined } from '../kernel/defined.ts'
import { isRefusal } from '../kernel/errors.ts'

interface NamesCard {
  readonly cardNumber: string
  readonly forcePinValidation?: boolean
  readonly pin?: string
}

/** Guards the card that a request names (2, 110, 112, 10, 113), then decides. A right pin counts even if the rest is refused. */
export function withCard<Request extends NamesCard, Response>(
  context: DecisionContext<Request>,
  decide: (card: Card) => Decision<Response>,
  passesLock?: (lock: CheckoutLock) => boolean,
): Decision<Response> {
  const { request, brand, pins, now } = context
  const given = defined({
    forcePinValidation: request.forcePinValidation ?? false,
    pin: request.pin,
  })
  const found = context.card(request.cardNumber)
  const guarded = guardCard(found, given, defined({ brandId: brand.id, pins, now, passesLock }))
  if (isRefusal(guarded)) return guarded
  const decision = decide(guarded)
  return decision.kind === 'refusal' && guarded !== found ? { ...decision, keeps: guarded } : decision
}
