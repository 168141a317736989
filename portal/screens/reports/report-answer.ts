import type { Cells, ShownRow } from '../../../server/domain/report-words/shown-table.ts'
import type { OperationAnswer, RouteAnswer } from '../../ask/ask.ts'

export type DescribedReport = RouteAnswer<'listReports'>['reports'][number]
export type ReportAnswer = OperationAnswer<'report'>
type Months = OperationAnswer<'listClosedMonths'>
export type ClosedMonth = Months['months'][number]
export type NextMonth = NonNullable<Months['next']>
export type ReportColumn = ReportAnswer['columns'][number]
export type ReportRow = ShownRow

/** A value type that rows are of. */
export interface ValueChoice {
  readonly id: string
  readonly name: string
}

/** The value types of a report, in the order of its rows. Those of the same name say their program. */
export function valueChoices(rows: readonly ReportRow[]): readonly ValueChoice[] {
  const found = new Map<string, Cells>()
  for (const { behind } of rows)
    if (behind.valueTypeId !== undefined && !found.has(behind.valueTypeId)) found.set(behind.valueTypeId, behind)
  const all = [...found.values()]
  return all.map(({ valueTypeId = '', valueName = '', programName = '' }) => ({
    id: valueTypeId,
    name: all.filter((other) => other.valueName === valueName).length > 1 ? `${valueName}, ${programName}` : valueName,
  }))
}

/** The one that most rows are about: a chart can only show amounts of one unit. */
export function mainValue(rows: readonly ReportRow[]): string | undefined {
  const counts = Map.groupBy(rows, ({ behind }) => behind.valueTypeId)
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}
