import { formatAmount, formatMoney } from '../../parts/format.ts'
import type { ReportColumn } from './report-answer.ts'

/** A number of a chart: as the cells of its column are written. */
export function numberWords(value: number, column: ReportColumn | undefined, language: string): string {
  if (column?.kind === 'share') return `${formatAmount(value, { language })} %`
  const currency = column?.kind === 'money' || column?.kind === 'amount' ? column.currency : undefined
  return currency === undefined ? formatAmount(value, { language }) : formatMoney(value, { language, currency })
}
