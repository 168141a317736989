import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import { campaignStateOf, campaignStates } from '../../../domain/campaign/campaign-state.ts'
import { tellCampaign, tellSegment } from '../../../domain/sentence/tell.ts'
import { flag, id, integer, list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { TooManyReads } from '../../../ground/database/read-share.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { Segment } from '../../../storage/segment/segment-query.sql.ts'
import { countMembers, listSegmentStates } from '../../../storage/store/queries/segment-state.sql.ts'
import { findEntry } from '../configuration/section-entries.ts'
import { turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { usesSegment } from './segment-uses.ts'

const user = model('PortalSegmentUser', 'A campaign that uses a segment.', {
  id: text('The campaign.').required(),
  name: text('Its name.').required(),
  state: oneOf('How it stands now.', campaignStates).required(),
  summary: text('What it does, in one sentence.').max(10_000).required(),
})

const countedNow = model('PortalSegmentNow', 'How many cards are in a segment at a moment.', {
  members: integer('How many cards.').required(),
  isExact: flag('Whether all cards were looked at. If not, the number is an estimate.').required(),
  at: integer('When they were counted, in milliseconds since 1970.').required(),
})

export const segmentPage = brandRoute({
  name: 'segmentPage',
  summary: 'A segment: who is in it, in words, how many cards that are, and the campaigns that use it.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    segment: id('The segment.').required(),
    language: languageField,
    countNow: flag(
      'Whether to count as well who is in it at this moment, for a second or two at most. Needs the right to see customers.',
    ),
  },
  response: {
    id: text('The segment.').required(),
    name: text('Its name.').required(),
    description: text('What it is for.').max(10_000),
    sentence: text('Who is in it, in words.').max(10_000).required(),
    members: integer('How many cards are in it.').required(),
    refreshedAt: integer('When that was computed, in milliseconds since 1970. Absent: not yet.'),
    now: object(
      'Who is in it at this moment, or was within half a minute. Absent if it was not asked for, may not be, or takes too long.',
      countedNow,
    ),
    campaigns: list('The campaigns that use it.', user).required(),
  },
  run: async (visit) => {
    const { request, brand, services } = visit
    const segment = brand.document.segments.find((one) => one.id === request.segment)
    if (!segment) return turnDown('notFound', 'There is no such segment. It may have been removed.')
    const telling = tellingOf(brand, request.language)
    const now = formatDateTime(services.now(), brand.timeZone)
    const [counted] = await countMembers(services.pool, brand.id, [segment.id])
    const states = await listSegmentStates(services.pool, brand.id)
    const users = brand.document.campaigns.filter((campaign) => usesSegment(campaign, segment.id))
    return defined({
      id: segment.id,
      name: segment.name,
      description: segment.description,
      sentence: tellSegment(findEntry(brand, 'segments', segment.id), telling),
      members: counted?.members ?? 0,
      refreshedAt: states.find((row) => row.segment_id === segment.id)?.refreshed_at ?? undefined,
      now: request.countNow === true ? await countNow(visit, segment) : undefined,
      campaigns: users.map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        state: campaignStateOf(campaign, now),
        summary: tellCampaign(campaign, telling).summary,
      })),
    })
  },
})

/** Absent if the server has too much to do: then the last refresh says enough. */
async function countNow({ brand, services, standing }: BrandVisit<unknown>, segment: Segment) {
  if (!standing.permissions.has('customers.see')) return undefined
  try {
    const { estimate, isExact, at } = await services.segmentCounts.latest(brand, segment)
    return { members: estimate, isExact, at }
  } catch (error) {
    if (error instanceof TooManyReads) return undefined
    throw error
  }
}
