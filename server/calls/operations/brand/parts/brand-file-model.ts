import { model } from '../../../../ground/contract/field.ts'

/** Its fields are those of a brand file, which has a reference of its own. */
export const brandFile = model('BrandFile', 'A brand file as JSON, as docs/brand-file.md describes it.', {})
