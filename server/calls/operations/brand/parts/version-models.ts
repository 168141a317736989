import { changesIn } from '../../../../domain/audit/change.ts'
import { nameOf } from '../../../../domain/audit/sentence.ts'
import { flag, integer, list, model, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import { formatDateTime } from '../../../../ground/kernel/time.ts'
import type { Scheduled } from '../../../../storage/brand-store/history/schedule.ts'
import type { Version } from '../../../../storage/brand-store/history/versions.ts'

export const brandVersionModel = model('BrandVersion', 'A version of the configuration.', {
  version: integer('Its number: 1, 2, 3 and so on.').required(),
  date: text('When it was made, yyyy-MM-dd HH:mm:ss.').required(),
  source: oneOf(
    'How it came about: file (a file that names no version), edit (an export that was changed), rollback, promotion (the file of another brand), found (as it was when versions were first kept).',
    ['file', 'edit', 'rollback', 'promotion', 'found'],
  ).required(),
  ofVersion: integer('Whose content a rollback brought back, or which version an edited file was exported from.'),
  scheduleNumber: integer('The scheduled change that it was.'),
  actor: text('Who made it. Absent where nobody knows.'),
  requestRef: text('The call that made it.'),
  note: text('Why.'),
  changes: list('What it changed, one line each; at most 500.', text('A change.')).required(),
  changeCount: integer('How many lines there are in all.').required(),
})

export const scheduledChange = model('ScheduledChange', 'A change that is applied at a time, or was to be.', {
  number: integer('Its number.').required(),
  dueDate: text('When it is due, yyyy-MM-dd HH:mm:ss.').required(),
  state: oneOf('What became of it.', ['waiting', 'applied', 'refused', 'cancelled']).required(),
  baseVersion: integer('The version that was current when it was scheduled.').required(),
  overwrite: flag('Whether it may take back what others have changed since.').required(),
  actor: text('Who scheduled it.'),
  note: text('Why.'),
  changes: list('What it would have changed when it was scheduled.', text('A change.')).required(),
  changeCount: integer('How many lines there are in all.').required(),
  version: integer('The version that it became.'),
  reasons: list('Why it was refused when it was due.', text('A line.')),
})

/** How whoever asked reads it. */
interface Manner {
  readonly timeZone: string
  readonly language: Language
}

export function showVersion(shown: Version, { timeZone, language }: Manner) {
  const { at, actor, ref: requestRef, fingerprint: _, ...version } = shown
  return defined({
    ...version,
    changes: changesIn(version.changes, language),
    date: formatDateTime(at, timeZone),
    actor: actor && nameOf(actor, language),
    requestRef,
  })
}

export function showScheduled(shown: Scheduled, { timeZone, language }: Manner) {
  const { at: _at, due, ended: _, actor, ...scheduled } = shown
  return defined({
    ...scheduled,
    changes: changesIn(scheduled.changes, language),
    dueDate: formatDateTime(due, timeZone),
    actor: actor && nameOf(actor, language),
  })
}
