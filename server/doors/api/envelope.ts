import { catalogue, type Refusal } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { listInHeader } from './header-text.ts'

/** A refusal as it goes on the wire: what its headers say besides its envelope. */
export interface WireRefusal extends Refusal {
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter?: number
  /** With error 3: the call that succeeded. */
  readonly original?: RequestRef
  /** With error 3: whether that call was the same one, with the same operation and body. */
  readonly matches?: boolean
  /** With error 113, to the key that locked the card. */
  readonly lockedBy?: { readonly setupTransactionId: RequestRef; readonly until: string }
  /** With error 106: the methods that the address takes. */
  readonly allow?: string
}

export function successBody(response: object, ref: RequestRef): string {
  const fields = JSON.stringify(response)
  return fields === '{}'
    ? `{"success":true,"requestRef":"${ref}"}`
    : `${fields.slice(0, -1)},"success":true,"requestRef":"${ref}"}`
}

/** These four, and the coupons or the setup that are in the way where some are. */
export function failureBody(refusal: WireRefusal, ref: RequestRef): string {
  const { text, code, blockingCoupons, lockedBy } = refusal
  const coupons = blockingCoupons ? `"blockingCoupons":${JSON.stringify(blockingCoupons)},` : ''
  const more = lockedBy ? `${coupons}"lockedBy":${JSON.stringify(lockedBy)},` : coupons
  return `{"errorMessage":${JSON.stringify(text)},"errorCode":${code},"requestRef":"${ref}",${more}"success":false}`
}

const allowedHeaders =
  'Authorization, brand, location, terminal, employee, employeePassword, customRequestId, externalTransactionId, note, accept, content-type'

/** Any web page may call the API: what protects it is the secret, not the page's origin. */
export const corsHeaders: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Headers',
  allowedHeaders,
  'Access-Control-Expose-Headers',
  'Purser-Unknown-Fields, Purser-Original-Request, Purser-Original-Matches, Retry-After',
]

const jsonHeaders: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'X-Content-Type-Options',
  'nosniff',
  'Cache-Control',
  'no-store',
  ...corsHeaders,
]

/** The headers of a JSON answer as names and values in turn, which is the form that costs the HTTP server least. */
export function headersOf(body: string): string[] {
  return [...jsonHeaders, 'Content-Length', String(Buffer.byteLength(body))]
}

/** Says how to authenticate, as every 401 has to. */
const challenge = 'Basic realm="Purser", charset="UTF-8"'

export function addRefusalHeaders(headers: string[], refusal: WireRefusal): void {
  if (catalogue[refusal.code].status === 401) headers.push('WWW-Authenticate', challenge)
  if (refusal.retryAfter !== undefined) headers.push('Retry-After', String(refusal.retryAfter))
  else if (refusal.code === 108 || refusal.code === 109) headers.push('Retry-After', '1')
  if (refusal.original !== undefined) headers.push('Purser-Original-Request', refusal.original)
  if (refusal.matches !== undefined) headers.push('Purser-Original-Matches', String(refusal.matches))
  if (refusal.allow !== undefined) headers.push('Allow', refusal.allow)
}

export function addUnknownFields(headers: string[], unknown: readonly string[]): void {
  headers.push('Purser-Unknown-Fields', listInHeader(unknown))
}
