import type { CardBook } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { viewBalances } from '../../../../domain/view/balance-view.ts'
import { type PastPosting, toBalanceMutations, toMutations } from '../../../../domain/view/past-mutations.ts'
import type { TransferContext, TransferResponse } from './contract.ts'

/** What every transfer answers about the card or child card that it named. */
export function transferAnswer(card: Card, { request, brand, call, now }: TransferContext): TransferResponse {
  return {
    cardNumber: request.cardNumber,
    transactionId: call.ref,
    balances: viewBalances(card, brand, now, { expirations: false, delayed: false }),
  }
}

/** What the books of the card and its child were given, in the words of the interface. */
export function mutationsOf(books: readonly CardBook[], { brand }: TransferContext) {
  const child = books.find(({ card }) => card.root)?.card
  const postings = books.flatMap((book) => book.postings.map((posting) => withLot(posting, book.card)))
  return toBalanceMutations(toMutations(postings, brand), brand, {
    side: 'all',
    ...(child && { childId: child.id }),
  })
}

function withLot(posting: CardBook['postings'][number], card: Card): PastPosting {
  const { expiresAt, activeAt } = card.lots.find(({ no }) => no === posting.lot) ?? {}
  return { ...posting, ...(expiresAt !== undefined && { expiresAt }), ...(activeAt !== undefined && { activeAt }) }
}
