import type { Operation, OperationGroup } from '../../operations/operation.ts'

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

export interface Header {
  readonly name: string
  readonly required: boolean
  readonly about: string
}

/** The request headers, Authorization apart. */
export const requestHeaders: readonly Header[] = [
  { name: 'Brand', required: true, about: 'The brand that the key belongs to.' },
  { name: 'Location', required: true, about: 'The location that the call comes from.' },
  { name: 'Terminal', required: true, about: 'The point of sale that the call comes from; one of the location.' },
  {
    name: 'customRequestId',
    required: false,
    about:
      'Idempotency identifier, unique per brand; a UUID is a good choice. Once a call with it succeeded, every other call with it is error 3.',
  },
  {
    name: 'externalTransactionId',
    required: false,
    about: "The caller's own identifier; need not be unique. listRequests finds requests by it.",
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
      'true: a request with a field that the operation does not know is error 100, which names the field and the nearest known one. false: such fields are ignored, also for a key that is strict.',
  },
  { name: 'employee', required: false, about: 'The employee who acts; some brands require it.' },
  { name: 'employeePassword', required: false, about: "The employee's password; some brands require it." },
]

export const authorizationHeader: Header = {
  name: 'Authorization',
  required: true,
  about: 'The word Basic, a space, then base64 of API key, a colon and API secret.',
}

export const responseHeaders: readonly Omit<Header, 'required'>[] = [
  {
    name: 'Purser-Unknown-Fields',
    about: 'Paths of request fields that the operation does not know, separated by commas; at most 10.',
  },
  { name: 'Purser-Original-Request', about: 'With error 3: the requestRef of the call that succeeded.' },
  { name: 'Retry-After', about: 'With HTTP status 429 or 503: the seconds to wait before trying again.' },
]
