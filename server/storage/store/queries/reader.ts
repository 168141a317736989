import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { type CardView, findCards } from './card-view.sql.ts'
import { Gatherer } from './gather.ts'

/** Reads several things of one moment, and takes its time. */
type LongReadOfBrand = <Result>(use: (db: Sql) => Promise<Result>) => Promise<Result>

/** What reading operations read with: committed state only, never a cache. */
export class Reader implements Sql {
  private readonly db: Sql
  private readonly flushRecords: () => Promise<void>
  private readonly cards = new Map<BrandId, Gatherer<string, CardView | undefined>>()

  /** For what takes seconds. A brand does one of these at a time, so that its tills find connections. */
  readonly atLength: LongReadOfBrand

  constructor(db: Sql, flushRecords: () => Promise<void>, atLength: LongReadOfBrand = (use) => use(db)) {
    this.db = db
    this.flushRecords = flushRecords
    this.atLength = atLength
  }

  rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> {
    return this.db.rows<Row>(text, ...values)
  }

  affected(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number> {
    return this.db.affected(text, ...values)
  }

  /** Reads that arrive together are answered by one statement. */
  findCard(brand: BrandId, number: string): Promise<CardView | undefined> {
    let gatherer = this.cards.get(brand)
    if (!gatherer) {
      gatherer = new Gatherer((numbers) => this.findAll(brand, numbers), { atOnceMax: 64, underWayMax: 1 })
      this.cards.set(brand, gatherer)
    }
    return gatherer.get(number)
  }

  /** Waits until the records of this process's earlier calls can be found. */
  recordsWritten(): Promise<void> {
    return this.flushRecords()
  }

  private async findAll(brand: BrandId, numbers: readonly string[]): Promise<(CardView | undefined)[]> {
    const views = new Map<string, CardView>()
    for (const view of await findCards(this.db, brand, [...new Set(numbers)])) views.set(view.card.number, view)
    return numbers.map((number) => views.get(number))
  }
}
