import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Minor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { countFirings, type FiredIn, listFiredRules, listGivenLots, listTouchedCards } from './touched.sql.ts'

/** More at once is nothing that one page can show, nor one person approve. */
export const touchedMax = 10_000
/** What campaigns gave these: several things each, many times. */
const lotsMax = 200_000
/** Firings of its rules that are gone through: more are counted by nobody while they wait. */
const firingsMax = 200_000

/** A card that a campaign gave something, or took part in a sale with it. */
export interface TouchedCard {
  readonly cardId: CardId
  /** In how many calls. */
  times: number
  firstAt: Instant
  lastAt: Instant
  /** By value type. */
  readonly values: Map<number, GivenValue>
}

interface GivenValue {
  given: Minor
  /** What is neither spent, held nor expired of it. */
  left: Minor
  readonly lots: { readonly lot: number; readonly amount: Minor }[]
}

/** When to look: from the first moment to before the second. */
type TouchedPeriod = Pick<FiredIn, 'from' | 'until'>

interface Touching extends TouchedPeriod {
  readonly campaign: string
  readonly now: Instant
}

/** Everybody whom a campaign gave something that stands, the last first. Undefined: they are too many. */
export async function findTouched(
  db: Sql,
  brand: BrandId,
  { campaign, now, ...period }: Touching,
): Promise<readonly TouchedCard[] | undefined> {
  const rules = (await listFiredRules(db, brand)).filter((rule) => rule.startsWith(`${campaign}/`))
  if (rules.length === 0) return []
  if ((await countFirings(db, brand, { rules, ...period }, firingsMax + 1)) > firingsMax) return undefined
  const rows = await listTouchedCards(db, brand, { rules, ...period }, touchedMax + 1)
  const lots = await listGivenLots(db, brand, { rules, ...period }, lotsMax + 1)
  if (rows.length > touchedMax || lots.length > lotsMax) return undefined
  const found = new Map<CardId, TouchedCard>()
  for (const { card_id: cardId, times, first_at: firstAt, last_at: lastAt } of rows)
    found.set(cardId, { cardId, times, firstAt, lastAt, values: new Map() })
  for (const row of lots) {
    const card = found.get(row.card_id) ?? addedBy(found, row.card_id, row.at)
    const value = card.values.get(row.value_type_id) ?? { given: 0, left: 0, lots: [] }
    card.values.set(row.value_type_id, value)
    value.given += row.given
    const isOver = row.expires_at !== null && row.expires_at <= now
    if (isOver || row.free <= 0) continue
    // What came back to a lot was not given by the campaign.
    const amount = Math.min(row.free, row.given)
    value.left += amount
    value.lots.push({ lot: row.lot_no, amount })
  }
  return [...found.values()]
}

/** A card in no call of its own: a referrer's. */
function addedBy(found: Map<CardId, TouchedCard>, cardId: CardId, at: Instant): TouchedCard {
  const card = { cardId, times: 1, firstAt: at, lastAt: at, values: new Map() }
  found.set(cardId, card)
  return card
}
