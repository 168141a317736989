import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { CardView } from './card-view.sql.ts'
import { type AskedHistory, countHistories, type HistoryCounts, type HistoryRow, listHistories } from './history.sql.ts'
import type { PostingOfCall } from './request-view.sql.ts'
import { BrandReads, type ListOfCards } from './shared-reads.ts'

/** Reads several things of one moment, and takes its time. */
type LongReadOfBrand = <Result>(use: (db: Sql) => Promise<Result>) => Promise<Result>

/** Cards of so many calls cost a statement little. Whoever reads more does so alone, and holds up nobody. */
const callsSharedMax = 500

/** What reading operations read with: committed state only, never a cache. */
export class Reader implements Sql {
  private readonly db: Sql
  private readonly flushRecords: () => Promise<void>
  private readonly brands = new Map<BrandId, BrandReads>()

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
    return this.sharedOf(brand).cards.get(number)
  }

  /** What `list` finds of cards, which have so many calls in all: one statement for all who wait for the same of theirs. */
  ofCards<Found>(
    brand: BrandId,
    list: ListOfCards<Found>,
    { cards, calls }: { readonly cards: readonly CardId[]; readonly calls: number },
  ): Promise<ReadonlyMap<CardId, Found>> {
    return calls > callsSharedMax ? list(this.db, brand, cards) : this.sharedOf(brand).ofCards(list, cards)
  }

  /** A page of the history of a card that has so many calls, and the counts of all of it. */
  async history(
    brand: BrandId,
    asked: AskedHistory,
    calls: number,
  ): Promise<{ readonly counts: HistoryCounts; readonly rows: readonly HistoryRow[] }> {
    const shared = this.sharedOf(brand)
    const { filter } = asked
    // What a child did before it was transferred stands among the calls of others, however many those are.
    const isShared = filter.childId === undefined && calls <= callsSharedMax
    const [counts, rows] = await Promise.all([
      isShared ? shared.counts.get(filter) : countHistories(this.db, brand, [filter]).then(([one]) => one),
      isShared ? shared.histories.get(asked) : listHistories(this.db, brand, [asked]).then(([one]) => one),
    ])
    return { counts: counts ?? { transactionCount: 0, matchCount: 0 }, rows: rows ?? [] }
  }

  /** What calls changed, by the call. */
  postingsOf(brand: BrandId, refs: readonly RequestRef[]): Promise<ReadonlyMap<RequestRef, readonly PostingOfCall[]>> {
    return this.sharedOf(brand).postings.get(refs)
  }

  /** Waits until the records of this process's earlier calls can be found. */
  recordsWritten(): Promise<void> {
    return this.flushRecords()
  }

  private sharedOf(brand: BrandId): BrandReads {
    let shared = this.brands.get(brand)
    if (!shared) {
      shared = new BrandReads(this.db, brand)
      this.brands.set(brand, shared)
    }
    return shared
  }
}
