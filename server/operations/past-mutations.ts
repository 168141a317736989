import type { Brand } from '../brand/brand.ts'
import { bucketName } from '../card/balance-view.ts'
import type { MutationType } from '../card/book.ts'
import { toJsonNumber } from '../kernel/money.ts'
import type { Instant } from '../kernel/time.ts'

/** A ledger row with what its lot says about the issuance. */
export interface PastPosting {
  readonly valueType: number
  readonly bucket: string
  readonly amount: number
  readonly held: number
  readonly kind: MutationType
  readonly issuanceIndex?: number
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
}

/** A change as a whole, however many lots it went over: an issuance, or all that was redeemed of a value type. */
export interface PastMutation extends PastPosting {
  readonly scale: number
  readonly balanceType: string
}

export function toMutations(postings: readonly PastPosting[], brand: Brand): PastMutation[] {
  const groups = Map.groupBy(
    postings,
    (posting) => `${posting.valueType}\0${posting.bucket}\0${posting.kind}\0${posting.issuanceIndex ?? ''}`,
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

/** Which side of a change is shown: all of it, what became of the free balance, or what became of holds. */
export type Side = 'all' | 'free' | 'held'

const amountOf = (mutation: PastMutation, side: Side) =>
  side === 'all' ? mutation.amount : side === 'held' ? mutation.held : mutation.amount - mutation.held

/** Changes of one side. Seen as a whole a hold is a change of 0; on one side nothing is left out that moved there. */
function sided(mutations: readonly PastMutation[], side: Side): PastMutation[] {
  return side === 'all' ? [...mutations] : mutations.filter((mutation) => amountOf(mutation, side) !== 0)
}

/** As HistoricTransactionBalanceUpdate. */
export function toBalanceUpdates(
  mutations: readonly PastMutation[],
  brand: Brand,
  view: { side: Side; withKinds: boolean },
) {
  return sided(mutations, view.side).map((mutation) => ({
    ...nameOf(mutation, brand),
    amount: toJsonNumber(amountOf(mutation, view.side), mutation.scale),
    ...(view.withKinds && { mutationType: mutation.kind }),
    ...(mutation.issuanceIndex !== undefined && { issuanceIndex: mutation.issuanceIndex }),
    ...(mutation.bucket && { balanceBucket: bucketName(mutation.bucket) }),
    ...(mutation.issuanceIndex !== undefined &&
      mutation.activeAt !== undefined && { balanceActiveDate: mutation.activeAt }),
  }))
}

/** As CampaignBalanceMutation. */
export function toBalanceMutations(
  mutations: readonly PastMutation[],
  brand: Brand,
  view: { side: Side; customMutationType?: string },
) {
  return sided(mutations, view.side).map((mutation) => ({
    amount: toJsonNumber(amountOf(mutation, view.side), mutation.scale),
    isDiscount: false,
    ...nameOf(mutation, brand),
    ...(mutation.issuanceIndex !== undefined &&
      mutation.expiresAt !== undefined && { balanceExpiration: mutation.expiresAt }),
    ...(mutation.issuanceIndex !== undefined &&
      mutation.activeAt !== undefined && { balanceActiveDate: mutation.activeAt }),
    ...(view.customMutationType !== undefined && { customMutationType: view.customMutationType }),
    ...subtrackOf(mutation, brand),
  }))
}

function subtrackOf({ valueType, bucket }: PastMutation, brand: Brand): { subtrackDisplayName?: string } {
  const { type, id } = bucketName(bucket)
  const name = type === 'subtrack' ? brand.valueTypes.get(valueType)?.subtracks[Number(id) - 1] : undefined
  return name === undefined ? {} : { subtrackDisplayName: name }
}

function nameOf(mutation: PastMutation, brand: Brand) {
  const valueType = brand.valueTypes.get(mutation.valueType)
  const balanceType = valueType?.balanceType ?? 'Custom'
  return { balanceType, ...(valueType?.balanceCode && { balanceCode: valueType.balanceCode }) }
}
