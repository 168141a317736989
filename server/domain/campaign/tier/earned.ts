import type { RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Brand } from '../../brand/brand.ts'
import type { TierMeasure } from '../../brand/shapes/tier-shape.ts'
import type { Posting } from '../../card/book.ts'
import type { Lot } from '../../card/card.ts'
import type { TierGain } from './measure.ts'

interface Earning {
  readonly brand: Brand
  readonly by: TierMeasure
  readonly at: Instant
  readonly ref?: RequestRef
  /** The lots that were issued into, as far as they are known. */
  readonly lots: readonly Pick<Lot, 'no' | 'returnRelated'>[]
}

/** What ledger rows of one card add to what was earned, the same way as `sumEarned` counts them. */
export function earnedBy(postings: readonly Posting[], earning: Earning): TierGain[] {
  return postings.flatMap(({ lot, amount, kind, issuanceIndex, origin, valueType }) => {
    const isIssued = issuanceIndex !== undefined && amount > 0 && (kind === 'Campaign' || kind === 'UpdateBalance')
    const isBack = earning.lots.some(({ no, returnRelated }) => no === lot && returnRelated)
    if (!isIssued || isBack || origin?.trigger === 'tier') return []
    return gainOf(valueType, amount, earning)
  })
}

/** An amount of a value type, if that is the one that counts, in whichever program. */
export function gainOf(
  valueType: number,
  amount: number,
  { brand, by, at, ref }: Pick<Earning, 'brand' | 'by' | 'at' | 'ref'>,
): TierGain[] {
  const type = brand.valueTypes.get(valueType)
  if (type?.balanceType !== by.balanceType || type?.balanceCode !== (by.balanceCode ?? '')) return []
  return [
    { at, currency: '', scale: type.scale, amount: BigInt(amount), checkouts: 0, ...(ref !== undefined && { ref }) },
  ]
}
