import type { AuditAction, AuditOrigin, AuditState } from '../../domain/audit/entry.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { lockBrand } from '../../storage/brand-store/brand.sql.ts'
import { insertAuditEntries } from '../../storage/store/audit/entry.sql.ts'
import type { User } from '../access/login/user.sql.ts'
import { askedOn } from './made-report.ts'
import { findHindrance, type Hindrance } from './right.ts'
import {
  countSchedules,
  deleteReceiver,
  deleteSchedule,
  listReceivers,
  lockSchedule,
  putReceiver,
  putSchedule,
  type ReportSchedule,
  type ScheduledReceiver,
  stopReceiving,
} from './schedule.sql.ts'

/** Each makes a report again and again, beside everything else that the server does. */
export const schedulesMax = 50
/** Whoever wants to tell more people has a mailing list, which is no user of the portal. */
const receiversMax = 20

/** Somebody who changes what is sent, in a transaction of theirs. */
export interface MailOffice {
  readonly db: Sql
  readonly brand: Brand
  readonly now: Instant
  readonly origin: AuditOrigin
  /** Who they are, by the name that they log in as. */
  readonly name: string
}

/** Why nothing was changed, in words. */
export interface MailFault {
  readonly fault: 'unknown' | 'invalid' | 'tooMany'
  readonly text: string
}

export const isMailFault = (outcome: object | undefined): outcome is MailFault =>
  outcome !== undefined && 'fault' in outcome

const fault = (kind: MailFault['fault'], text: string): MailFault => ({ fault: kind, text })
const unknown = fault('unknown', 'There is no such report by e-mail.')

/** What somebody wants to be sent. */
export type WantedSchedule = Omit<ReportSchedule, 'isPaused' | 'doneTo' | 'madeBy' | 'madeAt'>

/** Makes a schedule, or changes it. What was due before is not sent any more. */
export async function saveSchedule(
  office: MailOffice,
  wanted: WantedSchedule,
  { users: receivers, isNew }: { readonly users: readonly User[]; readonly isNew: boolean },
): Promise<MailFault | undefined> {
  const { db, brand, now, name } = office
  await lockBrand(db, brand.id)
  const before = await lockSchedule(db, brand.id, wanted.id)
  if (!before && !isNew) return unknown
  const refused = findFault(brand, wanted, receivers) ?? (before ? undefined : await findNoRoom(office))
  if (refused) return refused
  const { isPaused, madeBy, madeAt } = before ?? { isPaused: false, madeBy: name, madeAt: now }
  const next = { ...wanted, isPaused, madeBy, madeAt, doneTo: now }
  const old = before ? await receiversOf(office, wanted.id) : []
  await putSchedule(db, brand.id, next)
  for (const { loginId } of old)
    if (!receivers.some(({ id }) => id === loginId)) await deleteReceiver(db, brand.id, wanted.id, loginId)
  for (const { id: loginId, name: receiver } of receivers)
    await putReceiver(db, brand.id, { scheduleId: wanted.id, loginId, name: receiver })
  await auditMail(office, 'reportMail.saved', wanted.id, {
    ...(before && { before: shown(before, old) }),
    after: shown(next, receivers),
  })
  return undefined
}

const hindranceWords: Readonly<Record<Hindrance, string>> = {
  removed: 'no user of this brand',
  disabled: 'disabled',
  invited: 'the invitation is not accepted yet',
  noRight: 'may not see reports',
  restricted: 'restricted to some locations',
  noAddress: 'the login is no e-mail address',
}

function findFault(brand: Brand, wanted: WantedSchedule, receivers: readonly User[]): MailFault | undefined {
  if (!askedOn(wanted, '2026-01-15'))
    return fault('invalid', 'The report cannot be made for this period: choose another.')
  if (!brand.document.senders.email)
    return fault('invalid', 'The brand has no sender for e-mail. Set one up under Messages, Senders.')
  if (receivers.length === 0) return fault('invalid', 'receivers: choose at least one')
  if (receivers.length > receiversMax) return fault('tooMany', `receivers: at most ${receiversMax} get a report`)
  for (const { name, ...user } of receivers) {
    const hindrance = findHindrance({ name, ...user }, brand)
    if (hindrance) return fault('invalid', `receivers: ${name} cannot get it: ${hindranceWords[hindrance]}`)
  }
  return undefined
}

async function findNoRoom({ db, brand }: MailOffice): Promise<MailFault | undefined> {
  const isFull = (await countSchedules(db, brand.id)) >= schedulesMax
  return isFull
    ? fault('tooMany', `A brand has at most ${schedulesMax} reports by e-mail: delete one first.`)
    : undefined
}

/** Lets it rest, or go on. What was due while it rested is not sent. */
export async function pauseSchedule(office: MailOffice, id: string, isPaused: boolean): Promise<MailFault | undefined> {
  const { db, brand, now } = office
  const before = await lockSchedule(db, brand.id, id)
  if (!before) return unknown
  if (before.isPaused === isPaused) return undefined
  await putSchedule(db, brand.id, { ...before, isPaused, doneTo: now })
  const receivers = await receiversOf(office, id)
  const after = shown({ ...before, isPaused }, receivers)
  await auditMail(office, 'reportMail.saved', id, { before: shown(before, receivers), after })
  return undefined
}

export async function endSchedule(office: MailOffice, id: string): Promise<MailFault | undefined> {
  const { db, brand } = office
  const before = await lockSchedule(db, brand.id, id)
  if (!before) return unknown
  const receivers = await receiversOf(office, id)
  await deleteSchedule(db, brand.id, id)
  await auditMail(office, 'reportMail.deleted', id, { before: shown(before, receivers) })
  return undefined
}

/** Somebody wants it no more. */
export async function stopForOne(office: MailOffice, id: string, loginId: string): Promise<MailFault | undefined> {
  const { db, brand, now } = office
  const before = await lockSchedule(db, brand.id, id)
  if (!before) return unknown
  if (!(await stopReceiving(db, brand.id, { scheduleId: id, loginId }, now))) return undefined
  await auditMail(office, 'reportMail.stopped', id, { before: { report: before.report } })
  return undefined
}

const receiversOf = async ({ db, brand }: MailOffice, id: string): Promise<ScheduledReceiver[]> =>
  (await listReceivers(db, brand.id)).filter(({ scheduleId }) => scheduleId === id)

function shown(
  one: WantedSchedule & Pick<ReportSchedule, 'isPaused'>,
  receivers: readonly { readonly name: string }[],
): AuditState {
  const { report, by, perDay, period, every, weekDay, monthDay, hour, isPaused } = one
  const to = receivers.map(({ name }) => name)
  return defined({ report, by, perDay, period, every, weekDay, monthDay, hour, isPaused, receivers: to })
}

interface Change {
  readonly before?: AuditState
  readonly after?: AuditState
}

async function auditMail(
  { db, brand, origin }: MailOffice,
  action: AuditAction,
  subject: string,
  change: Change,
): Promise<void> {
  await insertAuditEntries(db, brand.id, [{ ...origin, action, subject, ...change }])
}
