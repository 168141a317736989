import { flag, integer, list, model, object, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { findNextMonth } from '../../../storage/report/closed/close-month.ts'
import { listClosings } from '../../../storage/report/closed/closing.sql.ts'
import { query } from '../operation.ts'

const closedMonth = model('ClosedMonth', 'A month of the books that is closed.', {
  month: text('The month, yyyy-MM.').required(),
  closedDate: text('When it was closed, in the time zone of the interface.').required(),
  closedBy: text('Who closed it.').required(),
  timeZone: text('Whose days it has.').required(),
})

const openMonth = model('OpenMonth', 'The oldest month that is open.', {
  month: text('The month, yyyy-MM.').required(),
  closableDate: text('From when on it can be closed, in the time zone of the interface.').required(),
  canBeClosed: flag('Whether that is now.').required(),
  youngCalls: integer(
    'Calls dated into it, or before, that came in the last half hour: if it is closed now, they are corrections.',
  ).required(),
})

export const listClosedMonths = query({
  name: 'listClosedMonths',
  group: 'admin',
  summary: 'List the months of the books that are closed, and the one that can be closed next.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  takesLong: true,
  requestModel: 'ListClosedMonthsRequest',
  responseModel: 'ListClosedMonthsResponse',
  request: {},
  response: {
    months: list('The months, the newest first.', closedMonth).required(),
    next: object('The oldest month that is open. Absent if there is nothing in the books.', openMonth),
  },
  answer: async ({ brand, reader }) => {
    const now = await readNow(reader)
    const [closings, next] = await reader.atLength(
      async (db) => [await listClosings(db, brand.id), await findNextMonth(db, brand)] as const,
    )
    const months = closings.toReversed().map(({ month, closedAt, closedBy, timeZone }) => ({
      month: month.slice(0, 7),
      closedDate: formatDateTime(closedAt, brand.interfaceTimeZone),
      closedBy,
      timeZone,
    }))
    const open = next && {
      month: next.month.slice(0, 7),
      closableDate: formatDateTime(next.closableAt, brand.interfaceTimeZone),
      canBeClosed: now >= next.closableAt,
      youngCalls: next.youngCalls,
    }
    return { kind: 'answer', response: defined({ months, next: open }) }
  },
})
