import type { Brand } from '../../domain/brand/brand.ts'
import type { HistoryNeed, HistorySums, ReturnedSale } from '../../domain/campaign/needs.ts'
import { unitsLeft } from '../../domain/checkout/record.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { LinesWanted, SalesSums } from '../../storage/store/facts/checkout-history.sql.ts'
import { isMeant, lessReturn, linesOf, toHistorySums } from '../../storage/store/facts/sales-history.ts'
import type { PastSale, ReplayedCard } from './card-state.ts'

/** The sums that the store would answer, of the sales that the replay knows. */
export function sumHistory(
  { sales }: Pick<ReplayedCard, 'sales'>,
  need: HistoryNeed & { readonly child?: CardId | undefined },
  { brand, now }: { readonly brand: Brand; readonly now: Instant },
): HistorySums {
  const { since, where, own, child } = need
  const lines = where && linesOf(brand, where)
  const returned = own?.kind === 'sale' ? own : undefined
  const groups = new Map<string, Sums>()
  for (const { record } of sales) {
    if (child !== undefined && record.childId !== child) continue
    if (since !== undefined && record.happenedAt < since) continue
    if (!isCounted(record, returned)) continue
    const back = returned?.ref === record.ref ? returned : undefined
    const worth = lines ? worthOfLines(record, lines, back) : worthOf(record, back)
    if (worth) add(groups, record, worth)
  }
  const rows: readonly SalesSums[] = [...groups.values()].map(toRow)
  const isPast = (since ?? now) <= now
  return toHistorySums(own?.kind === 'loose' && isPast ? lessReturn(rows, own, lines) : rows, brand)
}

type Sale = PastSale['record']

export function isCounted({ isVoided, kind, of, returned, ref }: Sale, own: ReturnedSale | undefined): boolean {
  if (isVoided) return false
  if (kind === 'return') return of === undefined
  return kind === 'sale' && !(own?.ref === ref ? own.isFull : returned?.isFull)
}

interface Worth {
  readonly spend: bigint
  readonly quantity: bigint
}

interface Sums extends Worth {
  readonly currency: string
  readonly scale: number
  readonly checkouts: number
  readonly lastAt?: Instant
  readonly locations: ReadonlySet<string>
}

function worthOf(record: Sale, own: ReturnedSale | undefined): Worth {
  const total = own?.total ?? record.returned?.total ?? 0
  return { spend: BigInt(record.net - total), quantity: BigInt(own?.quantity ?? unitsLeft(record)) }
}

/** The lines that are meant, less what came back of each, rounded half up; undefined if none is left. */
function worthOfLines(record: Sale, wanted: LinesWanted, own: ReturnedSale | undefined): Worth | undefined {
  const units = own?.units ?? record.returned?.units ?? []
  let sums: Worth | undefined
  for (const [place, line] of record.content.lines.entries()) {
    const quantity = BigInt(line.quantity)
    const back = BigInt(units[place] ?? 0)
    if (!(quantity > back || record.kind === 'return') || !isMeant(line, wanted)) continue
    const net = BigInt(line.net)
    const spend = back === 0n ? net : (2n * net * (quantity - back) + quantity) / (2n * quantity)
    sums = { spend: (sums?.spend ?? 0n) + spend, quantity: (sums?.quantity ?? 0n) + quantity - back }
  }
  return sums
}

function add(groups: Map<string, Sums>, record: Sale, { spend, quantity }: Worth): void {
  const { currency, scale, kind, happenedAt, locationId } = record
  const key = `${currency} ${scale}`
  const before = groups.get(key)
  const isSale = kind === 'sale'
  const locations = new Set(before?.locations)
  if (isSale) locations.add(locationId)
  groups.set(key, {
    currency,
    scale,
    checkouts: (before?.checkouts ?? 0) + (isSale ? 1 : 0),
    spend: (before?.spend ?? 0n) + spend,
    quantity: (before?.quantity ?? 0n) + (isSale ? quantity : 0n),
    ...(isSale ? { lastAt: Math.max(before?.lastAt ?? 0, happenedAt) } : defined({ lastAt: before?.lastAt })),
    locations,
  })
}

function toRow({ currency, scale, checkouts, spend, quantity, lastAt, locations }: Sums): SalesSums {
  const sums = { spend: String(spend), quantity: String(quantity), last_at: lastAt ?? null }
  return { place: 1, currency, scale, checkouts, ...sums, locations: [...locations] }
}
