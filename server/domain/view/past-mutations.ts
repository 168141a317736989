import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { toJsonNumber } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Brand } from '../brand/brand.ts'
import { type LedgerKind, mutationTypeOf, type Origin } from '../card/book.ts'
import { subtrackOf } from '../card/card.ts'
import { bucketName } from './balance-view.ts'
import { originNames, showOrigin } from './campaign-origin.ts'

/** A ledger row with what its lot knows about the issuance. */
export interface PastPosting {
  readonly cardId: CardId
  readonly valueType: number
  readonly bucket: string
  readonly amount: number
  readonly held: number
  readonly kind: LedgerKind
  readonly issuanceIndex?: number
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly origin?: Origin
}

/** A whole change, however many lots it touched: an issuance, or all that was redeemed of a value type. */
export interface PastMutation extends PastPosting {
  readonly scale: number
  readonly balanceType: string
}

export function toMutations(postings: readonly PastPosting[], brand: Brand): PastMutation[] {
  const groups = Map.groupBy(
    postings,
    ({ cardId, valueType, bucket, kind, issuanceIndex, origin }) =>
      `${cardId}\0${valueType}\0${bucket}\0${kind}\0${issuanceIndex ?? ''}\0${origin?.rule ?? ''}\0${origin?.result ?? ''}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const valueType = brand.valueTypes.get(first?.valueType ?? -1)
    if (!first || !valueType) return []
    const amount = group.reduce((sum, posting) => sum + posting.amount, 0)
    const held = group.reduce((sum, posting) => sum + posting.held, 0)
    return [{ ...first, amount, held, scale: valueType.scale, balanceType: valueType.balanceType }]
  })
}

/** Which side of a change is shown: all of it, the change of the free balance, or the change of holds. */
export type ChangeSide = 'all' | 'free' | 'held'

const amountOf = (mutation: PastMutation, side: ChangeSide) =>
  side === 'all' ? mutation.amount : side === 'held' ? mutation.held : mutation.amount - mutation.held

/** The changes on one side. In total a hold is a change of 0; on either side every movement is shown. */
function sided(mutations: readonly PastMutation[], side: ChangeSide): PastMutation[] {
  return side === 'all' ? [...mutations] : mutations.filter((mutation) => amountOf(mutation, side) !== 0)
}

/** As HistoricTransactionBalanceUpdate, in the order of fields that clients have seen. */
export function toBalanceUpdates(
  mutations: readonly PastMutation[],
  brand: Brand,
  view: { side: ChangeSide; withKinds: boolean },
) {
  return sided(mutations, view.side).map((mutation) => ({
    ...nameOf(mutation, brand),
    amount: toJsonNumber(amountOf(mutation, view.side), mutation.scale),
    ...(view.withKinds && { mutationType: mutationTypeOf(mutation.kind) }),
    ...(view.withKinds && mutation.origin && originNames(brand, mutation.origin)),
    ...(view.withKinds && mutation.issuanceIndex !== undefined && { issuanceIndex: mutation.issuanceIndex }),
    ...(mutation.bucket && { balanceBucket: bucketName(mutation.bucket) }),
    ...(mutation.issuanceIndex !== undefined &&
      mutation.activeAt !== undefined && { balanceActiveDate: mutation.activeAt }),
  }))
}

/** As CampaignBalanceMutation. */
export function toBalanceMutations(
  mutations: readonly PastMutation[],
  brand: Brand,
  view: { side: ChangeSide; customMutationType?: string; childId?: CardId },
) {
  return sided(mutations, view.side).map((mutation) => ({
    amount: toJsonNumber(amountOf(mutation, view.side), mutation.scale),
    isDiscount: false,
    ...nameOf(mutation, brand),
    ...(mutation.issuanceIndex !== undefined &&
      mutation.expiresAt !== undefined && { balanceExpiration: mutation.expiresAt }),
    ...(mutation.issuanceIndex !== undefined &&
      mutation.activeAt !== undefined && { balanceActiveDate: mutation.activeAt }),
    ...(mutation.origin && showOrigin(brand, mutation.origin)),
    ...(view.customMutationType !== undefined && { customMutationType: view.customMutationType }),
    ...(mutation.cardId === view.childId && { childCard: true }),
    ...subtrackNameOf(mutation, brand),
  }))
}

function subtrackNameOf({ valueType, bucket }: PastMutation, brand: Brand): { subtrackDisplayName?: string } {
  const type = brand.valueTypes.get(valueType)
  return defined({ subtrackDisplayName: type && subtrackOf(type, bucket) })
}

function nameOf(mutation: PastMutation, brand: Brand) {
  const valueType = brand.valueTypes.get(mutation.valueType)
  const balanceType = valueType?.balanceType ?? 'Custom'
  return { balanceType, ...(valueType?.balanceCode && { balanceCode: valueType.balanceCode }) }
}
