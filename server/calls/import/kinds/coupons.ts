import { couponPinOwner } from '../../../domain/coupon/pin-owner.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { drawPickKey } from '../../../storage/brand-store/stock/make-stock.ts'
import { readClock } from '../../../storage/store/batch/load.ts'
import { insertRequests } from '../../../storage/store/batch/record.sql.ts'
import { type CellFault, cardColumn, dated, faultIn, openColumn, required, secretColumn } from '../column.ts'
import type { ImportContext, ImportKind, JudgeContext, PlacedRow, RowVerdict } from '../kind.ts'
import { CellReader } from '../values/cells.ts'
import { readCards } from './balances.sql.ts'
import { findCoupons, insertImportedCoupons, type NewCoupon, type StoredCoupon } from './coupons.sql.ts'

const states = ['unallocated', 'unused', 'used'] as const

interface CouponValues {
  readonly id: string
  readonly setId: string
  readonly state: (typeof states)[number]
  readonly cardNumber?: string
  readonly promotionId?: string
  readonly allowedCards: readonly string[]
  readonly tags: readonly string[]
  readonly issuedAt?: Instant
  readonly usedAt?: Instant
  readonly expiresAt?: Instant
  readonly pin?: string
}

const columnsOf = () =>
  [
    required({ ...openColumn('couponId', 'The coupon.'), shows: 'end' as const }),
    required(openColumn('couponSetId', 'The coupon set that it belongs to.')),
    openColumn('state', `One of ${states.join(', ')}. Empty: unused. Unallocated ones are stock of their set.`),
    { ...cardColumn, isRequired: undefined, about: 'The card that it was issued to. Needs promotionId.' },
    openColumn('promotionId', 'The promotion that it was issued for.'),
    {
      ...openColumn('allowedCards', 'The numbers of the only cards that may use it, with | between them.'),
      shows: 'nothing' as const,
    },
    openColumn('tags', 'Its tags, with | between them.'),
    dated(openColumn('issuedDate', 'When it was issued. Empty: now.')),
    dated(openColumn('usedDate', 'Of a used one: when. Empty: now.')),
    dated(
      openColumn(
        'expirationDate',
        'The last day on which it can be used, or the instant at which it expires. Empty: never.',
      ),
    ),
    secretColumn('pin', 'Its PIN, up to 20 characters.'),
  ].map(({ isRequired, ...column }) => (isRequired ? { ...column, isRequired } : column))

/** Coupons of sets that the brand file has. Those that exist are never changed: they are the same, or a fault. */
export const couponsKind: ImportKind<CouponValues> = {
  name: 'coupons',
  columns: columnsOf,
  read: readCoupon,
  keyOf: ({ id }) => id,
  keyColumn: 'couponId',
  batchRows: 2000,
  judge: judgeCoupons,
}

function readCoupon(cells: ReadonlyMap<string, string>, { brand }: ImportContext): CouponValues | readonly CellFault[] {
  const reader = new CellReader(cells, brand.timeZone)
  const values = defined({
    id: reader.needed('couponId'),
    setId: reader.needed('couponSetId'),
    state: reader.oneOf('state', states) ?? 'unused',
    cardNumber: reader.name('cardNumber'),
    promotionId: reader.name('promotionId'),
    allowedCards: reader.several('allowedCards', 100) ?? [],
    tags: reader.several('tags', 100) ?? [],
    issuedAt: reader.moment('issuedDate'),
    usedAt: reader.moment('usedDate'),
    expiresAt: reader.end('expirationDate'),
    pin: reader.name('pin', { max: 20 }),
  })
  if (reader.faults.length === 0) checkCoupon(values, reader, { brand })
  return reader.faults.length > 0 ? reader.faults : values
}

function checkCoupon(values: CouponValues, reader: CellReader, { brand }: Pick<ImportContext, 'brand'>): void {
  const { id, setId, state, cardNumber, promotionId, issuedAt, usedAt } = values
  const set = brand.couponSets.get(setId)
  if (!set) reader.fault('couponSetId', `is no coupon set of the brand${suggestion(setId, brand.couponSets.keys())}`)
  else if (set.hasCodes) reader.fault('couponSetId', 'has public codes, which belong to nobody, and no coupons')
  if (brand.codes.has(codeKey(id))) reader.fault('couponId', 'is a public code of the brand')
  if (cardNumber !== undefined && promotionId === undefined)
    reader.fault('promotionId', 'is empty, and cardNumber needs it')
  if (usedAt !== undefined && state !== 'used') reader.fault('usedDate', `is given, and the coupon is ${state}`)
  if (state !== 'unallocated') return
  const given = Object.entries({ cardNumber, promotionId, issuedDate: issuedAt }).find(
    ([, value]) => value !== undefined,
  )
  if (given) reader.fault(given[0], 'is given, and the coupon is unallocated')
}

async function judgeCoupons(db: Sql, rows: readonly PlacedRow<CouponValues>[], context: JudgeContext) {
  const { brand } = context
  const found = new Map(
    (
      await findCoupons(
        db,
        brand.id,
        rows.map(({ value }) => value.id),
      )
    ).map((one) => [one.id, one]),
  )
  const numbers = [...new Set(rows.flatMap(({ value }) => value.cardNumber ?? []))]
  const cards = numbers.length > 0 ? await readCards(db, brand.id, numbers) : []
  const idOf = new Map(cards.map((row) => [row.card_number, row.card_id]))
  const verdicts = rows.map(({ value }): RowVerdict => {
    const { cardNumber } = value
    if (cardNumber !== undefined && !idOf.has(cardNumber))
      return faultIn('cardNumber', 'is no card of the brand: import the cards first')
    const before = found.get(value.id)
    return before ? compareCoupons(before, value) : 'write'
  })
  const made = rows.filter((_, place) => verdicts[place] === 'write').map(({ value }) => value)
  return { verdicts, store: () => storeCoupons(db, made, { ...context, idOf }) }
}

function compareCoupons(found: StoredCoupon, value: CouponValues): RowVerdict {
  if (found.setId !== value.setId) return faultIn('couponId', `exists in the coupon set ${found.setId}`)
  if (found.state !== value.state) return faultIn('state', `differs: the coupon exists and is ${found.state}`)
  if (value.cardNumber !== undefined && found.cardNumber !== value.cardNumber)
    return faultIn('cardNumber', 'differs: the coupon exists, and was issued to another card or to none')
  if (value.expiresAt !== undefined && found.expiresAt !== value.expiresAt)
    return faultIn('expirationDate', 'differs from that of the coupon, which exists')
  return 'same'
}

type StoreContext = JudgeContext & { readonly idOf: ReadonlyMap<string, number> }

/** Who allocated and used them is the call of this batch: every coupon names one that succeeded. */
async function storeCoupons(db: Sql, made: readonly CouponValues[], context: StoreContext): Promise<void> {
  const { brand, random, importId } = context
  if (made.length === 0) return
  const { now } = await readClock(db, brand.id)
  const ref = uuidV7(now, random(10))
  const call = { ref, locationId: '', terminalId: '' }
  const detail = { import: { id: importId, row: 0 } }
  const record = { call, happenedAt: now, operation: 'importCoupons', callType: 'ALLOCATE', detail } as const
  await insertRequests(db, brand.id, [record])
  await insertImportedCoupons(
    db,
    brand.id,
    made.map((value) => toCoupon(value, { ...context, now, ref })),
  )
}

function toCoupon(
  value: CouponValues,
  { brand, pins, random, idOf, now, ref }: StoreContext & { readonly now: Instant; readonly ref: string },
): NewCoupon {
  const { id, setId, state, cardNumber, promotionId, tags, allowedCards, issuedAt, usedAt, expiresAt, pin } = value
  return defined({
    id,
    setId,
    pickKey: drawPickKey(random),
    tags,
    allowedCards,
    expiresAt,
    pin: pin === undefined ? undefined : pins.seal(brand.id, couponPinOwner(id), pin),
    ...(state !== 'unallocated' && { allocatedAt: issuedAt ?? now, by: ref }),
    ...(state === 'used' && { usedAt: usedAt ?? now }),
    cardId: cardNumber === undefined ? undefined : idOf.get(cardNumber),
    promotionId,
  })
}
