import { flag, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { reports } from '../../../storage/report/all.ts'
import { brandRoute } from '../route.ts'

const describedReport = model('describedReport', 'A report that can be asked for.', {
  name: text('Its name.').required(),
  about: text('What it tells, in English.').required(),
  over: oneOf('Whether it is about a period, the end of a day, or now.', ['period', 'day', 'now']).required(),
  by: list('What it can be divided by.', text('A way.')).required(),
  usualBy: text('By what it is divided if nobody says so. Absent: by nothing.'),
  usualDays: integer('Of what nothing was done with: for how many days, if nobody says so.'),
  hasDays: flag('Whether it can be divided by days.').required(),
})

/** What there is to ask for. A report that is new appears by itself. */
export const listReports = brandRoute({
  name: 'listReports',
  summary: 'List the reports: what each tells, and what it can be divided by.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: { reports: list('The reports, in their order.', describedReport).required() },
  run: async () => ({
    reports: reports.map(({ name, about, over, by, usualBy, usualDays, hasDays = false }) =>
      defined({ name, about, over, by, usualBy, usualDays, hasDays }),
    ),
  }),
})
