import { defined } from '../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Brand } from '../brand/brand.ts'
import type { NoEffectReason } from '../campaign/effects.ts'
import type { CardBook } from '../card/book.ts'
import { issue, redeem } from '../card/movements.ts'
import type { BalanceMutation, KeptMutation } from '../checkout/record.ts'
import { obstacleTo } from './effects/move-balance.ts'
import type { Books } from './run-input.ts'

/** What was carried out of earlier decisions, and what a referrer could not be given. */
export interface Executed {
  readonly kind: 'executed'
  readonly done: readonly KeptMutation[]
  readonly left: readonly LeftMutation[]
}

export interface LeftMutation {
  readonly mutation: BalanceMutation
  readonly reason: NoEffectReason
}

/**
 * Changes balances as was decided earlier: exactly, or not at all. Only what a referrer cannot be given is left out,
 * because nobody's checkout may fail because of somebody else's card. Lots are chosen now; the limits of single
 * movements were checked when it was decided.
 */
export function executeMutations(
  mutations: readonly KeptMutation[],
  books: Books,
  context: { readonly brand: Brand; readonly now: Instant },
): Executed | Refusal {
  const done: KeptMutation[] = []
  const left: LeftMutation[] = []
  for (const mutation of mutations) {
    if (mutation.kind === 'discount') {
      done.push(mutation)
      continue
    }
    const { holder } = mutation
    const reason = holder === 'referrer' ? giveReferrer(mutation, books.referrer, context) : undefined
    const refusal = holder === 'referrer' ? undefined : execute(mutation, books[holder], context)
    if (refusal) return refusal
    if (reason) left.push({ mutation, reason })
    else done.push(mutation)
  }
  return { kind: 'executed', done, left }
}

/** Returns the reason if it could not be given. */
function giveReferrer(
  mutation: BalanceMutation,
  book: CardBook | undefined,
  context: { readonly brand: Brand; readonly now: Instant },
): NoEffectReason | undefined {
  if (!book) return 'lost'
  const obstacle = obstacleTo(book.card, context.now)
  return obstacle ?? (execute(mutation, book, context) ? 'full' : undefined)
}

function execute(
  mutation: BalanceMutation,
  book: CardBook | undefined,
  { brand, now }: { readonly brand: Brand; readonly now: Instant },
): Refusal | undefined {
  const { valueType: number, bucket, amount, expiresAt, activeAt, origin } = mutation
  const valueType = brand.valueTypes.get(number)
  if (!book || !valueType) return refuse(115)
  const kind = mutation.kind === 'payment' ? 'UpdateBalance' : 'Campaign'
  const movement = defined({ purse: { valueType: number, bucket }, kind, now, origin })
  if (amount < 0) {
    const taken = redeem(book, { ...movement, amount: -amount })
    return isRefusal(taken) ? taken : undefined
  }
  // What was promised is issued even if the value type has been switched off since: nothing is decided again.
  const open = { ...valueType, switchedOff: false }
  return issue(book, open, {
    ...movement,
    amount,
    returnRelated: mutation.returnRelated ?? false,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(activeAt !== undefined && { activeAt }),
  })
}
