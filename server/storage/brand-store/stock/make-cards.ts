import type { CardEntry } from '../../../domain/brand/shapes/program-shape.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import {
  type BrandId,
  digits,
  drawNumber,
  type NumberForm,
  type RandomBytes,
  randomText,
} from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import { type CardColumns, insertCardStock, type NewCard, toColumns } from './card-stock.sql.ts'
import { addListed, drawPickKey, generateStock } from './make-stock.ts'

/** Seals a PIN, so that nobody can read it from the database alone. */
export interface PinSealer {
  seal(brandId: BrandId, cardNumber: string, pin: string): SealedPin
}

/** What it takes to make the cards of one set. */
export interface CardMaker {
  readonly db: Sql
  readonly brandId: BrandId
  readonly setId: string
  readonly pinLength: number
  readonly random: RandomBytes
  readonly pins: PinSealer
  /** `generated` by a brand file, which counts them, or `created` by a call. */
  readonly origin?: 'generated' | 'created'
}

/** Generates `count` cards; returns false if there are not enough free numbers of this form. */
export function addGeneratedCards(maker: CardMaker, form: NumberForm, count: number): Promise<boolean> {
  const set = { id: maker.setId, origin: maker.origin ?? 'generated' } as const
  const stock = {
    draw: (most: number) => drawCards(maker, form, most),
    insert: (cards: CardColumns) => insertCardStock(maker.db, maker.brandId, set, cards),
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
    insertCardStock(maker.db, maker.brandId, set, toColumns(chunk.map((card) => toNewCard(maker, card)))),
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
