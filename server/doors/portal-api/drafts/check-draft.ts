import { draftFault, entriesMax, entryText, showFaults } from '../../../calls/operations/draft/parts/draft-model.ts'
import { integer, list } from '../../../ground/contract/field.ts'
import { checkTexts } from '../../../storage/brand-store/drafts/check-texts.ts'
import { brandRoute } from '../route.ts'

/** Asked while somebody types. What a change makes wrong inside other entries, the draft's own page says. */
export const checkDraft = brandRoute({
  name: 'checkDraft',
  summary: 'Say what is wrong with entries as parts of the live brand.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    baseVersion: integer('The version that was looked at.').between(1, 2_147_483_647),
    entries: list('The entries as they are to be.', entryText).between(1, entriesMax).required(),
  },
  response: {
    faults: list('What is wrong.', draftFault).required(),
    warnings: list('What is most likely a mistake.', draftFault).required(),
  },
  run: async ({ request: { entries }, services, brand, language }) => {
    const { faults, warnings } = await checkTexts(services.pool, brand, entries)
    return { faults: showFaults(faults, language), warnings: showFaults(warnings, language) }
  },
})
