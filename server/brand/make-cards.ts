import type { SealedPin } from '../card/card.ts'
import { type BrandId, digits, drawNumber, type NumberForm, type RandomBytes, randomText } from '../kernel/ids.ts'
import type { Database } from './brand.sql.ts'
import { type CardColumns, insertCards, type NewCard, toColumns } from './card-stock.sql.ts'
import { addListed, drawPickKey, generateStock } from './make-stock.ts'
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

/** Generates `count` cards; false when there are not enough free numbers of this form. */
export function generateCards(maker: CardMaker, form: NumberForm, count: number): Promise<boolean> {
  const set = { id: maker.setId, origin: 'generated' } as const
  const stock = {
    draw: (most: number) => drawCards(maker, form, most),
    insert: (cards: CardColumns) => insertCards(maker.db, maker.brandId, set, cards),
  }
  return generateStock(stock, count)
}

function drawCards(maker: CardMaker, form: NumberForm, count: number): CardColumns {
  const cards = Array.from({ length: count }, () => {
    const cardNumber = drawNumber(form, digits, maker.random)
    return toNewCard(maker, { cardNumber, status: 'Inventory' })
  })
  return toColumns(cards)
}

/** Adds the cards that a file lists. */
export function addListedCards(maker: CardMaker, cards: readonly CardEntry[]): Promise<void> {
  const set = { id: maker.setId, origin: 'listed' } as const
  return addListed(cards, (chunk) =>
    insertCards(maker.db, maker.brandId, set, toColumns(chunk.map((card) => toNewCard(maker, card)))),
  )
}

function toNewCard(maker: CardMaker, card: CardEntry): NewCard {
  const { brandId, pinLength, random, pins } = maker
  const pin = card.pin ?? (pinLength > 0 ? randomText(digits, pinLength, random) : undefined)
  const sealed = pin === undefined ? undefined : pins.seal(brandId, card.cardNumber, pin)
  return {
    number: card.cardNumber,
    status: card.status,
    pickKey: drawPickKey(random),
    pinSealed: sealed ? toHex(sealed.sealed) : '',
    pinCheck: sealed ? toHex(sealed.check) : '',
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
