import { addressOf, isListSection } from '../../../domain/brand/edits.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { id, integer, list, model, text } from '../../../ground/contract/field.ts'
import { isRefusal, refuseField } from '../../../ground/kernel/errors.ts'
import { saveDraft as save, unfinishedMax } from '../../../storage/brand-store/drafts/save-draft.ts'
import { task } from '../operation.ts'
import { draftCharactersMax, entriesMax, entryText } from './parts/draft-model.ts'

const version = (about: string) => integer(about).between(1, 2_147_483_647)

const savedEntry = model('SavedEntry', 'An entry of a draft.', {
  ...entryText.fields,
  baseVersion: version(
    'The version in which its author looked at the live entry. Absent: as before, or baseVersion of the call.',
  ),
})

export const saveDraft = task({
  name: 'saveDraft',
  group: 'admin',
  summary: 'Keep changes of the brand file as a draft, with whatever faults they have. Nothing of it counts yet.',
  details: `A draft has up to ${entriesMax} entries, and a brand up to ${unfinishedMax} drafts that are not over. Saving what is being reviewed, approved or refused opens it again: another review is needed. With error 3, the header Purser-Original-Request has the draftId of a new draft.`,
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'SaveDraftRequest',
  responseModel: 'SaveDraftResponse',
  request: {
    draftId: id('The draft. Absent: a new one.'),
    revision: integer(
      'The revision that the change is based on. If somebody else has changed the draft since, it is error 100.',
    ).between(1, 2_147_483_647),
    title: text('What it is called.').max(200).required(),
    baseVersion: version(
      'The version of the brand in which entries that are new in the draft were looked at. Absent: the current one.',
    ),
    entries: list('All entries of the draft.', savedEntry).between(1, entriesMax).required(),
  },
  response: {
    draftId: text('The draft: of a new one the requestRef of this call.').required(),
    revision: integer('Its revision. It stays if nothing has changed.').required(),
  },
  check: ({ title, entries }) => {
    if (title.trim() === '') return refuseField(100, 'title', 'must not be empty')
    if (entries.length === 0) return refuseField(100, 'entries', 'a draft has at least one')
    const fault = entries.map(keyFault).find((one) => one !== undefined)
    if (fault !== undefined) return refuseField(100, 'entries', `${fault}`)
    const addresses = entries.map(addressOf)
    const twice = addresses.find((one, index) => addresses.indexOf(one) !== index)
    if (twice !== undefined) return refuseField(100, 'entries', `${twice} appears twice`)
    const characters = entries.reduce((sum, one) => sum + (one.text?.length ?? 0), 0)
    return characters > draftCharactersMax
      ? refuseField(100, 'entries', `have ${characters} characters together; a draft can have ${draftCharactersMax}`)
      : undefined
  },
  perform: async ({ request, call, brand, db }) => {
    const saved = await save({ db, brand, origin: originOf(call), language: languageOf(call) }, request, call.ref)
    return isRefusal(saved) ? saved : { kind: 'answer', response: saved }
  },
})

function keyFault({ section, key }: { readonly section: Parameters<typeof isListSection>[0]; readonly key?: string }) {
  if (!isListSection(section)) return key === undefined ? undefined : `${section} is no list: leave out key`
  return key === undefined ? `${section}: key is required` : undefined
}
