import type { Account } from '../../../../domain/account/account.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { guardCard } from '../../../../domain/card/guard.ts'
import { hasHolds } from '../../../../domain/card/holds.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'

interface NamesGift {
  readonly giftCardNumber: string
  /** It was sent on, and waits for whoever it was sent to. */
  readonly isSent?: boolean
}

/** A card that somebody is known to have is none, whoever has read its number and pin. */
export function findGiftCard(context: DecisionContext<NamesGift>): Card | Refusal | Needs {
  const { request, card, childrenOf, brand, pins, past, now } = context
  const { giftCardNumber, isSent = false } = request
  const isWaiting = (status: Card['status']) => isSent && status === 'Suspended'
  const guard = { brandId: brand.id, pins, now, takesBlocked: isWaiting }
  const gift = guardCard(card(giftCardNumber), { forcePinValidation: false }, guard)
  if (isRefusal(gift)) return gift
  if (isSent && !isWaiting(gift.status)) return refuse(112, 'It is no longer sent to anybody.')
  if (gift.expiresAt !== undefined && gift.expiresAt <= now) return refuse(112, 'The card has expired.')
  if (childrenOf(gift).length > 0) return refuse(128, 'The card has child cards.')
  if (hasHolds(gift)) return refuse(127)
  const { account } = past(gift.id)
  if (!account) return { kind: 'needs', needs: [{ kind: 'facts', card: gift.id, facts: [{ kind: 'account' }] }] }
  return namesSomebody(account) ? refuse(128, 'The card belongs to somebody.') : gift
}

const namesSomebody = ({ customer }: Pick<Account, 'customer'>): boolean =>
  personal.some((field) => customer[field] !== undefined && customer[field] !== '')

const personal = ['firstName', 'lastName', 'email', 'mobilePhone', 'phone'] as const
