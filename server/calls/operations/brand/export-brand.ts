import { json } from '../../../ground/contract/field.ts'
import { exportFile, withoutDigests } from '../../../storage/brand-store/export.ts'
import { task } from '../operation.ts'
import { brandFile } from './parts/brand-file-model.ts'

export const exportBrand = task({
  name: 'exportBrand',
  group: 'admin',
  summary: 'Export the brand as a file that can be applied again: without pins, and only saying where secrets are set.',
  callType: 'REPORTING',
  onlyReads: true,
  requestModel: 'ExportBrandRequest',
  responseModel: 'ExportBrandResponse',
  request: {},
  response: { brandFile: json('The brand file.', brandFile).required() },
  perform: async ({ brand, db }) => {
    const file = await exportFile(db, brand.id)
    if (!file) throw new Error('a brand that calls exists')
    return { kind: 'answer', response: { brandFile: withoutDigests(file) } }
  },
})
