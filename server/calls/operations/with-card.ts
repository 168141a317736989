import type { Card } from '../../domain/card/card.ts'
import { type GuardContext as CardGuard, guardCard } from '../../domain/card/guard.ts'
import type { Decision, DecisionContext } from '../../domain/decision/decision.ts'
import { isRefusal } from '../../ground/kernel/errors.ts'

interface NamesCard {
  readonly cardNumber: string
  readonly forcePinValidation?: boolean | undefined
  readonly pin?: string | undefined
}

type GuardContext = Pick<DecisionContext<NamesCard>, 'request' | 'brand' | 'pins' | 'now' | 'card'>

/** Guards the card that a request names (2, 110, 112, 10, 113), then decides. A right pin counts even if the rest is refused. */
export function withCard<Response>(
  context: GuardContext,
  decide: (card: Card) => Decision<Response>,
  exceptions: Pick<CardGuard, 'passesLock' | 'takesBlocked'> = {},
): Decision<Response> {
  const { request, brand, pins, now } = context
  const { cardNumber, forcePinValidation = false, pin } = request
  const given = pin === undefined ? { forcePinValidation } : { forcePinValidation, pin }
  const guard = { brandId: brand.id, pins, now, ...exceptions }
  const found = context.card(cardNumber)
  const guarded = guardCard(found, given, guard)
  if (isRefusal(guarded)) return guarded
  const decision = decide(guarded)
  return decision.kind === 'refusal' && guarded !== found ? { ...decision, keeps: guarded } : decision
}
