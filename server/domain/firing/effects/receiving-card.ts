import type { NoEffectReason } from '../../campaign/effects.ts'
import type { Card } from '../../card/card.ts'
import type { Run } from '../run.ts'
import { obstacleTo } from './move-balance.ts'

/** Whose a coupon, a message or an event is. */
export type Receiving =
  /** Of the card of the call, if it has one. */
  | { readonly kind: 'own' }
  /** Of somebody else, who sees nothing of the buyer and whom the buyer sees nothing of. */
  | { readonly kind: 'referrer'; readonly card: Card }
  | { readonly kind: 'nobody'; readonly reason: NoEffectReason }

const own: Receiving = { kind: 'own' }

/** With trigger refer, the card of the call is the referrer. A card that is locked or out of use gets nothing. */
export function receivingCard({ state, context }: Run, to: 'card' | 'referrer' | undefined): Receiving {
  if (to !== 'referrer') return own
  const card = state.bookOf('referrer')?.card
  if (!card) return { kind: 'nobody', reason: 'noReferrer' }
  if (card.id === state.bookOf('root')?.card.id) return own
  const reason = obstacleTo(card, context.now)
  return reason ? { kind: 'nobody', reason } : { kind: 'referrer', card }
}
