import { hasFurther } from '../../../../domain/brand/keys/scope.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import { hasHolds } from '../../../../domain/card/holds.ts'
import { snapshotOf } from '../../../../domain/card/snapshot.ts'
import { releaseHolds } from '../../../../domain/card/transfer.ts'
import { rightsOf } from '../../../../domain/decision/call.ts'
import type { CardStatus } from '../../../../ground/kernel/card-status.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { refuse } from '../../../../ground/kernel/errors.ts'
import { statusAdjusted } from '../../adjusted.ts'
import { transferAnswer } from './answer.ts'
import type { TransferContext, TransferHolder, Transferred } from './contract.ts'

const replaceable: ReadonlySet<CardStatus> = new Set(['Suspended', 'Lost', 'Stolen'])

/** Whether a card that nobody may use can be replaced by another one. */
export const isReplaceable = (status: CardStatus): boolean => replaceable.has(status)

/** Whoever replaces a blocked card says why, be it only in the note of the call. */
const noted = (isBlocked: boolean, { call }: TransferContext) => (isBlocked ? call.note : undefined)

/**
 * Ends the use of a card. Its lots stay where they are, frozen: still owed, still expiring, until they are moved. The
 * children of a root stay as they are, because nobody can use them without it; their holds are those of the root.
 */
export function transferOut({ root, child }: TransferHolder, context: TransferContext): Transferred {
  const { request, now } = context
  const named = child ?? root
  const isBlocked = isReplaceable(named.status)
  if (isBlocked && !hasFurther(rightsOf(context.call).scope, 'replaceCards'))
    return refuse(104, 'The key may not replace cards that are suspended, lost or stolen.')
  const companions = child ? [] : context.childrenOf(root).filter(({ transferredBy }) => !transferredBy)
  const leaving = [named, ...companions]
  if (leaving.some(hasHolds) && !request.ignoreHoldBalances) return refuse(127)
  const books = leaving.map((card) => new CardBook(card, now))
  for (const book of books) {
    releaseHolds(book)
    if (book.card.id === named.id) book.update({ status: 'Transfer' })
  }
  const cards = books.map(({ card }) => card)
  const [out = named] = cards
  const standIns = books.flatMap((book) => book.standIns)
  return {
    kind: 'outcome',
    response: transferAnswer(out, context),
    subject: child ? root : out,
    ...(child && { child: out }),
    cards: child ? [root, out] : cards,
    postings: books.flatMap(({ postings }) => postings),
    // They stay as they are: whoever may not move them is told before the card is emptied.
    ...(request.transferCoupons && { coupons: context.couponsOf(named) }),
    snapshots: leaving.map(snapshotOf),
    detail: defined({
      transfer: { action: 'out' } as const,
      ...(standIns.length > 0 && { standIns }),
      suspensionReason: request.reason ?? noted(isBlocked, context),
    }),
    ...(isBlocked && { audits: [statusAdjusted(named, out, context.call)] }),
  }
}
