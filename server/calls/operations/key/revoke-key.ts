import { id, text } from '../../../ground/contract/field.ts'
import { revokeKey as revoke } from '../../../storage/brand-store/keys/key-changes.ts'
import { task } from '../operation.ts'
import { officeOf } from './parts/key-fields.ts'

export const revokeKey = task({
  name: 'revokeKey',
  group: 'admin',
  summary: 'Revoke an API key for good. Servers refuse it at once, after ten seconds at the latest.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'RevokeKeyRequest',
  responseModel: 'RevokeKeyResponse',
  request: { key: id('The key.').required() },
  response: { key: text('The key.').required() },
  perform: async (context) => {
    const { key } = context.request
    return (await revoke(officeOf(context), key)) ?? { kind: 'answer', response: { key } }
  },
})
