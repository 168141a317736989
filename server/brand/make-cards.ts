import { setImmediate } from 'node:timers/promises'
import type { SealedPin } from '../card/card.ts'
import { type BrandId, digits, type RandomBytes, randomText } from '../kernel/ids.ts'
import type { Database } from './brand.sql.ts'
import { type CardColumns, insertCards, type NewCard, toColumns } from './card-stock.sql.ts'
import type { CardEntry } from './shapes/program-shape.ts'

/** Makes a pin unreadable for whoever has only the database. */
export interface PinSealer {
  seal(brandId: BrandId, cardNumber: string, pin: string): SealedPin
}

/** What it takes to make the cards of one set. */
export interface CardMaker {
  readonly db: Database
  readonly brandId: BrandId
  readonly setId: string
  readonly pinLength: number
  readonly random: RandomBytes
  readonly pins: PinSealer
}

/** Few enough to keep memory small, many enough that statements do not cost time. */
const chunkSize = 1000

/** Chunks in a row of which not one number was free: the numbers of this form are used up. */
const mostBarrenChunks = 5

/** Generates `count` cards; false when there are not enough free numbers of this form. */
export async function generateCards(maker: CardMaker, form: NumberForm, count: number): Promise<boolean> {
  let missing = count
  let barren = 0
  let cards = drawCards(maker, form, missing)
  while (cards.count > 0) {
    const inserting = insertCards(maker.db, maker.brandId, { id: maker.setId, origin: 'generated' }, cards)
    // While the database stores these, the next ones are made. The pause lets the statement go out first.
    await setImmediate()
    const next = drawCards(maker, form, missing - cards.count)
    const added = await inserting
    missing -= added
    barren = added === 0 ? barren + 1 : 0
    if (barren === mostBarrenChunks) return false
    cards = next.count > 0 ? next : drawCards(maker, form, missing)
  }
  return true
}

interface NumberForm {
  readonly prefix: string
  readonly length: number
}

/** A chunk of new cards, of at most `missing`. */
function drawCards(maker: CardMaker, form: NumberForm, missing: number): CardColumns {
  const cards = Array.from({ length: Math.min(missing, chunkSize) }, () => {
    const number = form.prefix + randomText(digits, form.length - form.prefix.length, maker.random)
    return toNewCard(maker, { cardNumber: number, status: 'Inventory' })
  })
  return toColumns(cards)
}

/** Adds the cards that a file lists. */
export async function addListedCards(maker: CardMaker, cards: readonly CardEntry[]): Promise<void> {
  for (let from = 0; from < cards.length; from += chunkSize) {
    const chunk = cards.slice(from, from + chunkSize).map((card) => toNewCard(maker, card))
    await insertCards(maker.db, maker.brandId, { id: maker.setId, origin: 'listed' }, toColumns(chunk))
  }
}

function toNewCard(maker: CardMaker, card: CardEntry): NewCard {
  const { brandId, pinLength, random, pins } = maker
  const pin = card.pin ?? (pinLength > 0 ? randomText(digits, pinLength, random) : undefined)
  const sealed = pin === undefined ? undefined : pins.seal(brandId, card.cardNumber, pin)
  return {
    number: card.cardNumber,
    status: card.status,
    pickKey: Buffer.from(random(4)).readInt32LE(),
    pinSealed: sealed ? toHex(sealed.sealed) : '',
    pinCheck: sealed ? toHex(sealed.check) : '',
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** Bytes from the same source, fetched many at a time: a million small draws would take seconds. */
export function inBulk(random: RandomBytes): RandomBytes {
  const size = 16_384
  let pool = new Uint8Array(0)
  let used = 0
  return (count) => {
    if (count > size) return random(count)
    if (used + count > pool.length) {
      pool = Uint8Array.from(random(size))
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
}
