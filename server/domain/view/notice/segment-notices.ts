import type { CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { NoticeRow } from './notice.ts'

interface Changes {
  readonly entered_cards: readonly CardId[] | null
  readonly left_cards: readonly CardId[] | null
}

interface Refresh {
  readonly ref: RequestRef
  readonly happenedAt: Instant
}

/** The cards that entered or left a segment in a refresh. */
export function segmentNotices(
  { id, name }: { readonly id: string; readonly name: string },
  { entered_cards, left_cards }: Changes,
  refresh: Refresh,
): NoticeRow[] {
  const data = { segmentId: id, segmentName: name }
  const changed = [
    ...(entered_cards ?? []).map((cardId) => ({ type: 'segment.entered' as const, cardId })),
    ...(left_cards ?? []).map((cardId) => ({ type: 'segment.left' as const, cardId })),
  ]
  return changed.map((change, index) => ({ ...change, ...refresh, line: index + 1, data }))
}
