import type { Brand } from '../brand/brand.ts'
import { LocalClock } from '../campaign/clock.ts'
import type { HistoryNeed, HistorySums, ReturnedSale } from '../campaign/needs.ts'
import { measureOf, type Span, spanAt, type TierSum } from '../campaign/tier/measure.ts'
import { afterLapse, isOver, type TierPast, type TierState } from '../campaign/tier/tier-state.ts'
import type { KeptLine } from '../checkout/record.ts'
import { unitsLeft } from '../checkout/record.ts'
import { defined } from '../kernel/defined.ts'
import type { CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { LinesWanted, SalesSums } from '../store/facts/checkout-history.sql.ts'
import { lessReturn, linesOf, toHistorySums } from '../store/facts/sales-history.ts'
import type { CardState, PastSale } from './card-state.ts'

/** The sums that the store would answer, of the sales that the replay knows. */
export function sumHistory(
  { sales }: Pick<CardState, 'sales'>,
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

function isCounted({ isVoided, kind, of, returned, ref }: Sale, own: ReturnedSale | undefined): boolean {
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

function isMeant({ sku, unitPrice }: KeptLine, { skus, exceptSkus, least, most }: LinesWanted): boolean {
  const price = BigInt(unitPrice)
  if ((skus && !skus.includes(sku)) || exceptSkus?.includes(sku)) return false
  return (least === undefined || price >= least) && (most === undefined || price <= most)
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

/** So many periods that are over are judged one by one, as the store does. */
const lapsesMax = 24

/** The level of a card as the store would answer it; undefined where levels go by what was earned. */
export function tierPast(
  state: Pick<CardState, 'sales' | 'tier'>,
  program: string,
  { brand, clock }: { readonly brand: Brand; readonly clock: LocalClock },
): TierPast | undefined {
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers || tiers.by.fact === 'earned') return undefined
  const stored = state.tier?.program === program ? state.tier : undefined
  const sumsAt = (at: LocalClock) => sumTierSales(state.sales, spanAt(tiers.by.within, at))
  let current: TierState = stored ? stateOf(stored) : {}
  let lapsedAt: Instant | undefined
  for (let lapses = 0; isOver(current, clock.now); lapses += 1) {
    const at = lapses < lapsesMax ? (current.keptUntil ?? clock.now) : clock.now
    lapsedAt = at
    const then = new LocalClock(at, brand.timeZone)
    current = afterLapse(tiers, current, measureOf(tiers.by, sumsAt(then), brand), then)
  }
  const sums = sumsAt(clock)
  return defined({ stored, state: current, lapsedAt, sums, measured: measureOf(tiers.by, sums, brand) })
}

function stateOf({ level, keptUntil, override }: NonNullable<CardState['tier']>): TierState {
  return defined({ level, keptUntil, override })
}

function sumTierSales(sales: readonly PastSale[], { since, until }: Span): readonly TierSum[] {
  const groups = new Map<string, TierSum>()
  for (const { record } of sales) {
    const { happenedAt, currency, scale, kind, net, returned } = record
    if ((since !== undefined && happenedAt < since) || happenedAt > until || !isCounted(record, undefined)) continue
    const key = `${currency} ${scale}`
    const before = groups.get(key)
    groups.set(key, {
      currency,
      scale,
      amount: (before?.amount ?? 0n) + BigInt(net - (returned?.total ?? 0)),
      checkouts: (before?.checkouts ?? 0) + (kind === 'sale' ? 1 : 0),
    })
  }
  return [...groups.values()]
}
