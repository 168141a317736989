import type { Brand } from '../../../../domain/brand/brand.ts'
import { flag, id, integer, list, model, number, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { listUsers, type User } from '../../../access/login/user.sql.ts'
import { schedulesMax } from '../../../report-mail/change-schedule.ts'
import { listLastMails, type MailState } from '../../../report-mail/mail.sql.ts'
import { findHindrance, hindrances } from '../../../report-mail/right.ts'
import {
  listReceivers,
  listSchedules,
  type ReportSchedule,
  type ScheduledReceiver,
} from '../../../report-mail/schedule.sql.ts'
import { nextMail } from '../../../report-mail/schedule.ts'
import { brandRoute } from '../../route.ts'
import { scheduleFields } from './schedule-fields.ts'

const receiverModel = model('reportReceiver', 'A user who gets a report by e-mail.', {
  userId: id('The user.').required(),
  name: text('What they log in as.').required(),
  displayName: text('What they are called.').required(),
  isMe: flag('Whether it is whoever asks.').required(),
  hindrance: oneOf('Why they get nothing now.', [...hindrances, 'stopped']),
  state: oneOf('What became of the last mail.', ['waiting', 'sent', 'failed', 'notSent']),
  reason: text('Why it failed, or was not sent.'),
  attempts: integer('How often it was tried.'),
  at: number('When it was due, in milliseconds.'),
})

const scheduleModel = model('reportMail', 'A report that is sent by e-mail again and again.', {
  schedule: id('Its name.').required(),
  ...scheduleFields,
  isPaused: flag('Whether it rests.').required(),
  nextAt: number('When it is sent next, in milliseconds. Absent while it rests.'),
  madeBy: text('Who set it up.').required(),
  receivers: list('Who gets it.', receiverModel).required(),
})

/** Whoever may not change them sees only what they get themselves. */
export const listReportMails = brandRoute({
  name: 'listReportMails',
  summary: 'The reports that are sent by e-mail: when, to whom, and what became of the last mails.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    mails: list('The reports by e-mail, the oldest first.', scheduleModel).required(),
    hasSender: flag('Whether the brand can send e-mail.').required(),
    countMax: integer('How many there may be.').required(),
  },
  run: async ({ services, brand, visitor, standing }) => {
    const { pool } = services
    const users = new Map((await listUsers(pool, brand.id)).map((user) => [user.id, user]))
    const receivers = await listReceivers(pool, brand.id)
    const last = await listLastMails(pool, brand.id)
    const seesAll = standing.permissions.has('reports.send')
    const sight = { brand, users, last, me: visitor.loginId, now: services.now() }
    const mails = (await listSchedules(pool, brand.id)).flatMap((schedule) => {
      const all = receivers.filter(({ scheduleId }) => scheduleId === schedule.id)
      const seen = seesAll ? all : all.filter(({ loginId }) => loginId === visitor.loginId)
      return seen.length > 0 || seesAll ? [shown(schedule, seen, sight)] : []
    })
    return { mails, hasSender: brand.document.senders.email !== undefined, countMax: schedulesMax }
  },
})

interface Sight {
  readonly brand: Brand
  readonly users: ReadonlyMap<string, User>
  readonly last: readonly MailState[]
  readonly me: string
  readonly now: number
}

function shown(schedule: ReportSchedule, receivers: readonly ScheduledReceiver[], sight: Sight) {
  const { id: name, report, by, perDay, period, every, weekDay, monthDay, hour, isPaused, madeBy } = schedule
  return defined({
    ...{ schedule: name, report, by, perDay, period, every, weekDay, monthDay, hour, isPaused, madeBy },
    nextAt: isPaused ? undefined : nextMail(schedule, sight.brand.timeZone, sight.now),
    receivers: receivers.map((one) => shownReceiver(one, sight)),
  })
}

function shownReceiver({ scheduleId, loginId, name, stoppedAt }: ScheduledReceiver, { brand, users, last, me }: Sight) {
  const user = users.get(loginId)
  const mail = last.find((one) => one.scheduleId === scheduleId && one.loginId === loginId)
  return defined({
    userId: loginId,
    name: user?.name ?? name,
    displayName: user?.displayName ?? user?.name ?? name,
    isMe: loginId === me,
    hindrance: stoppedAt === undefined ? findHindrance(user, brand) : ('stopped' as const),
    state: mail?.state,
    reason: mail?.reason,
    attempts: mail?.attempts,
    at: mail?.dueAt,
  })
}
