import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { isTurnedAway } from '../refusal.ts'
import { exportMe } from '../routes/privacy.ts'
import { story, why } from '../routes/story.ts'
import { headersOf } from './frame.ts'
import type { ScreenVisit } from './screen-visit.ts'
import { historyPage, type ShownHappening, type ShownReason } from './screens/history.ts'

/** What happened, and of one thing why. */
export async function showHistory(visit: ScreenVisit, query: URLSearchParams): Promise<SentDocument> {
  const before = Number(query.get('before') ?? Number.NaN)
  const told = await visit.ask<{ happenings: ShownHappening[]; next?: number }>(
    story,
    Number.isSafeInteger(before) && before >= 0 ? { before } : {},
  )
  if (isTurnedAway(told)) return visit.refused(told)
  const ref = query.get('why')
  const reason =
    ref === null ? undefined : await visit.ask<Omit<ShownReason, 'ref'>>(why, { requestRef: ref.slice(0, 64) })
  return historyPage(visit.room, told, reason && !isTurnedAway(reason) && ref !== null ? { ...reason, ref } : undefined)
}

/** Everything that is kept about the member, as a file. */
export async function downloadAll(visit: ScreenVisit): Promise<SentPage> {
  const done = await visit.ask<{ document: object }>(exportMe)
  if (isTurnedAway(done)) return visit.refused(done)
  const headers = { ...headersOf(visit.room.pages), 'Content-Disposition': 'attachment; filename="my-data.json"' }
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(done.document, null, 2), headers }
}
