import type { BrandFile } from '../../../domain/brand/document.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import {
  type BrandId,
  couponAlphabet,
  drawNumber,
  type NumberForm,
  type RandomBytes,
} from '../../../ground/kernel/ids.ts'
import {
  type CouponColumns,
  countGenerated,
  findCouponSets,
  hasStock,
  insertCouponStock,
} from '../stock/coupon-stock.sql.ts'
import { addListed, drawPickKey, generateStock, inBulk } from '../stock/make-stock.ts'
import {
  type Growth,
  growthFaults,
  growthLines,
  growthOf,
  type SetInFile,
  type StockWords,
  usedUp,
} from '../stock/stock-growth.ts'
import { codesOf } from './code-faults.ts'

type CouponSetEntry = BrandFile['couponSets'][number]

/** The coupons that the file has and the database lacks. */
export interface CouponPlan {
  /** The public codes of the file, by what they are compared by: no coupon gets the id of one. */
  readonly codes: ReadonlySet<string>
  readonly additions: readonly (Growth<string> & { readonly set: CouponSetEntry })[]
  readonly faults: readonly FileFault[]
  readonly lines: readonly string[]
}

const words: StockWords<string> = { one: 'coupon', list: 'coupons', numberOf: (id) => id }

/** Compares with what exists; changes nothing. */
export async function planCoupons(db: Sql, file: BrandFile): Promise<CouponPlan> {
  const { couponSets: sets, brand } = file
  if (sets.length === 0) return { codes: new Set(), additions: [], faults: [], lines: [] }
  const generated = await countGenerated(db, brand.id)
  const ids = sets.flatMap((set) => set.coupons ?? [])
  const owners = ids.length > 0 ? await findCouponSets(db, brand.id, ids) : new Map<string, string>()
  const compared = sets.map((set) => ({ set, inFile: toSetInFile(set, generated.get(set.id) ?? 0) }))
  return {
    codes: new Set(codesOf(sets).keys()),
    additions: compared.map(({ set, inFile }) => ({ set, ...growthOf(inFile, owners, words) })),
    faults: compared.flatMap(({ inFile }) => growthFaults(inFile, owners, words)),
    lines: compared.flatMap(({ inFile }) => growthLines(inFile.address, growthOf(inFile, owners, words), words)),
  }
}

/** Whether coupons of the file were never created, because an earlier version applied it. Cheap: it looks for one. */
export async function lacksCoupons(db: Sql, { brand, couponSets }: BrandFile): Promise<boolean> {
  const hasAny = couponSets.some(({ generate, coupons }) => (generate?.count ?? 0) + (coupons?.length ?? 0) > 0)
  return hasAny && !(await hasStock(db, brand.id))
}

function toSetInFile(set: CouponSetEntry, generated: number): SetInFile<string> {
  return {
    path: `couponSets[${set.id}]`,
    address: `couponSets/${set.id}`,
    id: set.id,
    generate: set.generate,
    listed: set.coupons ?? [],
    generated,
  }
}

export interface CouponMaker {
  readonly db: Sql
  readonly brandId: BrandId
  readonly random: RandomBytes
}

/** Carries out the plan. The faults are sets for which no more ids were free. */
export async function makeCoupons({ db, brandId, random }: CouponMaker, plan: CouponPlan): Promise<FileFault[]> {
  const faults: FileFault[] = []
  const source = inBulk(random)
  for (const { set, generate: count, listed } of plan.additions) {
    const listedSet = { id: set.id, origin: 'listed' } as const
    await addListed(listed, (ids) => insertCouponStock(db, brandId, listedSet, toColumns(ids, source)))
    if (!set.generate || count === 0) continue
    const stock = { id: set.id, origin: 'generated', form: set.generate, count, codes: plan.codes } as const
    if (!(await addGeneratedCoupons({ db, brandId, random: source }, stock)))
      faults.push(usedUp(`couponSets[${set.id}]`))
  }
  return faults
}

/** Coupons to generate, for a brand file, which counts them, or for a call. */
interface NewCoupons {
  readonly id: string
  readonly origin: 'generated' | 'created'
  readonly form: NumberForm
  readonly count: number
  /** The public codes of the brand. */
  readonly codes: Codes
}

interface Codes {
  readonly size: number
  readonly has: (key: string) => boolean
}

/** Returns false if there are not enough free ids of this form. */
export function addGeneratedCoupons({ db, brandId, random }: CouponMaker, stock: NewCoupons): Promise<boolean> {
  const drawId = () => drawBesideCodes(() => drawNumber(stock.form, couponAlphabet, random), stock.codes)
  const draw = (most: number) => toColumns(Array.from({ length: most }, drawId), random)
  const insert = (coupons: CouponColumns) => insertCouponStock(db, brandId, stock, coupons)
  return generateStock({ draw, insert }, stock.count)
}

/** Texts are much cheaper than arrays to send and to keep. No id contains a line break. */
function toColumns(ids: readonly string[], random: RandomBytes): CouponColumns {
  return { count: ids.length, id: ids.join('\n'), pickKey: ids.map(() => drawPickKey(random)).join('\n') }
}

/** Where nearly all ids are codes, it gives up: a coupon that a code hides is better than no end. */
const drawsMax = 100

function drawBesideCodes(draw: () => string, codes: Codes): string {
  let id = draw()
  for (let draws = 1; codes.size > 0 && draws < drawsMax && codes.has(codeKey(id)); draws += 1) id = draw()
  return id
}
