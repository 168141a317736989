import { nameOf } from '../../../../domain/audit/sentence.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import { flag, integer, model, number, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import { formatDateTime, type Instant } from '../../../../ground/kernel/time.ts'
import { type ErrandRow, errandStates } from '../../../../storage/errand/errand.sql.ts'
import { keptWords } from '../../../../storage/errand/sayings.ts'

export const errandFields = {
  errandId: text('The errand: the requestRef of the call that asked for it.').required(),
  kind: text('What it does.').required(),
  name: text('What whoever asked for it called it.'),
  state: oneOf('How it stands.', errandStates).required(),
  isCancelling: flag('Whether it runs still, but has been cancelled: it ends within seconds.').required(),
  askedDate: text('When it was asked for, yyyy-MM-dd HH:mm:ss.').required(),
  askedBy: text('By whom, in words.').required(),
  beganDate: text('When it was first taken up, yyyy-MM-dd HH:mm:ss.'),
  endedDate: text('When it ended, yyyy-MM-dd HH:mm:ss.'),
  attempts: integer('How often it was begun. More than once if a server that ran it had ended.').required(),
  done: number('How far it has got.'),
  total: number('How far it has to get. Absent: not known.'),
  progress: text('What it does just now, in words.'),
  error: text('Why it failed.'),
}

export const errandModel = model('Errand', 'Long work that somebody has asked for.', errandFields)

/** As callers see it. Which machine runs it is not their business. */
export function showErrand(row: ErrandRow, { interfaceTimeZone }: Brand, language: Language) {
  const date = (at: Instant | null) => (at === null ? undefined : formatDateTime(at, interfaceTimeZone))
  const { actor_kind: kind, actor_name: name, actor_from: from, actor_employee: employee } = row
  return defined({
    errandId: row.errand_id,
    kind: row.kind,
    name: row.name ?? undefined,
    state: row.state,
    isCancelling: row.state === 'running' && row.cancel_asked_at !== null,
    askedDate: formatDateTime(row.asked_at, interfaceTimeZone),
    askedBy: nameOf(defined({ kind, name, from: from ?? undefined, employee: employee ?? undefined }), language),
    beganDate: date(row.began_at),
    endedDate: date(row.ended_at),
    attempts: row.attempts,
    done: row.done ?? undefined,
    total: row.total ?? undefined,
    progress: keptWords({ text: row.progress, saying: row.progress_saying }, language),
    error: keptWords({ text: row.error, saying: row.error_saying }, language),
  })
}

export const noErrand = (): Refusal => refuseField(100, 'errandId', 'there is no such errand')
