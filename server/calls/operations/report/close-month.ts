import { originOf } from '../../../domain/decision/audit-origin.ts'
import { integer, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { closeMonth as close } from '../../../storage/report/closed/close-month.ts'
import { settleBooks, settledMs } from '../../../storage/report/settle.sql.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { task } from '../operation.ts'
import { monthField } from './parts/month-field.ts'

export const closeMonth = task({
  name: 'closeMonth',
  group: 'admin',
  summary: 'Close a month of the books: its figures no longer move, and later corrections show as such.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'CloseMonthRequest',
  responseModel: 'CloseMonthResponse',
  request: { month: monthField('Only the oldest that is open, half an hour after its end.') },
  response: {
    month: text('The month, yyyy-MM.').required(),
    corrections: integer(
      'Calls dated into it, or before, that are not part of it, because they came in the last half hour.',
    ).required(),
  },
  // In transactions of its own: others must hear of it before figures are made.
  prepare: async (db, brand) => {
    await settleBooks(db, [brand.id], (await readNow(db)) - settledMs)
  },
  perform: async ({ request: { month }, call, brand, db }) => {
    const origin = originOf(call)
    const closed = await close(db, brand, { month, by: origin.actor.name, now: await readNow(db) })
    if ('refused' in closed) return refuseField(100, 'month', `${closed.refused}`)
    const after = { month, closedTo: closed.closing.closedTo }
    await insertAuditEntries(db, brand.id, [{ ...origin, action: 'books.closed', subject: month, after }])
    return { kind: 'answer', response: { month, corrections: closed.youngCalls } }
  },
})
