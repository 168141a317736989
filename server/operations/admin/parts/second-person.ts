import type { BrandDocument } from '../../../brand/document.ts'
import type { Call } from '../../../decision/call.ts'
import { asksSecondPerson } from '../../../judge/second-person.ts'

/** Keys are the operator's, and are not held up. */
export const needsSecondPerson = (document: Pick<BrandDocument, 'portal'>, { user }: Pick<Call, 'user'>): boolean =>
  user !== undefined && asksSecondPerson(document)
