import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import { tellSegment } from '../../../domain/sentence/tell.ts'
import { integer, list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { countMembers, listSegmentStates } from '../../../storage/store/queries/segment-state.sql.ts'
import { sectionEntries } from '../configuration/section-entries.ts'
import { brandRoute } from '../route.ts'

const segment = model('PortalSegment', 'A segment.', {
  id: text('Its id.').required(),
  name: text('Its name.').required(),
  sentence: text('Who is in it, in words.').max(10_000).required(),
  members: integer('How many cards are in it.').required(),
  refreshedAt: integer('When that was computed, in milliseconds since 1970. Absent: not yet.'),
})

export const listSegments = brandRoute({
  name: 'listSegments',
  summary: 'List the segments: who is in them, in words, and how many cards that are.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: { language: languageField },
  response: { segments: list('The segments.', segment).required() },
  run: async ({ request, brand, services }) => {
    const telling = tellingOf(brand, request.language)
    const ids = brand.document.segments.map(({ id }) => id)
    const counts = new Map(
      (await countMembers(services.pool, brand.id, ids)).map((row) => [row.segment_id, row.members]),
    )
    const states = await listSegmentStates(services.pool, brand.id)
    const refreshed = new Map(states.map((row) => [row.segment_id, row.refreshed_at ?? undefined]))
    const entries = sectionEntries(brand, 'segments')
    return {
      segments: brand.document.segments.map(({ id, name }, index) =>
        defined({
          id,
          name,
          sentence: tellSegment(entries[index], telling),
          members: counts.get(id) ?? 0,
          refreshedAt: refreshed.get(id),
        }),
      ),
    }
  },
})
