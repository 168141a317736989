import { id, list } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isUuid, uuidV7 } from '../../../../ground/kernel/ids.ts'
import { listUsers } from '../../../access/login/user.sql.ts'
import { saveSchedule } from '../../../report-mail/change-schedule.ts'
import { turnDown } from '../../refusal.ts'
import { brandRoute } from '../../route.ts'
import { inMailOffice } from './mail-office.ts'
import { scheduleFields } from './schedule-fields.ts'

/** Receivers are users of the portal: an address that somebody typed would get figures for ever, whoever reads it. */
export const saveReportMail = brandRoute({
  name: 'saveReportMail',
  summary: 'Have a report sent by e-mail again and again, or change when and to whom.',
  permission: 'reports.send',
  isConfirmed: false,
  reach: 'brand',
  request: {
    schedule: id('The one to change. Absent: a new one.'),
    ...scheduleFields,
    receivers: list('The users who get it.', id('A user.')).max(100).required(),
  },
  response: { schedule: id('The report by e-mail.').required() },
  run: async (visit) => {
    const { request, services, brand } = visit
    const { schedule, receivers, every, weekDay, monthDay, ...rest } = request
    if (schedule !== undefined && !isUuid(schedule)) return turnDown('notFound', 'There is no such report by e-mail.')
    if (every === 'week' && weekDay === undefined) return turnDown('invalid', 'weekDay: choose a day of the week')
    if (every === 'month' && (monthDay === undefined || monthDay === 0))
      return turnDown('invalid', 'monthDay: choose a day of the month, 1 to 28, or -1 for the last')
    const users = await listUsers(services.pool, brand.id)
    const chosen = [...new Set(receivers)].map((one) => users.find((user) => user.id === one))
    const known = chosen.filter((user) => user !== undefined)
    if (known.length < chosen.length) return turnDown('invalid', 'receivers: there is no such user in this brand')
    const wanted = defined({
      ...rest,
      id: schedule ?? uuidV7(services.now(), services.random(10)),
      every,
      weekDay: every === 'week' ? weekDay : undefined,
      monthDay: every === 'month' ? monthDay : undefined,
    })
    const isNew = schedule === undefined
    const refused = await inMailOffice(visit, (office) => saveSchedule(office, wanted, { users: known, isNew }))
    return refused ?? { schedule: wanted.id }
  },
})
