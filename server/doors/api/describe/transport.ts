import type { Operation, OperationGroup } from '../../../calls/operations/operation.ts'

/** The interface's version, which clients compare; it is not the server's. */
export const apiVersion = '1.0.26'

export const groups: Readonly<Record<OperationGroup, string>> = {
  merchant: 'Operations for merchants.',
  flex: 'Convenience calls. Not available by default: the brand needs the enablement "flex".',
  admin: 'Administrative calls. Not available by default: the brand needs the enablement "admin".',
}

export const groupNames = Object.keys(groups) as readonly OperationGroup[]

export function pathOf(operation: Operation): string {
  return `/${operation.group}/${operation.name}`
}

export interface TransportHeader {
  readonly name: string
  readonly required: boolean
  readonly about: string
}

/** The request headers, Authorization apart. */
export const requestHeaders: readonly TransportHeader[] = [
  { name: 'Brand', required: true, about: 'The brand the key belongs to.' },
  { name: 'Location', required: true, about: 'The location the call comes from.' },
  { name: 'Terminal', required: true, about: 'The point of sale the call comes from, at that location.' },
  {
    name: 'customRequestId',
    required: false,
    about:
      'Idempotency identifier, unique per brand. A UUID is a good choice. Once a call with it has succeeded, every other call with it gets error 3.',
  },
  {
    name: 'externalTransactionId',
    required: false,
    about: "The caller's own identifier. It need not be unique. listRequests finds requests by it.",
  },
  {
    name: 'note',
    required: false,
    about: 'A short reference or classification, shown by requestLookup.',
  },
  {
    name: 'Purser-Strict',
    required: false,
    about:
      'true: unknown fields are error 100, which names each and the nearest known field. false: unknown fields are ignored, even with a strict key.',
  },
  { name: 'employee', required: false, about: 'The employee who makes the call. Some brands require it.' },
  { name: 'employeePassword', required: false, about: "The employee's password. Some brands require it." },
]

export const authorizationHeader: TransportHeader = {
  name: 'Authorization',
  required: true,
  about: 'The word Basic, a space, and the base64 of API key, colon and API secret.',
}

export const responseHeaders: readonly Omit<TransportHeader, 'required'>[] = [
  {
    name: 'Purser-Unknown-Fields',
    about: 'The paths of at most 10 unknown fields of the request, separated by commas.',
  },
  { name: 'Purser-Original-Request', about: 'With error 3: the requestRef of the call that succeeded.' },
  {
    name: 'Purser-Original-Matches',
    about: 'With error 3: true if that call had the same operation and the same body, byte by byte; otherwise false.',
  },
  {
    name: 'Retry-After',
    about: 'With HTTP status 429 or 503, and with error 113: how many seconds to wait before trying again.',
  },
]
