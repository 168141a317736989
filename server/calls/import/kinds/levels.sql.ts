import type { Card } from '../../../domain/card/card.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { countCards } from '../../../storage/store/batch/card-changes.sql.ts'
import { insertRequests, type RequestRecord } from '../../../storage/store/batch/record.sql.ts'
import { insertTierChanges, upsertCardTiers, upsertTierMoves } from '../../../storage/store/batch/tier.sql.ts'
import type { BookedLevel } from './judge-level.ts'

/** A level that a card is given by a row of a file. */
export interface EnteredLevel {
  readonly card: Card
  readonly ref: RequestRef
  readonly happenedAt: Instant
  readonly given: BookedLevel
  readonly detail: NonNullable<RequestRecord['detail']>
}

/** Writes levels with the calls that gave them; a file has one for each card. */
export async function writeLevels(db: Sql, brand: BrandId, entered: readonly EnteredLevel[]): Promise<void> {
  if (entered.length === 0) return
  const cards = entered.map(({ card }) => ({ ...card, seq: card.seq + 1 }))
  const records = entered.map(
    ({ card, ref, happenedAt, detail }): RequestRecord => ({
      call: { ref, locationId: '', terminalId: '' },
      happenedAt,
      operation: 'importLevels',
      callType: 'UPDATE_ACCOUNT',
      cardId: card.id,
      cardSeq: card.seq + 1,
      detail,
    }),
  )
  const changes = entered.map(({ ref, happenedAt, given }) => ({ ...given.change, ref, happenedAt }))
  const moves = entered.flatMap(({ ref, given }) => given.moveBy(ref) ?? [])
  await countCards(db, brand, cards)
  await insertRequests(db, brand, records)
  await upsertCardTiers(db, brand, changes)
  await insertTierChanges(db, brand, changes)
  if (moves.length > 0) await upsertTierMoves(db, brand, moves)
}
