import { type Card, lockOf } from '../../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import type { Outcome } from '../../../domain/decision/outcome.ts'
import type { Touches } from '../../../domain/decision/touches.ts'
import { id } from '../../../ground/contract/field.ts'
import { refuse } from '../../../ground/kernel/errors.ts'

/** The request of a job's command on one card: the root card and, if it is about a child, the child card. */
export const dueCardRequest = {
  cardNumber: id('The root card.').required(),
  childCardNumber: id('The child card that it is about.'),
}

export interface DueCardRequest {
  readonly cardNumber: string
  readonly childCardNumber?: string
}

export function dueCardTouches({ cardNumber, childCardNumber }: DueCardRequest): Touches {
  return childCardNumber === undefined
    ? { cards: [cardNumber] }
    : { children: [{ root: cardNumber, child: childCardNumber }] }
}

export type Changed = Pick<Outcome<object>, 'postings' | 'detail'> & { readonly card: Card }

/**
 * Decides on the card whatever its status: balance also expires on cards that cannot be used. A card that is locked by
 * a checkout has to wait (113). Undefined means that nothing is due: another worker was faster, or a call changed it.
 */
export function decideDueCard(
  context: DecisionContext<DueCardRequest>,
  decide: (card: Card) => Changed | undefined,
): Decision<Record<string, never>> {
  const { request, now } = context
  const { cardNumber: root, childCardNumber: child } = request
  const found = context.card(root)
  if (!found) return refuse(2)
  const card = child === undefined ? found : context.child({ root, child })
  if (!card) return refuse(129)
  if (lockOf(found, now)) return refuse(113)
  const changed = decide(card)
  if (!changed) return refuse(100, 'Nothing is due on this card.')
  const { card: after, ...rest } = changed
  return child === undefined
    ? { kind: 'outcome', response: {}, subject: after, cards: [after], ...rest }
    : { kind: 'outcome', response: {}, subject: found, child: after, cards: [found, after], ...rest }
}
