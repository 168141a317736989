import type { KeyRights } from '../../../../domain/brand/keys/rights.ts'
import { flag, list, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { formatDateTime, parseDateTime } from '../../../../ground/kernel/time.ts'

/** What a key may do, as callers are told it. */
export const rightsResponse = {
  scope: list('What it may call. Absent: anything.', text('A group, read, or an operation.')),
  locations: list('The locations it may call from. Absent: all.', text('A location.')),
  addresses: list('Where calls may come from. Absent: anywhere.', text('An address or a network.')),
  expires: text('When it stops working, yyyy-MM-dd HH:mm:ss. Absent: never.'),
  strict: flag('Whether unknown fields in its requests are error 100.').required(),
}

export function showRights({ expires, strict = false, ...limits }: KeyRights, timeZone: string) {
  const end = expires === undefined ? undefined : parseDateTime(expires)
  return { ...defined({ ...limits, expires: end === undefined ? undefined : formatDateTime(end, timeZone) }), strict }
}
