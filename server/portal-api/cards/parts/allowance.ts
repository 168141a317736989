import type { Brand } from '../../../brand/brand.ts'
import { formatDateTime } from '../../../kernel/time.ts'
import { addToDay, type DaySumOf, findDaySums, takeFromDay } from '../../../store/portal/day-sum.sql.ts'
import type { PortalRoom } from '../../room.ts'
import type { Measured } from './guard-call.ts'
import { isAbove } from './limits.ts'

interface Author {
  readonly room: PortalRoom
  readonly brand: Brand
  readonly visitor: { readonly name: string }
}

/** A change that is more than its author may do alone. */
export interface Exceeding extends Measured {
  /** Whether it is too much only together with what they did today. */
  readonly isADay: boolean
}

/** Whether a change is more than its author may do at once, or together with what they did today. */
export async function findExceeding(measured: Measured, author: Author): Promise<Exceeding | undefined> {
  const { sums, limit } = measured
  if (isAbove(sums, limit.once)) return { ...measured, isADay: false }
  const today = await findDaySums(author.room.pool, author.brand.id, sumOf(measured, author))
  const together = { money: roughly(today.money + sums.money), points: roughly(today.points + sums.points) }
  return isAbove(together, limit.perDay) ? beyondToday(measured) : undefined
}

export const beyondToday = (measured: Measured): Exceeding => ({ ...measured, isADay: true })

const roughly = (amount: number) => Math.round(amount * 1e6) / 1e6

/** Counts a change before it is made; undefined if there is no room for it today. Returns how it is taken back. */
export async function countToday(measured: Measured, author: Author): Promise<(() => Promise<unknown>) | undefined> {
  const { room, brand } = author
  const of = sumOf(measured, author)
  const isCounted = await addToDay(room.pool, brand.id, of, { added: measured.sums, limit: measured.limit.perDay })
  return isCounted ? () => takeFromDay(room.pool, brand.id, of, measured.sums) : undefined
}

const sumOf = ({ action }: Measured, { room, brand, visitor }: Author): DaySumOf => ({
  user: visitor.name,
  limit: action,
  day: formatDateTime(room.now(), brand.timeZone).slice(0, 10),
})
