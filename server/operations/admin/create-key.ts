import { announceChange } from '../../brand-store/brand.sql.ts'
import { insertApiKey } from '../../brand-store/keys/api-key.sql.ts'
import { isKeyName, newKey } from '../../brand-store/keys/new-key.ts'
import { id, text } from '../../contract/field.ts'
import { refuse } from '../../kernel/errors.ts'
import { task } from '../operation.ts'

export const createKey = task({
  name: 'createKey',
  group: 'admin',
  summary: 'Make an API key.',
  details:
    'Its secret is answered here, once, and kept nowhere: should the answer be lost, revoke the key and make another.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'CreateKeyRequest',
  responseModel: 'CreateKeyResponse',
  request: {
    key: id(
      'Its name, which no key of the brand had before: letters, digits, dots, hyphens, underscores. Drawn, when absent.',
    ),
  },
  response: { key: text('The key.').required(), secret: text('Its secret.').required() },
  check: ({ key }) =>
    key === undefined || isKeyName(key)
      ? undefined
      : refuse(100, 'key: expected letters, digits, dots, hyphens and underscores'),
  perform: async ({ request, brand, db, random }) => {
    const { key, secret, secretSha256 } = newKey(random, request.key)
    if (!(await insertApiKey(db, brand.id, key, secretSha256))) return refuse(100, 'key: there is such a key already')
    await announceChange(db, brand.id)
    return { kind: 'answer', response: { key, secret } }
  },
})
