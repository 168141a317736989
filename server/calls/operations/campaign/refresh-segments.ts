import type { Brand } from '../../../domain/brand/brand.ts'
import { integer, list, model, text } from '../../../ground/contract/field.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { countMembers, listSegmentStates, makeSegmentsDue } from '../../../storage/store/queries/segment-state.sql.ts'
import { task } from '../operation.ts'

const segmentState = model('SegmentState', 'A segment as of its last refresh.', {
  id: text('The segment.').required(),
  name: text('Its name.').required(),
  cards: integer('How many cards are in it.').required(),
  refreshedDate: text('When it was last refreshed, yyyy-MM-dd HH:mm:ss. Absent: not yet.'),
})

export const refreshSegments = task({
  name: 'refreshSegments',
  group: 'admin',
  summary: 'Refresh the segments of the brand, which begins within a minute, and return them as they are now.',
  details: 'They are also refreshed every hour, and when the brand file changes them.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'RefreshSegmentsRequest',
  responseModel: 'RefreshSegmentsResponse',
  request: {},
  response: { segments: list('The segments, in the order of the brand file.', segmentState).required() },
  perform: async ({ brand, db }) => {
    const segments = (await refreshSoon(db, brand)).map(({ refreshedAt, ...segment }) => ({
      ...segment,
      ...(refreshedAt !== undefined && { refreshedDate: formatDateTime(refreshedAt, brand.interfaceTimeZone) }),
    }))
    return { kind: 'answer', response: { segments } }
  },
})

export interface SegmentNow {
  readonly id: string
  readonly name: string
  readonly cards: number
  readonly refreshedAt?: Instant
}

/** Has the segments refreshed as soon as the job looks, and answers them as they are, in the order of the brand file. */
export async function refreshSoon(db: Sql, { id: brand, document }: Brand): Promise<SegmentNow[]> {
  const ids = document.segments.map(({ id }) => id)
  const states = new Map((await listSegmentStates(db, brand)).map((state) => [state.segment_id, state]))
  const members = new Map((await countMembers(db, brand, ids)).map((one) => [one.segment_id, one.members]))
  await makeSegmentsDue(db, brand)
  return document.segments.map(({ id, name }) => {
    const refreshedAt = states.get(id)?.refreshed_at ?? undefined
    return defined({ id, name, cards: members.get(id) ?? 0, refreshedAt })
  })
}
