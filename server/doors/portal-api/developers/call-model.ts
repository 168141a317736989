import { flag, id, integer, list, model, number, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { LoggedCall } from '../../../storage/store/queries/call-log.sql.ts'

export const callFields = {
  requestRef: id('The call.').required(),
  operation: text('What was called.').required(),
  callType: text('What it was.').required(),
  at: number('When, in milliseconds.').required(),
  cardNumber: text('The card that it was about.'),
  location: text('Where.'),
  terminal: text('At which terminal.'),
  employee: text('By which employee.'),
  user: text('By whom in the portal.'),
  externalTransactionId: text('What the caller calls it.'),
  note: text('The note that the caller gave.').personal(),
  errorCode: integer('Why it was refused. Absent: it was carried out.'),
  isVoided: flag('Whether it was voided.').required(),
  unknownFields: list('Fields of the request that the operation does not know.', text('A field.')),
}

export const loggedCallModel = model('LoggedCall', 'A call as it was recorded.', callFields)

export function showCall(row: LoggedCall, numbers: ReadonlyMap<CardId, string>) {
  return defined({
    requestRef: row.request_ref,
    operation: row.operation,
    callType: row.call_type,
    at: row.happened_at,
    cardNumber: row.card_id === null ? undefined : numbers.get(row.card_id),
    location: row.location_id ?? undefined,
    terminal: row.terminal_id ?? undefined,
    employee: row.employee_id ?? undefined,
    user: row.detail?.user,
    externalTransactionId: row.external_transaction_id ?? undefined,
    note: row.note ?? undefined,
    errorCode: row.error_code ?? undefined,
    isVoided: row.voided_by !== null,
    unknownFields: row.detail?.unknownFields,
  })
}
