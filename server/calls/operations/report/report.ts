import { placeAt, zoneAt } from '../../../domain/brand/brand.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { columnTitle } from '../../../domain/report-words/cell-words.ts'
import { toldReport } from '../../../domain/report-words/told-report.ts'
import { reportWordsIn } from '../../../domain/report-words/words.ts'
import { flag, id, integer, json, list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { reports } from '../../../storage/report/all.ts'
import { isWrong, readWishes } from '../../../storage/report/ask.ts'
import type { WholeReport } from '../../../storage/report/behind.ts'
import { type AskedDays, type Report, runReport } from '../../../storage/report/report.ts'
import { chartKinds, columnKinds, isNumeric, totalKinds } from '../../../storage/report/report-table.ts'
import { query } from '../operation.ts'

const reportRow = model('ReportRow', 'A row of a report: the values by the keys of the columns.', {})

const reportColumn = model('ReportColumn', 'A column of a report.', {
  key: text('Its key in the rows.').required(),
  title: text('What stands above it.').required(),
  isNumber: flag('Whether its values are numbers, as decimal text.').required(),
  kind: oneOf('What its values are. amount: of the value type of the row; share: in percent.', columnKinds).required(),
  currency: text('With money: of which currency.'),
  total: oneOf('How a total is made of it. Absent where it would mean nothing.', totalKinds),
  word: text('Of several columns that say the same about different things: what they say.'),
  of: text('And about what.'),
  opens: flag('Whether its values can be opened, to see what they are made of.'),
})

const reportChart = model('ReportChart', 'The picture that shows a report best.', {
  kind: oneOf('What it looks like.', chartKinds).required(),
  along: list('The columns that name what is along the axis.', text('A key.')).required(),
  of: list('The columns whose values are drawn.', text('A key.')).required(),
  each: text('One line, or one part of a bar, for each value of this column.'),
  only: json('Only rows that have these values.', reportRow),
})

const day = (about: string) =>
  text(`${about} A day of the brand's time zone, or of the location that it is about, yyyy-MM-dd.`).max(10)

export const report = query({
  name: 'report',
  group: 'admin',
  summary: 'Answer a report: figures that tie to the ledger.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  takesLong: true,
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
    location: id('Only this location, by the clock there: sales alone can be. Absent: all, by the clock of the brand.'),
    days: integer('Of dormant: for how many days nothing was done. Default: 365.').between(1, 36_500),
    every: oneOf('Of the journal: whether there are entries for each day, or for each month. Default: month.', [
      'day',
      'month',
    ]),
  },
  response: {
    title: text('What the report is about.').required(),
    notes: list('What a reader has to know about the figures.', text('A sentence.')).required(),
    columns: list('The columns, in their order.', reportColumn).required(),
    rows: list('The rows.', json('A row.', reportRow)).required(),
    remarks: list('What a reader has to know about this answer only.', text('A sentence.')).required(),
    behind: list('What each row is about: names that people read, and ids.', json('Of a row.', reportRow)).required(),
    chart: object('The picture that shows it best. Absent where none helps.', reportChart),
    from: text('The first day that it is about, unless it is about one day, or about now.'),
    to: text('The last day that it is about, unless it is about now.'),
  },
  answer: async ({ request, brand, reader, call }) => {
    const found = reports.find(({ name }) => name === request.name)
    if (!found) return refuseField(100, 'name', 'there is no such report')
    const { location } = request
    if (location !== undefined && !placeAt(brand, location))
      return refuseField(100, 'location', 'there is no such location')
    const today = formatDateTime(await readNow(reader), zoneAt(brand, location)).slice(0, 10)
    const asked = readWishes(found, request, today)
    if (isWrong(asked)) return refuseField(100, asked.field, `${asked.message}`)
    const language = languageOf(call)
    const table = await reader.atLength((db) => runReport(found, db, brand, { ...asked, language }))
    return { kind: 'answer', response: { ...answerOf(toldIn(language, found, table)), ...daysOf(found, asked) } }
  },
})

/** Titles and notes are English for programs; people get the words of their language. */
function toldIn(language: Language, report: Report, table: WholeReport): WholeReport {
  if (language === 'en') return table
  const words = reportWordsIn(language)
  const { question, how } = toldReport(report, words)
  const columns = table.columns.map((column) => ({
    ...column,
    title: columnTitle({ ...column, isNumber: isNumeric(column) }, words),
  }))
  return { ...table, title: question, notes: how === undefined ? table.notes : [how], columns }
}

function answerOf({ title, notes, remarks = [], columns, rows, behind, chart }: WholeReport) {
  const shown = columns.map((column) => defined({ ...column, isNumber: isNumeric(column) }))
  return defined({ title, notes, columns: shown, rows, remarks, behind, chart })
}

const daysOf = ({ over }: Report, { from, to }: AskedDays) =>
  defined({ from: over === 'period' ? from : undefined, to: over === 'now' ? undefined : to })
