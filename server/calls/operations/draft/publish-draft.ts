import { changesIn } from '../../../domain/audit/change.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { callerOf, languageOf } from '../../../domain/decision/call.ts'
import type { Caller, KeptVerdict } from '../../../domain/judge/caller.ts'
import { judgedAs } from '../../../domain/judge/judged.ts'
import { asksSecondPerson } from '../../../domain/judge/second-person.ts'
import { dateTime, flag, integer, list, oneOf, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { ApplyOptions } from '../../../storage/brand-store/apply/plan-change.ts'
import { lockBrand } from '../../../storage/brand-store/brand.sql.ts'
import { type DraftRow, draftStates, scheduleRow } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { draftWords } from '../../../storage/brand-store/drafts/draft-words.ts'
import { publish } from '../../../storage/brand-store/drafts/publish-draft.ts'
import { approvalOf, auditDraft, wrongState } from '../../../storage/brand-store/drafts/review-draft.ts'
import { lockToChange } from '../../../storage/brand-store/drafts/save-draft.ts'
import { storable } from '../../../storage/brand-store/history/versions.ts'
import { noteField, optionsOf, warningLines } from '../brand/parts/change-brand.ts'
import { type TaskContext, task } from '../operation.ts'
import { draftIdentity } from './parts/draft-model.ts'
import { needsSecondPerson } from './parts/second-person.ts'

const request = {
  ...draftIdentity,
  at: dateTime('When to publish it; absent: now. It is checked now, and once more then.'),
  dryRun: flag('Only return what would change.').default(false),
  onlyReviewed: flag(
    'Where the brand file asks for a second person, publish only what somebody else has approved, as for users of the portal.',
  ).default(false),
  note: noteField,
}

interface PublishRequest {
  readonly draftId: string
  readonly revision: number
  readonly at?: number
  readonly dryRun: boolean
  readonly onlyReviewed: boolean
  readonly note?: string
}

export const publishDraft = task({
  name: 'publishDraft',
  group: 'admin',
  summary: 'Make a draft a part of the brand, now or at a time: all of it, or nothing and error 100 with all reasons.',
  details:
    'Everything else stays as it is, also what others have changed meanwhile. An entry of the draft that somebody else has changed since is a conflict, and nothing is overwritten. Where the brand file asks for a second person, users of the portal can publish only what somebody else has approved; otherwise that is error 104.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  changesBrand: true,
  requestModel: 'PublishDraftRequest',
  responseModel: 'PublishDraftResponse',
  request,
  response: {
    draftId: text('The draft.').required(),
    state: oneOf('How it stands.', draftStates).required(),
    changes: list('What it changes, one line each.', text('A change.')).required(),
    warnings: list('What is most likely a mistake, one line each.', text('A warning.')).required(),
    version: integer('The version that it made; of one that changes nothing, the version of the brand.'),
    publishAt: text('When it will be published.'),
  },
  perform: async (context) => {
    const { request: asked, call, brand, db } = context
    const { draftId, at, dryRun } = asked
    const language = languageOf(call)
    const drafting = { db, brand, origin: originOf(call), language }
    // The brand first and then the draft, like the job that publishes what is due.
    await lockBrand(db, brand.id)
    const row = await lockToChange(drafting, asked)
    if ('code' in row) return row
    if (row.state === 'scheduled' || row.state === 'inReview') return wrongState(row, 'publish', language)
    const isHeld = asked.onlyReviewed ? asksSecondPerson(brand.document) : needsSecondPerson(brand.document, call)
    if (isHeld && row.approved_revision !== row.revision) return refuse(104, unseenWords[languageOf(call)])
    if (at !== undefined && at <= (await readNow(db))) return refuseField(100, 'at', draftWords[language].past)
    const caller = await publisherOf(context, row)
    let parts: readonly string[] = []
    const onAllowed = (touched: readonly string[]) => {
      parts = touched
    }
    const outcome = await carryOut(context, { caller, onAllowed }, row.title)
    if (outcome.kind === 'unpublished') {
      const { isForbidden, owed, reasons } = outcome
      return { ...refuse(isForbidden ? 104 : 100, reasons.slice(0, reasonsMax).join('; ')), ...(owed && { owed }) }
    }
    const { lines, version } = outcome
    const changes = changesIn(lines, languageOf(call))
    const warnings = warningLines(outcome.warnings, languageOf(call))
    if (dryRun) return { kind: 'answer', response: { draftId, state: row.state, changes, warnings } }
    const state = at === undefined ? 'published' : 'scheduled'
    if (at !== undefined)
      await keepForLater(context, { ...judgedAs(caller, parts), ...defined({ foreseen: outcome.foreseen }) }, at)
    await auditDraft(drafting, row, {
      action: 'draft.published',
      state,
      ...defined({ version: at === undefined ? version : undefined, at }),
    })
    const publishAt = at === undefined ? undefined : formatDateTime(at, brand.interfaceTimeZone)
    const response = {
      draftId,
      state,
      changes,
      warnings,
      publishAt,
      version: at === undefined ? version : undefined,
    } as const
    return { kind: 'answer', response: defined(response) }
  },
})

/** Whoever publishes; what was approved as it is has been seen by a second person, unless that is one hand with its authors. */
async function publisherOf({ call, db, brand }: TaskContext<PublishRequest>, row: DraftRow): Promise<Caller> {
  const caller = callerOf(call)
  if (caller.kind !== 'user' || !call.user) return caller
  const hand = new Set([call.user.name, ...(call.user.company?.oneHand ?? [])])
  return { ...caller, ...(await approvalOf(db, brand.id, { row, hand })) }
}

const unseenWords: Readonly<Record<Language, string>> = {
  en: 'Somebody else has to approve this draft before it is published. Send it to review.',
  de: 'Jemand anderes muss diesen Entwurf freigeben, bevor er veröffentlicht wird. Geben Sie ihn zur Prüfung.',
}

/** Reasons that are told at once. */
const reasonsMax = 50

/** What is to be published later is only tried now. */
function carryOut(
  context: TaskContext<PublishRequest>,
  judging: Pick<ApplyOptions, 'caller' | 'onAllowed'>,
  title: string,
) {
  const { request: asked, call, brand, db } = context
  const dryRun = asked.dryRun || asked.at !== undefined
  const given = { note: asked.note ?? title, dryRun, asksWhatIsOwed: !asked.dryRun, origin: originOf(call) }
  const options = { ...optionsOf(context), ...judging, ...given }
  return publish(db, { brandId: brand.id, draftId: asked.draftId, language: languageOf(call) }, options)
}

async function keepForLater(
  { request: asked, call, brand, db }: TaskContext<PublishRequest>,
  judged: KeptVerdict,
  at: number,
): Promise<void> {
  const { draftId: id, note } = asked
  await scheduleRow(db, brand.id, { id, at, publisher: originOf(call), judged, note: note && storable(note) })
}
