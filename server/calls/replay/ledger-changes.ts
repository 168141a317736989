import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import { type LotChange, sumLedgerPage } from './beginning.sql.ts'

/** What happened to a lot since the beginning of the period. */
export interface LotSince {
  readonly lot: number
  readonly amount: Minor
  readonly held: Minor
  readonly expired: Minor
}

export interface HoldSince {
  readonly hold: RequestRef
  readonly lot: number
  readonly held: Minor
}

const width = 4
const rowsPerPage = 20_000

/** The changes of all lots since the beginning of the period, in sums. Numbers side by side, because there are many. */
export class LedgerChanges {
  private readonly byCard = new Map<CardId, number[]>()
  private readonly holds = new Map<CardId, HoldSince[]>()

  /** Reads the ledger from the beginning of the period until now. */
  static async read(
    db: Sql,
    brand: BrandId,
    begin: RequestRef,
    onPage: () => void | Promise<void>,
  ): Promise<LedgerChanges> {
    const changes = new LedgerChanges()
    let place = { ref: begin, line: -1 }
    for (;;) {
      const rows = await sumLedgerPage(db, brand, place, rowsPerPage)
      const [first] = rows
      if (!first) return changes
      for (const row of rows) if (row.card_id !== null) changes.add(row.card_id, row)
      place = { ref: first.last_ref, line: first.last_line }
      await onPage()
    }
  }

  of(card: CardId): LotSince[] {
    const numbers = this.byCard.get(card) ?? []
    const found: LotSince[] = []
    for (let place = 0; place < numbers.length; place += width) {
      const [lot = 0, amount = 0, held = 0, expired = 0] = numbers.slice(place, place + width)
      found.push({ lot, amount, held, expired })
    }
    return found
  }

  holdsOf(card: CardId): readonly HoldSince[] {
    return this.holds.get(card) ?? []
  }

  private add(card: CardId, { lot_no, amount, held, expired, hold_ref }: LotChange): void {
    const numbers = this.byCard.get(card) ?? []
    if (numbers.length === 0) this.byCard.set(card, numbers)
    let place = 0
    while (place < numbers.length && numbers[place] !== lot_no) place += width
    if (place === numbers.length) numbers.push(lot_no, 0, 0, 0)
    for (const [offset, value] of [amount, held, expired].entries()) {
      numbers[place + offset + 1] = (numbers[place + offset + 1] ?? 0) + value
    }
    if (hold_ref === null) return
    const holds = this.holds.get(card) ?? []
    if (holds.length === 0) this.holds.set(card, holds)
    holds.push({ hold: hold_ref, lot: lot_no, held })
  }
}
