import { flag, id } from '../../../../ground/contract/field.ts'
import { isUuid } from '../../../../ground/kernel/ids.ts'
import { endSchedule, pauseSchedule, stopForOne } from '../../../report-mail/change-schedule.ts'
import { turnDown } from '../../refusal.ts'
import { brandRoute } from '../../route.ts'
import { inMailOffice } from './mail-office.ts'

const schedule = id('The report by e-mail.').required()
const unknown = turnDown('notFound', 'There is no such report by e-mail.')

export const pauseReportMail = brandRoute({
  name: 'pauseReportMail',
  summary: 'Let a report by e-mail rest, or go on. What was due meanwhile is not sent.',
  permission: 'reports.send',
  isConfirmed: false,
  reach: 'brand',
  request: { schedule, isPaused: flag('Whether it rests from now on.').required() },
  response: {},
  run: async (visit) => {
    const { schedule: name, isPaused } = visit.request
    if (!isUuid(name)) return unknown
    return (await inMailOffice(visit, (office) => pauseSchedule(office, name, isPaused))) ?? {}
  },
})

export const deleteReportMail = brandRoute({
  name: 'deleteReportMail',
  summary: 'Send a report by e-mail no more.',
  permission: 'reports.send',
  isConfirmed: false,
  reach: 'brand',
  request: { schedule },
  response: {},
  run: async (visit) => {
    const { schedule: name } = visit.request
    if (!isUuid(name)) return unknown
    return (await inMailOffice(visit, (office) => endSchedule(office, name))) ?? {}
  },
})

/** Everybody decides for themselves what they want to get. */
export const stopReportMail = brandRoute({
  name: 'stopReportMail',
  summary: 'Send a report by e-mail no more to whoever asks.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: { schedule },
  response: {},
  run: async (visit) => {
    const { schedule: name } = visit.request
    if (!isUuid(name)) return unknown
    return (await inMailOffice(visit, (office) => stopForOne(office, name, visit.visitor.loginId))) ?? {}
  },
})
