import type { Card, CheckoutLock } from '../card/card.ts'
import { guardCard } from '../card/guard.ts'
import type { Decision, DecisionContext } from '../decision/decision.ts'

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
  const given = {
    forcePinValidation: request.forcePinValidation ?? false,
    ...(request.pin !== undefined && { pin: request.pin }),
  }
  const found = context.card(request.cardNumber)
  const guarded = guardCard(found, given, { brandId: brand.id, pins, now, ...(passesLock && { passesLock }) })
  if ('kind' in guarded) return guarded
  const decision = decide(guarded)
  return decision.kind === 'refusal' && guarded !== found ? { ...decision, keeps: guarded } : decision
}
