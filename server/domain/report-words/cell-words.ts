import type { ReportWords } from './en.ts'
import type { ShownColumn, ShownRow } from './shown-table.ts'

interface Manner {
  readonly language: string
  readonly texts: ReportWords
}

/** A word of the texts, if there is one for it. */
const found = (words: object, key: string): string | undefined =>
  Object.hasOwn(words, key) ? (words as Readonly<Record<string, string>>)[key] : undefined

/** What stands above a column. One that the texts do not know yet has the title that the server gave it. */
export function columnTitle({ key, title, word, of }: ShownColumn, { columns, words }: ReportWords): string {
  const said = word === undefined ? undefined : found(words, word)
  if (said !== undefined) return of === undefined ? said : `${said} ${of}`
  return found(columns, key) ?? title
}

/** A value of a row as people read it. */
export function cellWords(column: ShownColumn, { cells, behind }: ShownRow, manner: Manner): string {
  const value = cells[column.key] ?? ''
  const { language, texts } = manner
  if (value === '') return ''
  switch (column.kind) {
    case 'text':
      return textWords(column.key, value, behind, texts)
    case 'day':
      return formatDay(value, language)
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

function textWords(key: string, value: string, behind: ShownRow['behind'], texts: ReportWords): string {
  if (key === 'valueType') return behind.valueName ?? value
  if (key === 'program') return behind.programName ?? value
  if (key === 'verdict' && behind.verdictWord !== undefined) return verdictWords(behind, texts)
  if (key === 'standsOut')
    return value
      .split(', ')
      .map((one) => found(texts.cells, one) ?? one)
      .join(', ')
  return found(key === 'reason' ? texts.reasons : texts.cells, value) ?? value
}

function verdictWords({ verdictWord = '', verdictWeeks }: ShownRow['behind'], { verdicts }: ReportWords): string {
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

function formatDay(day: string, language: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(Date.parse(`${day}T00:00:00Z`))
}
