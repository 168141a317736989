import type { SimulateResponse } from '../../../calls/operations/campaign/simulate.ts'
import { entriesMax, entryText } from '../../../calls/operations/draft/parts/draft-model.ts'
import type { CheckoutRecord } from '../../../domain/checkout/record.ts'
import { integer, list, type Values } from '../../../ground/contract/field.ts'
import { isRefusal, type Refusal } from '../../../ground/kernel/errors.ts'
import { type CardId, type RequestRef, uuidFloor } from '../../../ground/kernel/ids.ts'
import { parseDecimal } from '../../../ground/kernel/money.ts'
import { day } from '../../../ground/kernel/time.ts'
import { listCheckouts } from '../../../storage/store/batch/checkout.sql.ts'
import { listSaleHeads } from '../../../storage/store/portal/recent-sales.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { turnedDownBy } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { trySale } from './try-sale.ts'

const daysBack = 30
/** Sales that are counted: a brand that sells more is looked at over fewer days. */
const salesMax = 20_000
/** Customers whose last sale is decided again, and how long that may take. */
const triedMax = 60
const triedMs = 2000

const request = { entries: list('The entries of the draft.', entryText).between(1, entriesMax).required() }

type Visited = BrandVisit<Values<typeof request>>

/** An estimate that is there while somebody writes; a replay tells exactly. */
export const draftReach = brandRoute({
  name: 'draftReach',
  summary: 'Estimate how many customers of the last 30 days the campaigns of a draft would have reached.',
  // Whoever makes up conditions finds out by the number whom they hold for.
  permission: 'customers.see',
  isConfirmed: false,
  reach: 'brand',
  request,
  response: {
    days: integer('The days that were looked at: 30, or fewer if there are very many sales.').required(),
    customers: integer('The customers who bought something in these days.').required(),
    tried: integer('The customers of whom the last sale was decided again.').required(),
    reached: integer('Those of them for whom a rule of the draft would have fired.').required(),
    estimate: integer('About how many customers that makes altogether.').required(),
  },
  run: async (visit) => {
    const { services, brand } = visit
    const now = services.now()
    const heads = await listSaleHeads(readerOf(visit), brand.id, uuidFloor(now - daysBack * day), salesMax)
    const latest = new Map<CardId, RequestRef>()
    for (const { card_id: card, request_ref: ref } of heads)
      if (card !== null && !latest.has(card)) latest.set(card, ref)
    const oldest = heads.length < salesMax ? undefined : heads.at(-1)?.request_ref
    const days = oldest === undefined ? daysBack : Math.max(1, Math.round((now - timeOf(oldest)) / day))
    const counted = await countReached(visit, spread([...latest.values()], triedMax))
    if (isRefusal(counted)) return turnedDownBy(counted)
    const { tried, reached } = counted
    const estimate = tried === 0 ? 0 : Math.round((reached / tried) * latest.size)
    return { days, customers: latest.size, tried, reached, estimate }
  },
})

const timeOf = (ref: RequestRef) => Number.parseInt(ref.slice(0, 8) + ref.slice(9, 13), 16)

/** So many of them, evenly from the first to the last. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all]
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as T)
}

async function countReached(
  visit: Visited,
  refs: readonly RequestRef[],
): Promise<{ tried: number; reached: number } | Refusal> {
  const { services, brand, request } = visit
  const own = request.entries.flatMap(({ section, key = '' }) => (section === 'campaigns' ? `${key}/` : []))
  if (own.length === 0) return { tried: 0, reached: 0 }
  const reader = readerOf(visit)
  const sales = await listCheckouts(reader, brand.id, refs)
  const numbers = await findNumbers(
    reader,
    brand.id,
    sales.flatMap(({ cardId }) => cardId ?? []),
  )
  const until = services.now() + triedMs
  let [tried, reached] = [0, 0]
  for (const sale of sales) {
    if (services.now() >= until) break
    const cardNumber = numbers.get(sale.cardId ?? 0)
    const answer = cardNumber === undefined ? undefined : await trySale(visit, toRequest(sale, cardNumber, request))
    if (answer && isRefusal(answer)) return answer
    if (!answer?.receipt) continue
    tried += 1
    if (firesOneOf(answer, own)) reached += 1
  }
  return { tried, reached }
}

const firesOneOf = ({ explanation }: SimulateResponse, campaigns: readonly string[]) =>
  explanation.fired.some(({ rule }) => campaigns.some((campaign) => rule.startsWith(campaign)))

/** The same products for the same card, today. */
function toRequest({ content, locationId }: CheckoutRecord, cardNumber: string, { entries }: Visited['request']) {
  const million = 1_000_000
  const decimal = (micro: string) => parseDecimal(String(Number(micro) / million)) ?? { units: 0, scale: 0 }
  return {
    cardNumber,
    locationId,
    products: content.lines.map(({ sku, quantity, unitPrice }) => ({
      sku,
      amountPurchased: decimal(quantity),
      unitPrice: decimal(unitPrice),
    })),
    entries,
  }
}
