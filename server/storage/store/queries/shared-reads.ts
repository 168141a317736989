import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import { type CardView, findCards } from './card-view.sql.ts'
import { Gatherer } from './gather.ts'
import {
  type AskedHistory,
  countHistories,
  type HistoryCounts,
  type HistoryFilter,
  type HistoryRow,
  listHistories,
} from './history.sql.ts'
import { listPostings, type PostingOfCall } from './request-view.sql.ts'

/** Reads something of any number of cards at once. A card without any is absent. */
export type ListOfCards<Found> = (
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
) => Promise<ReadonlyMap<CardId, Found>>

/** By number nothing is quicker than one statement after the other. */
const ofNumbers = { atOnceMax: 64, underWayMax: 1 }
/** What costs the database more runs side by side. */
const ofRows = { atOnceMax: 24, underWayMax: 3 }

/** The reads of one brand that share statements, by their kind. */
export class BrandReads {
  readonly cards: Gatherer<string, CardView | undefined>
  readonly counts: Gatherer<HistoryFilter, HistoryCounts>
  readonly histories: Gatherer<AskedHistory, readonly HistoryRow[]>
  readonly postings: Gatherer<readonly RequestRef[], ReadonlyMap<RequestRef, readonly PostingOfCall[]>>
  private readonly db: Sql
  private readonly brand: BrandId
  private readonly kinds = new Map<ListOfCards<unknown>, Gatherer<readonly CardId[], ReadonlyMap<CardId, unknown>>>()

  constructor(db: Sql, brand: BrandId) {
    this.db = db
    this.brand = brand
    this.cards = new Gatherer((numbers) => this.findCards(numbers), ofNumbers)
    this.counts = new Gatherer((filters) => countHistories(db, brand, filters), ofRows)
    this.histories = new Gatherer((asked) => listHistories(db, brand, asked), ofRows)
    this.postings = new Gatherer((refs) => this.listPostings(refs), ofRows)
  }

  ofCards<Found>(list: ListOfCards<Found>, cards: readonly CardId[]): Promise<ReadonlyMap<CardId, Found>> {
    let gatherer = this.kinds.get(list)
    if (!gatherer) {
      gatherer = new Gatherer<readonly CardId[], ReadonlyMap<CardId, unknown>>(
        (asked) => this.listOfCards(list, asked),
        ofRows,
      )
      this.kinds.set(list, gatherer)
    }
    // A kind is known by its function, which says what it finds.
    return gatherer.get(cards) as Promise<ReadonlyMap<CardId, Found>>
  }

  private async findCards(numbers: readonly string[]): Promise<(CardView | undefined)[]> {
    const views = new Map<string, CardView>()
    for (const view of await findCards(this.db, this.brand, [...new Set(numbers)])) views.set(view.card.number, view)
    return numbers.map((number) => views.get(number))
  }

  private async listOfCards<Found>(list: ListOfCards<Found>, asked: readonly (readonly CardId[])[]) {
    return partsOf(asked, await list(this.db, this.brand, together(asked)))
  }

  private async listPostings(asked: readonly (readonly RequestRef[])[]) {
    const postings = await listPostings(this.db, this.brand, together(asked))
    return partsOf<RequestRef, readonly PostingOfCall[]>(
      asked,
      Map.groupBy(postings, ({ ref }) => ref),
    )
  }
}

/** Everything that somebody asks for, once. */
function together<Key>(asked: readonly (readonly Key[])[]): readonly Key[] {
  const [first = []] = asked
  return asked.length === 1 ? first : [...new Set(asked.flat())]
}

/** To each what was asked for. */
function partsOf<Key, Found>(
  asked: readonly (readonly Key[])[],
  found: ReadonlyMap<Key, Found>,
): readonly ReadonlyMap<Key, Found>[] {
  if (asked.length === 1) return [found]
  return asked.map((keys) => {
    const part = new Map<Key, Found>()
    for (const key of keys) {
      const one = found.get(key)
      if (one !== undefined) part.set(key, one)
    }
    return part
  })
}
