import { draftSections, type EntryFault } from '../../../../domain/brand/entries/entry-text.ts'
import { faultWords } from '../../../../domain/brand/faults/fault-words.ts'
import { id, integer, list, model, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import { formatDateTime } from '../../../../ground/kernel/time.ts'
import { authorName } from '../../../../storage/brand-store/drafts/author.ts'
import { type DraftRow, draftStates } from '../../../../storage/brand-store/drafts/draft.sql.ts'

/** Characters of an entry's text, and of all texts of a draft together: what a request can carry. */
export const entryCharactersMax = 200_000
export const draftCharactersMax = 800_000
/** Entries of a draft. */
export const entriesMax = 100

export const addressFields = {
  section: oneOf('The section of the brand file.', draftSections).required(),
  key: id(
    'The entry: its id, or the sku of a product, the name of a demographic field, the uuid of a list, the categoryId of an event type. Absent for texts, which are changed as a whole.',
  ),
}

const entryAddress = model('EntryAddress', 'An entry of the brand file.', {
  ...addressFields,
  name: text('What it is called, as far as its text says so.'),
})

export const entryText = model('EntryText', 'An entry of the brand file as somebody wrote it.', {
  ...addressFields,
  text: text('The entry in YAML or JSON, as it is to be kept. Absent: the entry is removed.').max(entryCharactersMax),
})

export const draftFault = model('DraftFault', 'Something that is wrong, or most likely a mistake.', {
  section: text('The section of the entry that it is in. Empty: the whole brand.').required(),
  key: text('The entry.'),
  path: text('Where in the entry: rules[per-dollar].limit.times. Empty: the whole entry.').required(),
  line: integer("The line of the entry's text, from 1. Absent if it is in an entry that is not in the draft."),
  column: integer('The column, from 1.'),
  fault: text(
    'Which fault it is, in a word that does not change as its message may: missingKey, undefinedName.',
  ).required(),
  message: text('What is wrong.').required(),
})

/** More than these nobody reads at once. */
const faultsMax = 200

export const showFaults = (faults: readonly EntryFault[], language: Language) =>
  faults
    .slice(0, faultsMax)
    .map(({ section, key, path, line, column, ...fault }) =>
      defined({ section, key, path, line, column, fault: fault.fault, message: faultWords(fault, language) }),
    )

export const draftModel = model('Draft', 'Changes of the brand file that do not count yet.', {
  draftId: text('The draft.').required(),
  title: text('What it is called.').required(),
  state: oneOf(
    'open: being written. inReview: somebody else is to look at it. approved: it may be published. scheduled: it is published at publishAt. refused: it could not be published then.',
    draftStates,
  ).required(),
  revision: integer('Counts its changes.').required(),
  createdBy: text('Who made it.').required(),
  createdAt: text('When, yyyy-MM-dd HH:mm:ss.').required(),
  changedBy: text('Who changed it last.').required(),
  changedAt: text('When it was last changed, published or discarded.').required(),
  submittedBy: text('Who asked for a review.'),
  submittedAt: text('When.'),
  reviewedBy: text('Who reviewed it last.'),
  reviewedAt: text('When.'),
  reviewNote: text('What they said.'),
  publishAt: text('When it is to be published, or was to be.'),
  publishNote: text('Why, for the history of the brand.'),
  version: integer('The version of the brand that it became.'),
  reasons: list('Why it was refused.', text('A reason.')),
  entries: list('What it changes.', entryAddress).required(),
})

interface Address {
  readonly section: (typeof draftSections)[number]
  readonly key: string
}

type NamedAddress = Address & { readonly name?: string | undefined }

export function showDraft(row: DraftRow, addresses: readonly NamedAddress[], timeZone: string) {
  const name = (author: string | null) => (author === null ? undefined : authorName(author))
  const time = (at: number | null) => (at === null ? undefined : formatDateTime(at, timeZone))
  return defined({
    draftId: row.draft_id,
    title: row.title,
    state: row.state,
    revision: row.revision,
    createdBy: authorName(row.created_by),
    createdAt: formatDateTime(row.created_at, timeZone),
    changedBy: authorName(row.changed_by),
    changedAt: formatDateTime(row.changed_at, timeZone),
    submittedBy: name(row.submitted_by),
    submittedAt: time(row.submitted_at),
    reviewedBy: name(row.reviewed_by),
    reviewedAt: time(row.reviewed_at),
    reviewNote: row.review_note ?? undefined,
    publishAt: time(row.publish_at),
    publishNote: row.publish_note ?? undefined,
    version: row.version ?? undefined,
    reasons: row.reasons ?? undefined,
    entries: addresses.map((one) => defined({ ...showAddress(one), name: one.name })),
  })
}

export const showAddress = ({ section, key }: Address) => ({ section, ...(key !== '' && { key }) })

/** By which a draft is changed: only by those who know how it is now. */
export const draftIdentity = {
  draftId: id('The draft.').required(),
  revision: integer('Its revision. If somebody else has changed the draft since, it is error 100.')
    .between(1, 2_147_483_647)
    .required(),
}
