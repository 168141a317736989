import { text } from '../../../../ground/contract/field.ts'

/** A month of the books. */
export const monthField = (which: string) => text(`The month, yyyy-MM. ${which}`).max(7).required()
