import { announceChange } from '../../brand-store/brand.sql.ts'
import { revokeApiKey } from '../../brand-store/keys/api-key.sql.ts'
import { id, text } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import { task } from '../operation.ts'

export const revokeKey = task({
  name: 'revokeKey',
  group: 'admin',
  summary: 'Revoke an API key for ever. Servers refuse it at once, at the latest after ten seconds.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'RevokeKeyRequest',
  responseModel: 'RevokeKeyResponse',
  request: { key: id('The key.').required() },
  response: { key: text('The key.').required() },
  perform: async ({ request: { key }, brand, db }) => {
    if (!(await revokeApiKey(db, brand.id, key))) return refuse(100, 'key: there is no such key in force')
    await announceChange(db, brand.id)
    return { kind: 'answer', response: { key } }
  },
})
