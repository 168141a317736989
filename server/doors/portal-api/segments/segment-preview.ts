import { draftFault, entryText, showFaults } from '../../../calls/operations/draft/parts/draft-model.ts'
import { flag, integer, list } from '../../../ground/contract/field.ts'
import { checkTexts } from '../../../storage/brand-store/drafts/check-texts.ts'
import type { Segment } from '../../../storage/segment/segment-query.sql.ts'
import { listNumbersOf } from '../../../storage/store/portal/card-span.sql.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { cardItem } from '../cards/parts/models.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { showCardItems } from '../cards/parts/show.ts'
import { brandRoute } from '../route.ts'

/** Who would be in a segment, while somebody writes it. */
export const segmentPreview = brandRoute({
  name: 'segmentPreview',
  summary: 'Say how many cards would be in a segment as it is written, and show some of them.',
  // Whoever makes up conditions finds out by the number whom they hold for.
  permission: 'customers.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    entries: list('The segment, alone or with other entries of the same draft.', entryText).between(1, 20).required(),
  },
  response: {
    faults: list('What is wrong. Then nothing is counted.', draftFault).required(),
    estimate: integer('How many cards would be in it.').required(),
    isExact: flag('Whether all cards were looked at. If not, the number is an estimate.').required(),
    sample: list('Some of them, for those who may see cards.', cardItem).required(),
  },
  run: async (visit) => {
    const { request, services, brand, standing, language } = visit
    const { faults, sound } = await checkTexts(services.pool, brand, request.entries)
    const written = sound.find(({ section, value }) => section === 'segments' && value !== undefined)
    const nothing = { faults: showFaults(faults, language), estimate: 0, isExact: true, sample: [] }
    if (faults.length > 0 || !written) return nothing
    const reader = readerOf(visit)
    const { estimate, isExact, sample } = await services.segmentCounts.count(brand, written.value as Segment)
    const numbers = standing.permissions.has('cards.see') ? await listNumbersOf(reader, brand.id, sample) : []
    const views = await findCards(reader, brand.id, numbers)
    return { faults: [], estimate, isExact, sample: await showCardItems(views, visit) }
  },
})
