import type { Account } from '../../../../domain/account/account.ts'
import type { CardBook, Posting } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import type { Coupon } from '../../../../domain/coupon/coupon.ts'
import { isUndecided } from '../../../../domain/decision/need.ts'
import type { RequestDetail } from '../../../../domain/decision/past-request.ts'
import type { CardId } from '../../../../ground/kernel/ids.ts'
import { runRequestRules } from '../../rules/parts/request-rules.ts'
import { ruleParts } from '../../rules/parts/rule-outcome.ts'
import type { TransferContext, TransferResponse, Transferred } from './contract.ts'

/** The books of the card that the request names, and of its child. */
export interface NamedBooks {
  readonly root: CardBook
  readonly child?: CardBook
}

/** What a transfer does besides what happens in the books of the card that it names. */
interface Finished {
  readonly response: TransferResponse
  readonly detail: RequestDetail
  readonly cards?: readonly Card[]
  readonly postings?: readonly Posting[]
  readonly coupons?: readonly Coupon[]
  readonly inheritance?: { readonly from: CardId; readonly to: CardId }
  readonly account?: Account
}

/** Runs the rules with trigger request on what the transfer has left, then finishes it: the answer shows both. */
export function withRules(
  books: NamedBooks,
  context: TransferContext,
  finish: () => Finished,
  account?: Account,
): Transferred {
  const rules = runRequestRules(seeing(context, account), { callType: 'TRANSFER', ...books })
  if (rules && isUndecided(rules)) return rules
  const parts = ruleParts(rules)
  const { response, detail, cards = [], postings = [], coupons = [], inheritance } = finish()
  const named = books.child ? [books.root, books.child] : [books.root]
  return {
    kind: 'outcome',
    response,
    ...(account && { accounts: [account] }),
    ...parts.outcome,
    subject: books.root.card,
    ...(books.child && { child: books.child.card }),
    cards: [...named.map(({ card }) => card), ...cards],
    postings: [...postings, ...named.flatMap((book) => book.postings)],
    coupons: [...coupons, ...parts.coupons],
    detail: { ...detail, ...parts.detail },
    ...(inheritance && { inheritance }),
  }
}

/** Rules see the account as the transfer left it, and change that. */
function seeing(context: TransferContext, account: Account | undefined): TransferContext {
  if (!account) return context
  return {
    ...context,
    past: (card) => (card === account.cardId ? { ...context.past(card), account } : context.past(card)),
  }
}
