import type { Brand, Program } from '../../../domain/brand/brand.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { decimalOfMicro } from '../../../domain/campaign/tier/measure.ts'
import { showTier } from '../../../domain/campaign/tier/tier-in-call.ts'
import { levelAt } from '../../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../../domain/card/card.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { loadTiers } from '../../../storage/store/facts/tiers.ts'
import { type CardView, findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import type { Reader } from '../../../storage/store/queries/reader.ts'
import { type NamedBalance, showBalances } from './pass-balances.ts'

/** Anybody who has the link or the pass sees this, so it holds no personal data. */
export interface PassContent {
  readonly brandName: string
  readonly programName: string
  readonly cardNumber: string
  readonly cardSet: string
  readonly balances: readonly NamedBalance[]
  readonly level?: {
    readonly name?: string
    readonly until?: string
    readonly next?: { readonly name: string; readonly missing: string }
  }
}

/** What a pass shows at this moment. */
export interface PassNow {
  readonly now: Instant
  /** Absent if the card can no longer be used. */
  readonly content?: PassContent
  /** When it will show something else although nobody does anything. */
  readonly changesAt?: Instant
}

/** What a pass of the card shows; undefined if there is no such card. */
export async function readPass(
  reader: Reader,
  brand: Brand,
  card: CardId,
  language = 'en',
): Promise<PassNow | undefined> {
  const number = (await findNumbers(reader, brand.id, [card])).get(card)
  const found = number === undefined ? undefined : await reader.findCard(brand.id, number)
  const program = found && programOf(brand, found.card)
  if (!program) return undefined
  const { now } = found
  if (!isUsable(found.card, now)) return { now }
  const { level, levelEnds } = await findLevel(reader, { brand, program, found })
  const content = {
    brandName: brand.name,
    programName: program.name,
    cardNumber: found.card.number,
    cardSet: found.card.setId,
    balances: showBalances(found.card, program, now, language),
    level,
  }
  return defined({ now, content: defined(content), changesAt: nextChange(found.card, levelEnds, now) })
}

function nextChange({ lots, expiresAt }: Card, levelEnds: Instant | undefined, now: Instant): Instant | undefined {
  const times = [expiresAt, levelEnds, ...lots.flatMap((lot) => [lot.expiresAt, lot.activeAt])]
  const coming = times.filter((time) => time !== undefined && time > now).map(Number)
  return coming.length === 0 ? undefined : Math.min(...coming)
}

interface LevelOf {
  readonly brand: Brand
  readonly program: Program
  readonly found: CardView
}

/** The level that the card has, until when, and what is missing to the next one. */
async function findLevel(
  reader: Reader,
  { brand, program: { id, tiers }, found: { card, now } }: LevelOf,
): Promise<{ readonly level?: PassContent['level']; readonly levelEnds?: Instant | undefined }> {
  if (!tiers) return {}
  const root = card.root?.id ?? card.id
  const past = (await loadTiers({ db: reader, brand, now }, id, [root])).get(root)
  if (!past) return {}
  const { name, rank, missing, keptUntil } = showTier(tiers, past, new LocalClock(now, brand.timeZone))
  const next = missing === undefined ? undefined : levelAt(tiers, rank + 1)
  const level = defined({
    name,
    until: keptUntil === undefined ? undefined : formatDateTime(keptUntil, brand.timeZone).slice(0, 10),
    next:
      next && missing !== undefined ? { name: next.name, missing: decimalText(decimalOfMicro(missing)) } : undefined,
  })
  return { level, levelEnds: keptUntil }
}
