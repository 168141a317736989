import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import {
  type CallFilter,
  type CallStretch,
  findStepBack,
  type LoggedCall,
  listCalls,
  listCallsByExternalId,
  listCallsOfCard,
} from '../../../storage/store/queries/call-log.sql.ts'

export interface CallQuestion extends CallStretch {
  readonly brand: BrandId
  readonly filter: CallFilter
  readonly limit: number
}

export interface FoundCalls {
  readonly calls: readonly LoggedCall[]
  /** Everything from here on has been looked at; absent: there is nothing before it. */
  readonly next?: RequestRef
}

/** So many calls are looked at in one go. */
const stepCalls = 10_000
/** After so long nothing more is begun: whoever asks sees how far it got, and may ask on. */
const searchMs = 70

/**
 * Looks for calls, newest first, a stretch at a time, until there are enough or the time is up. So a filter that almost
 * nothing fits costs no more than one that everything fits.
 */
export async function searchCalls(db: Sql, question: CallQuestion, now: () => Instant): Promise<FoundCalls> {
  const { brand, filter, limit } = question
  const { externalId } = filter
  if (externalId !== undefined) {
    const calls = await listCallsByExternalId(db, brand, { ...filter, externalId }, question)
    return { calls, ...endOf(calls, limit) }
  }
  const found = await searchSteps(db, question, now)
  const older = await olderOfCard(db, question, found)
  return { ...found, calls: [...found.calls, ...older] }
}

async function searchSteps(db: Sql, question: CallQuestion, now: () => Instant): Promise<FoundCalls> {
  const { brand, filter, from, limit } = question
  const stopAt = now() + searchMs
  const calls: LoggedCall[] = []
  for (let { before } = question; ; ) {
    const floor = await findStepBack(db, brand, { from, before }, stepCalls)
    const stretch = { from: floor ?? from, before, limit: limit - calls.length }
    calls.push(...(await listCalls(db, brand, filter, stretch)))
    const end = endOf(calls, limit)
    if (end.next !== undefined) return { calls, ...end }
    if (floor === undefined) return { calls }
    if (now() >= stopAt) return { calls, next: floor }
    before = floor
  }
}

/** What changed a card is found by an index, also where the search for everything else has not got to. */
async function olderOfCard(db: Sql, { brand, filter, from, limit }: CallQuestion, { calls, next }: FoundCalls) {
  const card: CardId | undefined = filter.card
  if (card === undefined || next === undefined || calls.length >= limit) return []
  return listCallsOfCard(db, brand, { ...filter, card }, { from, before: next, limit: limit - calls.length })
}

function endOf(calls: readonly LoggedCall[], limit: number): { readonly next?: RequestRef } {
  const last = calls.length >= limit ? calls.at(-1) : undefined
  return last ? { next: last.request_ref } : {}
}
