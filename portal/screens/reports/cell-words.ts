import { formatAmount, formatDay, formatMoney } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'
import type { ReportColumn, ReportRow } from './report-answer.ts'

interface Manner {
  readonly language: string
  readonly texts: Texts['reports']
}

/** A word of the texts, if there is one for it. */
const found = (words: object, key: string): string | undefined =>
  Object.hasOwn(words, key) ? (words as Readonly<Record<string, string>>)[key] : undefined

/** What stands above a column. One that the texts do not know yet has the title that the server gave it. */
export function columnTitle({ key, title, word, of }: ReportColumn, { columns, words }: Texts['reports']): string {
  const said = word === undefined ? undefined : found(words, word)
  if (said !== undefined) return of === undefined ? said : `${said} ${of}`
  return found(columns, key) ?? title
}

/** A value of a row as people read it. */
export function cellWords(column: ReportColumn, { cells, behind }: ReportRow, manner: Manner): string {
  const value = cells[column.key] ?? ''
  const { language, texts } = manner
  if (value === '') return ''
  switch (column.kind) {
    case 'text':
      return textWords(column.key, value, behind, texts)
    case 'day':
      return formatDay(value, { language })
    case 'month':
      return found(texts.cells, value) ?? formatMonth(value, language)
    case 'share':
      return `${formatDecimal(value.replace(/ ?%$/, ''), language)} %`
    case 'amount':
    case 'money': {
      const currency = column.currency ?? behind.currency
      return formatDecimal(value, language, currency)
    }
    default:
      return formatDecimal(value, language)
  }
}

function textWords(key: string, value: string, behind: ReportRow['behind'], texts: Texts['reports']): string {
  if (key === 'valueType') return behind.valueName ?? value
  if (key === 'program') return behind.programName ?? value
  if (key === 'verdict' && behind.verdictWord !== undefined) return verdictWords(behind, texts)
  if (key === 'standsOut')
    return value
      .split(', ')
      .map((one) => found(texts.cells, one) ?? one)
      .join(', ')
  return found(texts.cells, value) ?? value
}

function verdictWords({ verdictWord = '', verdictWeeks }: ReportRow['behind'], { verdicts }: Texts['reports']): string {
  if (verdictWord === 'unclear')
    return verdictWeeks === undefined ? verdicts.notSoon : verdicts.weeks(Number(verdictWeeks))
  return found(verdicts, verdictWord) ?? verdictWord
}

/** A decimal text, exact however large it is. */
function formatDecimal(text: string, language: string, currency?: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const digits = text.split('.')[1]?.length ?? 0
  const options = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(currency !== undefined && ({ style: 'currency', currency } as const)),
  }
  return new Intl.NumberFormat(language, options).format(text as Intl.StringNumericLiteral)
}

export function formatMonth(month: string, language: string): string {
  if (!/^\d{4}-\d\d$/.test(month)) return month
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(Date.parse(`${month}-01T00:00:00Z`))
}

/** A number of a chart: as the cells of its column are written. */
export function numberWords(value: number, column: ReportColumn | undefined, language: string): string {
  if (column?.kind === 'share') return `${formatAmount(value, { language })} %`
  const currency = column?.kind === 'money' || column?.kind === 'amount' ? column.currency : undefined
  return currency === undefined ? formatAmount(value, { language }) : formatMoney(value, { language, currency })
}
