import type { BrandDocument } from '../brand/document.ts'

/** Whether the brand wants somebody else to see what users of the portal bring into force. */
export const asksSecondPerson = (document: Pick<BrandDocument, 'portal'> | undefined): boolean =>
  document?.portal?.publish?.secondPerson === true
