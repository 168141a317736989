import { isPortalError } from './portal-error.ts'

/** The field that a refusal is about, without what it is in: `email` of "primaryCustomer.email: expected …". */
export function wrongField(error: unknown): string | undefined {
  if (!isPortalError(error) || error.reason !== 'refused') return undefined
  return /^(?:[\w[\]]+\.)*(\w+): /.exec(error.message)?.[1]
}
