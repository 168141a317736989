import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Card } from './card.ts'

/** What a card had when it was transferred out. The pin is not in it, nor anything about the person. */
export interface CardSnapshot {
  readonly cardId: CardId
  readonly content: Pick<
    Card,
    | 'number'
    | 'setId'
    | 'status'
    | 'customNumber'
    | 'activatedAt'
    | 'expiresAt'
    | 'owningLocation'
    | 'balances'
    | 'lots'
    | 'portions'
  >
}

export function snapshotOf(card: Card): CardSnapshot {
  const { number, setId, status, customNumber, activatedAt, expiresAt, owningLocation, balances, lots, portions } = card
  return {
    cardId: card.id,
    content: defined({
      number,
      setId,
      status,
      customNumber,
      activatedAt,
      expiresAt,
      owningLocation,
      balances,
      lots: lots.filter(({ amount }) => amount > 0),
      portions,
    }),
  }
}
