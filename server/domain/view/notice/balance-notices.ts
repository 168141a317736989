import { toJsonNumber } from '../../../ground/kernel/money.ts'
import type { Brand } from '../../brand/brand.ts'
import type { Posting } from '../../card/book.ts'
import type { Outcome } from '../../decision/outcome.ts'
import { bucketName } from '../balance-view.ts'
import { toBalanceUpdates, toMutations } from '../past-mutations.ts'
import type { Notice } from './notice.ts'

/** One for each card: what changed, as cardHistory shows it, and the balances after it. A hold is a change of 0. */
export function balanceNotices({ brand, outcome }: { brand: Brand; outcome: Outcome<object> }): Notice[] {
  const byCard = Map.groupBy(outcome.postings, ({ cardId }) => cardId)
  return [...byCard].map(([cardId, postings]) => ({
    type: 'balance.changed',
    cardId,
    data: {
      balanceUpdates: toBalanceUpdates(toMutations(postings, brand), brand, { side: 'all', withKinds: true }),
      balances: balancesAfter(postings, brand),
    },
  }))
}

/** The last posting of each value type and bucket has the balance after it, which includes what is held. */
function balancesAfter(postings: readonly Posting[], brand: Brand) {
  const last = new Map(postings.map((posting) => [`${posting.valueType}\0${posting.bucket}`, posting]))
  return [...last.values()].flatMap(({ valueType: id, bucket, balanceAfter, heldAfter }) => {
    const valueType = brand.valueTypes.get(id)
    if (!valueType) return []
    const { balanceType, balanceCode, scale } = valueType
    return {
      balanceType,
      ...(balanceCode && { balanceCode }),
      amount: toJsonNumber(balanceAfter, scale),
      held: toJsonNumber(heldAfter, scale),
      ...(bucket && { balanceBucket: bucketName(bucket) }),
    }
  })
}
