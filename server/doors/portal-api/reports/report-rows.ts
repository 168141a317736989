import type { Brand } from '../../../domain/brand/brand.ts'
import { flag, id, integer, list, model, number, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { reports } from '../../../storage/report/all.ts'
import { isWrong, readWishes } from '../../../storage/report/ask.ts'
import { callsOfCell } from '../../../storage/report/call-cell.ts'
import { type Cell, rowsOfCell } from '../../../storage/report/cell.ts'
import type { CellRow } from '../../../storage/report/cell-rows.sql.ts'
import { formatUnits } from '../../../storage/report/format-units.ts'
import { titlesOf } from '../../../storage/report/grouping.ts'
import { type AskedDays, openBooks } from '../../../storage/report/report.ts'
import { readBookmark, walkCell, writeBookmark } from '../../../storage/report/walk-cell.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'

const ledgerRow = model('reportLedgerRow', 'A row of the ledger, or a call, that a figure is made of.', {
  requestRef: text('The call that made it.').required(),
  line: integer('Which of its rows.').required(),
  at: number('When it counts, in milliseconds: the customRequestDate of the call, if it has one.').required(),
  madeAt: number('When the call was made, in milliseconds.').required(),
  callType: text('What the call did.').required(),
  kind: text('Why the balance changed. Absent where calls are counted.'),
  location: text('Where it was.'),
  campaign: text('By which campaign.'),
  cardNumber: text('Of which card. Only for those who may see cards.'),
  amount: text('What it adds to the figure, as decimal text.').required(),
})

const openedReports = [
  ...['roll-forward', 'liability', 'breakage', 'expiry-outlook'],
  ...['campaigns', 'coupons', 'activity'],
] as const

const day = (about: string) => text(about).max(10)

/** What a figure of a report is made of. Rows come in pages, each after the last row of the one before. */
export const reportRows = brandRoute({
  name: 'reportRows',
  summary: 'List the rows of the ledger, or the calls, that a figure of a report is made of.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    report: oneOf('Which report.', openedReports).required(),
    from: day('The first day.'),
    to: day('The last day.'),
    by: text('What it is divided by.').max(20),
    per: oneOf('Whether it is divided by days.', ['day']),
    column: id('The column of the figure.').required(),
    valueType: integer('The value type of its row, if it is about one.'),
    rowId: text('The rowId of its row, if it is made of calls.').max(1000),
    group: text('The group of its row.').max(300),
    day: day('The day of its row.'),
    month: day('The month of its row.'),
    line: text('The line of its row.').max(40),
    after: text('To go on: the next of an earlier answer.').max(200),
    count: integer('How many to return at most.').between(1, 500).default(100),
  },
  response: {
    rows: list('The rows, in the order in which they were stored.', ledgerRow).required(),
    sum: text('What all rows so far add up to, those of earlier answers included.').required(),
    isWhole: flag('Whether these are all: then the sum is the figure.').required(),
    next: text('Present if there are more. Ask again with this as after.'),
  },
  run: async (visit) => {
    const { request, services, brand } = visit
    const found = reports.find(({ name }) => name === request.report)
    if (!found) return turnDown('invalid', 'report: there is no such report')
    const today = formatDateTime(services.now(), brand.timeZone).slice(0, 10)
    const asked = readWishes(found, request, today)
    if (isWrong(asked)) return turnDown('invalid', `${asked.field}: ${asked.message}`)
    const from = request.after === undefined ? undefined : readBookmark(request.after)
    if (request.after !== undefined && !from)
      return turnDown('invalid', 'after: expected the next of an earlier answer')
    const opened = openCell(brand, asked, { ...request, report: found.name })
    if (!opened) return turnDown('invalid', 'column: this figure cannot be opened')
    const { cell, scale, isTurned } = opened
    const walked = await services.atLength(brand.id, async (db) =>
      walkCell(db, await openBooks(db, brand), { cell, limit: request.count, from, now: services.now }),
    )
    const sign = isTurned ? -1n : 1n
    const show = (units: bigint) => formatUnits(sign * units, scale)
    return defined({
      rows: await shown(walked.rows, visit, show),
      sum: show(walked.added - walked.taken),
      isWhole: walked.next === undefined,
      next: walked.next && writeBookmark(walked.next),
    })
  },
})

interface AskedCell extends Omit<Cell, 'valueType'> {
  readonly report: string
  readonly valueType?: number
  readonly rowId?: string
}

/** Figures of balances are made of rows of the ledger, others of calls. */
function openCell(brand: Brand, asked: AskedDays, { report, valueType: id, rowId, ...named }: AskedCell) {
  if (rowId !== undefined) {
    const opened = callsOfCell(brand, report, asked, { column: named.column, rowId })
    return opened && { ...opened, isTurned: false }
  }
  const valueType = id === undefined ? undefined : brand.valueTypes.get(id)
  const cell = valueType && rowsOfCell(brand, report, asked, { ...named, valueType: valueType.id })
  return cell && { cell, scale: valueType.scale, isTurned: cell.isTurned ?? false }
}

/** A call that is no longer kept has its time in its name. */
const timeOf = (ref: string) => Number.parseInt(ref.slice(0, 8) + ref.slice(9, 13), 16)

async function shown(
  rows: readonly CellRow[],
  { services, brand, standing }: BrandVisit<unknown>,
  show: (units: bigint) => string,
) {
  const titles = titlesOf(brand)
  const cards = standing.permissions.has('cards.see') ? [...new Set(rows.flatMap(({ card_id }) => card_id ?? []))] : []
  const numbers = await findNumbers(services.pool, brand.id, cards)
  return rows.map((row) =>
    defined({
      requestRef: row.request_ref,
      line: row.line,
      at: row.shown_at ?? timeOf(row.request_ref),
      madeAt: row.made_at ?? timeOf(row.request_ref),
      callType: row.call_type,
      kind: row.kind === '' ? undefined : row.kind,
      location: row.location_id === '' ? undefined : titles.location(row.location_id),
      campaign: row.rule_id === '' ? undefined : titles.campaign(row.rule_id),
      cardNumber: row.card_id === null ? undefined : numbers.get(row.card_id),
      amount: show(BigInt(row.amount)),
    }),
  )
}
