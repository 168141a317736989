import type { Brand } from '../../domain/brand/brand.ts'
import { breakageCell } from './breakage.ts'
import type { CellRows, CellSource, NameFilter } from './cell-rows.sql.ts'
import { sinceLine } from './closed/lines.ts'
import { addMonths } from './days.ts'
import { titlesOf, unnamed } from './grouping.ts'
import type { AskedDays } from './report.ts'
import { rollForwardCell } from './roll-forward.ts'

/** A figure of a report: in which column, and what its row says. */
export interface Cell {
  readonly column: string
  readonly valueType: number
  readonly group?: string | undefined
  readonly day?: string | undefined
  readonly month?: string | undefined
  /** Whether it is in the line of what was corrected since the month was closed. */
  readonly line?: string | undefined
}

/** Which rows of the ledger make up a figure; undefined if it is not made of rows. */
export function rowsOfCell(brand: Brand, report: string, asked: AskedDays, cell: Cell): CellRows | undefined {
  const { valueType, column } = cell
  const source = sourceOf(brand, asked.by, cell.group)
  switch (report) {
    case 'roll-forward': {
      const rows = rollForwardCell(column, cell.day === undefined ? asked : { from: cell.day, to: cell.day })
      return rows && { valueType, ...rows, ...source, ...lineOf(cell) }
    }
    case 'breakage': {
      const rows = breakageCell(column, asked)
      return rows && { valueType, ...rows, origin: source }
    }
    case 'liability':
      return column === 'amount'
        ? { valueType, to: asked.to, ...lotsOf(asked.by, cell.group), origin: source, ...lineOf(cell) }
        : undefined
    case 'expiry-outlook':
      return column === 'amount' ? { valueType, to: asked.to, expires: expiresIn(cell.month, asked.to) } : undefined
    default:
      return undefined
  }
}

/** What a group's title stands for. Titles are unique, and those of the unknown are their ids. */
export function sourceOf({ locations, ...brand }: Brand, by: string | undefined, group = ''): CellSource | undefined {
  const titles = titlesOf({ locations, ...brand })
  const only = (names: readonly string[]): NameFilter => ({ names, isExcept: false })
  if (by === 'location') {
    const named = [...locations.keys()].filter((id) => titles.location(id) === group)
    return { place: only(named.length > 0 ? named : [group === unnamed ? '' : group]) }
  }
  if (by === 'group') {
    const grouped = [...locations.values()].filter((one) => one.group !== undefined)
    if (group === unnamed) return { place: { names: grouped.map(({ id }) => id), isExcept: true } }
    return { place: only(grouped.filter((one) => one.group === group).map(({ id }) => id)) }
  }
  if (by !== 'campaign') return undefined
  const found = brand.document.campaigns.find(({ id }) => titles.campaign(id) === group)
  return { campaign: found?.id ?? (group === unnamed ? '' : group) }
}

const lineOf = ({ line }: Cell): Pick<CellRows, 'late'> => (line === sinceLine ? { late: 'since' } : {})

const firstOf = (month: string) => `${month}-01`

function lotsOf(by: string | undefined, group = ''): Pick<CellRows, 'issuedMonth' | 'expires'> {
  if (by === 'age') return { issuedMonth: firstOf(group) }
  if (by !== 'expiry') return {}
  if (group === 'never') return { expires: { kind: 'never' } }
  return { expires: { kind: 'between', from: firstOf(group), before: addMonths(firstOf(group), 1) } }
}

const monthsAhead = 12

function expiresIn(month = '', asOf: string): CellRows['expires'] {
  if (month === 'never') return { kind: 'never' }
  if (month === 'overdue') return { kind: 'between', before: addMonths(asOf, 0) }
  if (month === 'later') return { kind: 'between', from: addMonths(asOf, monthsAhead) }
  return { kind: 'between', from: firstOf(month), before: addMonths(firstOf(month), 1) }
}
