import type { Brand, Program } from '../../../domain/brand/brand.ts'
import { levelNameTo } from '../../../domain/brand/shapes/tier-shape.ts'
import { type Listener, listenerIn } from '../../../domain/brand/texts/spoken-text.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { decimalOfMicro } from '../../../domain/campaign/tier/measure.ts'
import { showTier } from '../../../domain/campaign/tier/tier-in-call.ts'
import { levelAt } from '../../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../../domain/card/card.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import { asInCalls, mannerOf } from '../../../domain/message/local-format.ts'
import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
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
  /** Who reads it, if the brand speaks several languages. */
  readonly listener?: Listener
}

/** What a pass shows at this moment. */
export interface PassNow {
  readonly now: Instant
  /** Absent if the card can no longer be used. */
  readonly content?: PassContent
  /** When it will show something else although nobody does anything. */
  readonly changesAt?: Instant
}

/**
 * What a pass of the card shows; undefined if there is no such card. It speaks the customer's language where the brand
 * has several, else the one given.
 */
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
  const listener = await findListener(reader, brand, card)
  const { level, levelEnds } = await findLevel(reader, { brand, program, found, listener })
  const content = {
    brandName: brand.name,
    programName: program.name,
    cardNumber: found.card.number,
    cardSet: found.card.setId,
    balances: showBalances(found.card, program, { now, listener, language: listener?.locale ?? language }),
    level,
    listener,
  }
  return defined({ now, content: defined(content), changesAt: nextChange(found.card, levelEnds, now) })
}

/** Brands of one language are spared the question. */
async function findListener(reader: Reader, brand: Brand, card: CardId): Promise<Listener | undefined> {
  if (brand.document.brand.languages === undefined) return undefined
  const [account] = await listAccounts(reader, brand.id, [card])
  return listenerIn(brand, account?.customer.language)
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
  readonly listener: Listener | undefined
}

/** The level that the card has, until when, and what is missing to the next one. */
async function findLevel(
  reader: Reader,
  { brand, program: { id, tiers }, found: { card, now }, listener }: LevelOf,
): Promise<{ readonly level?: PassContent['level']; readonly levelEnds?: Instant | undefined }> {
  if (!tiers) return {}
  const root = card.root?.id ?? card.id
  const past = (await loadTiers({ db: reader, brand, now }, id, [root])).get(root)
  if (!past) return {}
  const { rank, missing, keptUntil } = showTier(tiers, past, new LocalClock(now, brand.timeZone))
  const reached = levelAt(tiers, rank)
  const { day, amount } = listener ? mannerOf(listener.locale) : asInCalls
  const next = missing === undefined ? undefined : levelAt(tiers, rank + 1)
  const level = defined({
    name: reached && levelNameTo(listener, reached),
    until: keptUntil === undefined ? undefined : day(formatDateTime(keptUntil, brand.timeZone).slice(0, 10)),
    next:
      next && missing !== undefined
        ? { name: levelNameTo(listener, next), missing: amount(decimalText(decimalOfMicro(missing))) }
        : undefined,
  })
  return { level, levelEnds: keptUntil }
}
