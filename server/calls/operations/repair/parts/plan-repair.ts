import type { Brand, ValueType } from '../../../../domain/brand/brand.ts'
import { checkBalanceCode, tooManyDecimals } from '../../../../domain/brand/value-types.ts'
import { earnedUntil } from '../../../../domain/campaign/earned-expiry.ts'
import { checkSize } from '../../../../domain/card/balance-limits.ts'
import type { HandMeasure } from '../../../../domain/judge/limited-action.ts'
import { sumUp } from '../../../../domain/judge/outcome-sums.ts'
import { nothing, type Sums } from '../../../../domain/judge/sums.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'
import { type Decimal, formatMinor, toMinor } from '../../../../ground/kernel/money.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { PlannedCard, RepairKind, RepairWish } from '../../../../storage/store/repair/repair.sql.ts'
import type { TouchedCard } from '../../../../storage/store/repair/touched.ts'

export interface RepairRequest {
  readonly campaign: string
  readonly kind: RepairKind
  readonly from?: Instant | undefined
  readonly until?: Instant | undefined
  readonly balanceType?: ValueType['balanceType'] | undefined
  readonly balanceCode?: string | undefined
  readonly amount?: Decimal | undefined
  readonly forEver: boolean
  readonly template?: string | undefined
  readonly dryRun: boolean
}

/** What is to be done to which cards, and what it comes to. */
export interface PlannedRepair {
  readonly kind: 'planned'
  readonly cards: readonly PlannedCard[]
  readonly wish: RepairWish
  readonly measure: HandMeasure
  readonly sums: Sums
}

interface RepairFacts {
  readonly touched: readonly TouchedCard[]
  readonly now: Instant
}

export function planRepair(brand: Brand, request: RepairRequest, known: RepairFacts): PlannedRepair | Refusal {
  switch (request.kind) {
    case 'take':
      return planTaking(brand, known)
    case 'give':
      return planGiving(brand, request, known)
    case 'tell':
      return planTelling(brand, request, known)
  }
}

const correcting: HandMeasure = { action: 'adjust', counts: 'changed' }
const giving: HandMeasure = { action: 'issue', counts: 'given' }

/** From the lots that the campaign made, what is left in them. */
function planTaking(brand: Brand, { touched }: RepairFacts): PlannedRepair {
  const cards = touched
    .map(({ cardId, values }) => ({ cardId, lots: [...values.values()].flatMap(({ lots }) => lots) }))
    .filter(({ lots }) => lots.length > 0)
  const parts = touched.flatMap(({ values }) =>
    [...values].map(([valueType, { left }]) => ({ valueType, amount: -left })),
  )
  return { kind: 'planned', cards, wish: {}, measure: correcting, sums: sumUp(parts, 'changed', brand) }
}

function planGiving(brand: Brand, request: RepairRequest, { touched, now }: RepairFacts): PlannedRepair | Refusal {
  const { balanceType, balanceCode, amount, forEver } = request
  if (balanceType === undefined) return refuseField(100, 'balanceType', 'is required')
  const wrongCode = checkBalanceCode({ balanceType, balanceCode }, 'request')
  if (wrongCode) return wrongCode
  if (!amount || amount.units <= 0) return refuseField(100, 'amount', 'must be more than 0')
  const valueType = [...brand.valueTypes.values()].find(
    (one) => one.balanceType === balanceType && one.balanceCode === (balanceCode ?? '') && !one.switchedOff,
  )
  if (!valueType) return refuse(115)
  if (amount.scale > valueType.scale) return tooManyDecimals('amount', valueType)
  const minor = toMinor(amount, valueType.scale)
  if (minor === undefined || !Number.isSafeInteger(minor * touched.length))
    return refuseField(100, 'amount', 'is too large')
  const outside = checkSize(minor, valueType, 'issue')
  if (outside) return outside
  const lasts = { now, timeZone: brand.timeZone }
  const expiresAt = forEver
    ? undefined
    : earnedUntil(brand.document, { balanceType, balanceCode: balanceCode ?? '' }, lasts)
  const parts = [{ valueType: valueType.id, amount: minor * touched.length }]
  return {
    kind: 'planned',
    cards: touched.map(({ cardId }) => ({ cardId })),
    wish: defined({ balanceType, balanceCode, amount: formatMinor(minor, valueType.scale), expiresAt }),
    measure: giving,
    sums: sumUp(parts, 'given', brand),
  }
}

function planTelling(brand: Brand, { template }: RepairRequest, { touched }: RepairFacts): PlannedRepair | Refusal {
  if (!brand.document.templates.some(({ id }) => id === template))
    return refuseField(100, 'template', 'there is no such template')
  const cards = touched.map(({ cardId }) => ({ cardId }))
  return { kind: 'planned', cards, wish: defined({ template }), measure: giving, sums: nothing }
}
