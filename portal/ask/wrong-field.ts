import { isPortalError, type PortalError } from './portal-error.ts'

/** The field that a refusal is about, without what it is in: `email` of `primaryCustomer.email`. */
export function wrongField(error: unknown): string | undefined {
  return isPortalError(error) ? error.field?.split('.').at(-1) : undefined
}

/** Of what is said about a draft as a whole, the name of the field says nothing to whoever reads it. */
export function aboutDraft({ field, message }: Pick<PortalError, 'field' | 'message'>): string | undefined {
  if (field !== 'draftId' && field !== 'revision') return undefined
  return message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
}
