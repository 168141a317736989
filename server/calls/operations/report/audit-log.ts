import { type AuditAction, auditActions } from '../../../domain/audit/entry.ts'
import { sentenceOf } from '../../../domain/audit/sentence.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { dateTime, id, integer, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import {
  type AuditCursor,
  type ListedEntry,
  listAuditEntries,
  listNotes,
} from '../../../storage/store/audit/entry.sql.ts'
import { query } from '../operation.ts'

const actions = Object.keys(auditActions) as AuditAction[]

const auditState = model('AuditState', 'What something was or became. Its fields depend on the action.', {})

const auditEntry = model('AuditEntry', 'A change by hand: who did what, when and from where.', {
  entryId: text('The entry.').required(),
  date: text('When it happened, yyyy-MM-dd HH:mm:ss.').required(),
  action: oneOf('What was done.', actions).required(),
  subject: text('What it was done to: a key, a card number, the brand.').required(),
  text: text('The whole entry as a sentence.').required(),
  actorType: oneOf('Whether it was a call with an API key (key), a user of the portal, or a command (commandLine).', [
    'key',
    'user',
    'commandLine',
  ]).required(),
  actor: text("The API key, the portal's user, or the command's user.").required(),
  from: text("The caller's address, or the machine on which the command ran."),
  employee: text('The employee whom the call named.'),
  requestRef: text('The call.'),
  note: text('Why, as the note of the call says it. It is no part of the entry, and gone once the call is.').personal(),
  before: json('What it was.', auditState),
  after: json('What it became.', auditState),
  seq: integer("Its place in the brand's chain. Absent until it is sealed, which takes about a minute."),
  seal: text('Its seal, in hexadecimal: a digest of the seal before it and of the entry.'),
})

export const auditLog = query({
  name: 'auditLog',
  group: 'admin',
  summary: 'List the changes that were made by hand: configuration, keys, stock and adjustments, newest first.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'AuditLogRequest',
  responseModel: 'AuditLogResponse',
  request: {
    fromDate: dateTime('Only changes since then.'),
    untilDate: dateTime('Only changes before then.'),
    action: oneOf('Only this action.', actions),
    subject: id('Only changes of this key or card number.'),
    maxResults: integer('How many entries to return at most.').between(1, 1000).default(100),
    page: id('To continue where an earlier call ended: its nextPage.'),
  },
  response: {
    entries: list('The entries.', auditEntry).required(),
    nextPage: text('Present if there may be more. Call again with this page.'),
  },
  check: ({ page }) =>
    page === undefined || fromPage(page)
      ? undefined
      : refuseField(100, 'page', 'expected the nextPage of an earlier call'),
  answer: async ({ request, brand, reader, call }) => {
    const { fromDate: since, untilDate: until, action, subject, maxResults: limit, page } = request
    const before = page === undefined ? undefined : fromPage(page)
    const found = await listAuditEntries(reader, brand.id, { since, until, action, subject, before, limit })
    const last = found.length === limit ? found.at(-1) : undefined
    const notes = await listNotes(
      reader,
      brand.id,
      found.flatMap(({ ref }) => ref ?? []),
    )
    const entries = found.map((entry) => ({
      ...show(entry, brand.interfaceTimeZone, languageOf(call)),
      ...defined({ note: entry.ref && notes.get(entry.ref) }),
    }))
    return { kind: 'answer', response: defined({ entries, nextPage: last && `${last.at}_${last.id}` }) }
  },
})

function fromPage(page: string): AuditCursor | undefined {
  const [at = '', entry = ''] = page.split('_')
  return /^\d{1,15}$/.test(at) && isUuid(entry) ? { at: Number(at), id: entry } : undefined
}

function show(entry: ListedEntry, timeZone: string, language: Language) {
  const { id: entryId, at, action, subject, actor, ref: requestRef, before, after, seq, seal } = entry
  return defined({
    entryId,
    date: formatDateTime(at, timeZone),
    action,
    subject,
    text: sentenceOf(entry, language),
    actorType: actor.kind,
    actor: actor.name,
    from: actor.from,
    employee: actor.employee,
    requestRef,
    before,
    after,
    seq,
    seal: seal?.toString('hex'),
  })
}
