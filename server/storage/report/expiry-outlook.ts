import type { Brand } from '../../domain/brand/brand.ts'
import { valueCells } from './behind.ts'
import { addMonths } from './days.ts'
import { formatUnits } from './format-units.ts'
import { listOutstanding, type Outstanding } from './liability.sql.ts'
import type { Report } from './report.ts'
import { amountColumn, type FigureRow, monthColumn, type ReportTable, textColumn } from './report-table.ts'

const monthsAhead = 12

export const expiryOutlookReport: Report = {
  name: 'expiry-outlook',
  about: 'what will expire in each of the next twelve months unless it is spent',
  over: 'day',
  by: [],
  run: async ({ db, brand, books }, { to }) => outlook(brand, await listOutstanding(db, books, to), to),
}

function outlook(brand: Brand, outstanding: readonly Outstanding[], asOf: string): ReportTable {
  const months = Array.from({ length: monthsAhead }, (_, ahead) => addMonths(asOf, ahead))
  const afterwards = addMonths(asOf, monthsAhead)
  const rows = [...brand.valueTypes.values()].flatMap((valueType): FigureRow[] => {
    const own = outstanding.filter(({ value_type_id }) => value_type_id === valueType.id)
    const sum = (isMeant: (month: string) => boolean) =>
      own.filter(({ expires_month }) => isMeant(expires_month)).reduce((all, { amount }) => all + BigInt(amount), 0n)
    const line = (month: string, amount: bigint): FigureRow[] =>
      amount === 0n ? [] : [{ ...valueCells(brand, valueType), month, amount: formatUnits(amount, valueType.scale) }]
    return [
      ...line(
        'overdue',
        sum((month) => month < (months[0] ?? '')),
      ),
      ...months.flatMap((month) =>
        line(
          month.slice(0, 7),
          sum((one) => one === month),
        ),
      ),
      ...line(
        'later',
        sum((month) => month >= afterwards && month !== 'infinity'),
      ),
      ...line(
        'never',
        sum((month) => month === 'infinity'),
      ),
    ]
  })
  return {
    title: `What expires when, of what cards of ${brand.name} have at the end of ${asOf}`,
    notes: ['Overdue: expired, and booked within minutes.'],
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      monthColumn('month', 'Expires in'),
      amountColumn('amount', 'Amount', { opens: true }),
    ],
    rows,
    chart: { kind: 'bars', along: ['month'], of: ['amount'] },
  }
}
