import type { Brand } from '../brand/brand.ts'
import { isUsable } from '../card/guard.ts'
import { issue, redeem } from '../card/movements.ts'
import type { BalanceMutation, KeptMutation } from '../checkout/record.ts'
import { defined } from '../kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../kernel/errors.ts'
import type { Instant } from '../kernel/time.ts'
import { mayReceive } from './effects/move-balance.ts'
import type { Books } from './run-input.ts'

/**
 * Does to balances what was decided earlier, exactly or not at all. Lots are chosen now; limits of single
 * movements were judged when it was decided.
 */
export function executeMutations(
  mutations: readonly KeptMutation[],
  books: Books,
  { brand, now }: { readonly brand: Brand; readonly now: Instant },
): Refusal | undefined {
  for (const mutation of mutations) {
    const refusal = mutation.kind === 'discount' ? undefined : execute(mutation, books, { brand, now })
    if (refusal) return refusal
  }
  return undefined
}

function execute(
  mutation: BalanceMutation,
  books: Books,
  { brand, now }: { readonly brand: Brand; readonly now: Instant },
): Refusal | undefined {
  const { valueType: number, bucket, amount, expiresAt, activeAt, origin } = mutation
  const book = books[mutation.holder]
  const valueType = brand.valueTypes.get(number)
  if (!book || !valueType) return refuse(115)
  if (mutation.holder === 'referrer' && !mayReceive(book.card, now)) return refuse(isUsable(book.card, now) ? 113 : 112)
  const kind = mutation.kind === 'payment' ? 'UpdateBalance' : 'Campaign'
  const movement = defined({ purse: { valueType: number, bucket }, kind, now, origin })
  if (amount < 0) {
    const taken = redeem(book, { ...movement, amount: -amount })
    return isRefusal(taken) ? taken : undefined
  }
  // A value type that was switched off meanwhile gets what was promised: nothing is judged again.
  const open = { ...valueType, switchedOff: false }
  return issue(book, open, {
    ...movement,
    amount,
    returnRelated: mutation.returnRelated ?? false,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(activeAt !== undefined && { activeAt }),
  })
}
