import type { BrandDocument } from '../../../../domain/brand/document.ts'
import type { Call } from '../../../../domain/decision/call.ts'
import { asksSecondPerson } from '../../../../domain/judge/second-person.ts'

/** Keys are the operator's, and are not held up. */
export const needsSecondPerson = (document: Pick<BrandDocument, 'portal'>, { user }: Pick<Call, 'user'>): boolean =>
  user !== undefined && asksSecondPerson(document)
