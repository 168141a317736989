import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import { findCardRange } from './page.sql.ts'
import { dateOf, daysOf, type ExportPeriod, isOpen } from './period.ts'
import type { ExportSource } from './source.ts'

/** What one part is to hold. */
export interface Slice {
  /** The file without its ending. */
  readonly name: string
  readonly period: ExportPeriod
  readonly cards?: { readonly from: number; readonly until: number }
  /** Whether its rows may still change. */
  readonly isOpen: boolean
}

/** Numbers of cards in one part; a brand need not have all of them. */
const cardsPerPart = 262_144

export interface SliceQuery {
  readonly brand: BrandId
  readonly period: ExportPeriod
  readonly now: Instant
}

/** The parts of an export, the same whenever they are asked for: so an interrupted one goes on where it stopped. */
export async function listSlices(
  db: Sql,
  { name, parts }: ExportSource,
  { brand, period, now }: SliceQuery,
): Promise<Slice[]> {
  if (parts === 'days')
    return daysOf(period, now).map((one) => ({
      name: `${name}-${dateOf(one.from)}`,
      period: one,
      isOpen: isOpen(one, now),
    }))
  const range = await findCardRange(db, brand)
  if (!range) return []
  const [first, last] = [Math.floor(range.first / cardsPerPart), Math.floor(range.last / cardsPerPart)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).map((block) => ({
    name: `${name}-${String(block).padStart(6, '0')}`,
    period,
    cards: { from: block * cardsPerPart, until: (block + 1) * cardsPerPart },
    isOpen: true,
  }))
}

/** The last day of a period. */
export const lastDayOf = ({ until }: ExportPeriod): string => dateOf(until - day)
