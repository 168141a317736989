import { originOf } from '../../../domain/decision/audit-origin.ts'
import { text } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { reopenMonth as reopen } from '../../../storage/report/closed/close-month.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { task } from '../operation.ts'
import { monthField } from './parts/month-field.ts'

export const reopenMonth = task({
  name: 'reopenMonth',
  group: 'admin',
  summary: 'Open the month of the books again that was closed last, and forget the figures it was closed with.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'ReopenMonthRequest',
  responseModel: 'ReopenMonthResponse',
  request: {
    month: monthField('Only the one that was closed last.'),
    reason: text('Why. The audit log keeps it.').max(500).required(),
  },
  response: { month: text('The month, yyyy-MM.').required() },
  perform: async ({ request: { month, reason }, call, brand, db }) => {
    if (reason.trim() === '') return refuseField(100, 'reason', 'say why the month is opened again')
    const done = await reopen(db, brand, month)
    if ('refused' in done) return refuseField(100, 'month', `${done.refused}`)
    const { closedTo, closedBy } = done.reopened
    const entry = { before: { month, closedTo, closedBy }, after: { reason } }
    await insertAuditEntries(db, brand.id, [{ ...originOf(call), action: 'books.reopened', subject: month, ...entry }])
    return { kind: 'answer', response: { month } }
  },
})
