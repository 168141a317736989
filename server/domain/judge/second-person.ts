import type { BrandDocument } from '../brand/document.ts'
import { hasGivenLimit } from './given-limit.ts'

/** Whether the brand wants somebody else to see what users of the portal bring into force. */
export const asksSecondPerson = (document: Pick<BrandDocument, 'portal'> | undefined): boolean =>
  document?.portal?.publish?.secondPerson === true

/** Whether it matters that another hand has approved a draft: also where campaigns may give only so much without one. */
export const countsApprovals = (document: Pick<BrandDocument, 'portal'>): boolean =>
  asksSecondPerson(document) || hasGivenLimit(document)
