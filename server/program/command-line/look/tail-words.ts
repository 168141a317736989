import { errorNotes } from '../../../doors/api/describe/error-notes.ts'
import { isKnown } from '../../../doors/remote/outcome-words.ts'
import { catalogue } from '../../../ground/kernel/errors.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { TailedCall } from '../../../storage/store/queries/call-tail.sql.ts'

export interface ShownCall {
  readonly brand: BrandId
  readonly call: TailedCall
  /** Of the card; only its end is shown. */
  readonly number?: string
}

const endLength = 4
const operationWidth = 24

/** A call for people: one line, and for a refusal a second one that says what to do. */
export function tailLines({ brand, call, number }: ShownCall, withBrand: boolean): string[] {
  const { error_code: code, operation, location_id: location, terminal_id: terminal } = call
  const parts = [
    `${formatDateTime(call.happened_at)}Z`,
    ...(withBrand ? [brand] : []),
    operation.padEnd(operationWidth),
    `${millisecondsOf(call)} ms`.padStart(8),
    code === null ? 'ok' : `error ${code}`,
    ...(number === undefined ? [] : [`card ${endOf(number)}`]),
    [location, terminal].filter((one) => one !== null).join('/'),
    ...(call.made_by === null ? [] : [`by ${printable(call.made_by)}`]),
    call.request_ref,
  ]
  const line = parts.filter((part) => part !== '').join('  ')
  return code !== null && isKnown(code) ? [line, `    ${catalogue[code].text} ${errorNotes[code]}`] : [line]
}

/** A call for programs: an object on one line. */
export function tailJson({ brand, call, number }: ShownCall): string[] {
  const { error_code: code } = call
  return [
    JSON.stringify({
      at: new Date(call.happened_at).toISOString(),
      brand,
      requestRef: call.request_ref,
      operation: call.operation,
      success: code === null,
      ...(code !== null && { errorCode: code, ...(isKnown(code) && { errorText: catalogue[code].text }) }),
      ...(number !== undefined && { cardEnd: number.slice(-endLength) }),
      ...(call.location_id !== null && { location: call.location_id }),
      ...(call.terminal_id !== null && { terminal: call.terminal_id }),
      ...(call.made_by !== null && { user: call.made_by }),
      milliseconds: millisecondsOf(call),
    }),
  ]
}

const endOf = (number: string) => `…${number.slice(-endLength)}`

/** From its arrival, which its reference begins with, until it was decided. Clocks of two machines may differ a little. */
const millisecondsOf = ({ request_ref, happened_at }: TailedCall) =>
  Math.max(0, Math.round(happened_at - instantOf(request_ref)))

const instantOf = (ref: RequestRef) => Number.parseInt(ref.replaceAll('-', '').slice(0, 12), 16)

/** What a caller wrote cannot move the cursor of the terminal. */
const printable = (text: string) => text.replace(/\p{C}/gu, '?')
