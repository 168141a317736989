import { isPortalError } from './portal-error.ts'

/** The field that a refusal is about, without what it is in: `email` of `primaryCustomer.email`. */
export function wrongField(error: unknown): string | undefined {
  return isPortalError(error) ? error.field?.split('.').at(-1) : undefined
}
