import { flag, json, list, model, oneOf, text } from '../../contract/field.ts'
import { readNow } from '../../database/clock.sql.ts'
import { refuse } from '../../kernel/errors.ts'
import { formatDateTime } from '../../kernel/time.ts'
import { reports } from '../../report/all.ts'
import { isWrong, readWishes } from '../../report/ask.ts'
import { runReport } from '../../report/report.ts'
import { query } from '../operation.ts'

const reportColumn = model('ReportColumn', 'A column of a report.', {
  key: text('Its key in the rows.').required(),
  title: text('What stands above it.').required(),
  isNumber: flag('Whether its values are numbers, as decimal text.').required(),
})

const reportRow = model('ReportRow', 'A row of a report: the values by the keys of the columns.', {})

const day = (about: string) => text(`${about} A day of the brand's time zone, yyyy-MM-dd.`).max(10)

export const report = query({
  name: 'report',
  group: 'admin',
  summary: 'Answer a report: figures that tie to the ledger.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'ReportRequest',
  responseModel: 'ReportResponse',
  request: {
    name: oneOf(
      'Which report.',
      reports.map(({ name }) => name),
    ).required(),
    from: day('The first day. Default: the first of the month.'),
    to: day('The last day. Default: today.'),
    by: text('What to divide it by, if the report can be divided.').max(20),
    per: oneOf('Divide it by days, if the report can be.', ['day']),
  },
  response: {
    title: text('What the report is about.').required(),
    notes: list('What a reader has to know about the figures.', text('A sentence.')).required(),
    columns: list('The columns, in their order.', reportColumn).required(),
    rows: list('The rows.', json('A row.', reportRow)).required(),
  },
  answer: async ({ request, brand, reader }) => {
    const found = reports.find(({ name }) => name === request.name)
    if (!found) return refuse(100, 'name: there is no such report')
    const today = formatDateTime(await readNow(reader), brand.timeZone).slice(0, 10)
    const asked = readWishes(found, request, today)
    if (isWrong(asked)) return refuse(100, `${asked.field}: ${asked.message}`)
    const { title, notes, columns, rows } = await reader.atLength((db) => runReport(found, db, brand, asked))
    const shown = columns.map(({ key, title: head, kind }) => ({ key, title: head, isNumber: kind === 'number' }))
    return { kind: 'answer', response: { title, notes, columns: shown, rows } }
  },
})
