import { changesIn } from '../../../domain/audit/change.ts'
import { writtenName } from '../../../domain/brand/entries/written-name.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { flag, id, integer, list, model, object, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { authorName, authorOf, authorsOf } from '../../../storage/brand-store/drafts/author.ts'
import { compareDraft } from '../../../storage/brand-store/drafts/compare-draft.ts'
import {
  type DraftEntryRow,
  findDraft,
  listDraftEntries,
  listOthersWith,
} from '../../../storage/brand-store/drafts/draft.sql.ts'
import { noDraft } from '../../../storage/brand-store/drafts/save-draft.ts'
import { query } from '../operation.ts'
import {
  addressFields,
  draftFault,
  draftModel,
  entryCharactersMax,
  entryText,
  showAddress,
  showDraft,
  showFaults,
} from './parts/draft-model.ts'
import { needsSecondPerson } from './parts/second-person.ts'

const namedRow = (row: DraftEntryRow) => ({ ...row, name: writtenName(row.text ?? '') })

const yaml = (about: string) => text(about).max(2 * entryCharactersMax)

const comparedEntry = model('DraftEntry', 'An entry of a draft next to what is live.', {
  ...entryText.fields,
  liveText: yaml('The live entry in YAML, with its comments if a draft has published them. Absent: there is none.'),
  baseText: yaml('What its author looked at, if there is a conflict.'),
  baseVersion: integer('The version in which its author looked at the live entry.').required(),
  isConflict: flag(
    'Whether somebody else has changed the live entry since: it cannot be published like this.',
  ).required(),
  writtenBy: text('Who wrote it.').required(),
  changes: list(
    'What publishing it would change, one line each. Empty while it has faults.',
    text('A change.'),
  ).required(),
})

const otherDraft = model('OtherDraft', 'Another draft that is not over and has one of the same entries.', {
  draftId: text('The draft.').required(),
  title: text('What it is called.').required(),
  changedBy: text('Who changed it last.').required(),
  ...addressFields,
})

export const draftLookup = query({
  name: 'draftLookup',
  group: 'admin',
  summary: 'Show a draft: its entries next to what is live, what is wrong with them, and what is in conflict.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'DraftLookupRequest',
  responseModel: 'DraftLookupResponse',
  request: { draftId: id('The draft.').required() },
  response: {
    draft: object('The draft.', draftModel).required(),
    baseVersion: integer('The oldest version in which one of its entries was looked at.').required(),
    liveVersion: integer('The version of the brand now.').required(),
    entries: list('Its entries.', comparedEntry).required(),
    faults: list('What keeps it from being published; at most 200.', draftFault).required(),
    warnings: list('What is most likely a mistake; at most 200.', draftFault).required(),
    needsSecondPerson: flag('Whether the caller can publish it only once somebody else has approved it.').required(),
    mayApprove: flag('Whether the caller wrote nothing of it, and so may approve it.').required(),
    others: list('Other drafts that are not over and have one of the same entries.', otherDraft).required(),
  },
  answer: async ({ request: { draftId }, brand, call, reader }) => {
    const row = isUuid(draftId) ? await findDraft(reader, brand.id, draftId) : undefined
    if (!row) return noDraft(languageOf(call))
    const rows = await listDraftEntries(reader, brand.id, draftId)
    const { entries, faults, warnings } = await compareDraft(reader, brand, { rows, isOver: row.ended_at !== null })
    const others = await listOthersWith(reader, brand.id, draftId)
    const response = {
      draft: showDraft(row, rows.map(namedRow), brand.interfaceTimeZone),
      baseVersion: Math.min(...rows.map((one) => one.base_version)),
      liveVersion: brand.version,
      entries: entries.map((one) =>
        defined({
          ...one,
          writtenBy: authorName(one.writtenBy),
          changes: changesIn(one.changes, languageOf(call)),
        }),
      ),
      faults: showFaults(faults, languageOf(call)),
      warnings: showFaults(warnings, languageOf(call)),
      needsSecondPerson: needsSecondPerson(brand.document, call),
      mayApprove: !authorsOf(row, rows).has(authorOf(originOf(call))),
      others: others.map((one) => ({
        draftId: one.draft_id,
        title: one.title,
        changedBy: authorName(one.changed_by),
        ...showAddress(one),
      })),
    }
    return { kind: 'answer', response }
  },
})
