import { createKey as makeKey } from '../../brand-store/keys/key-changes.ts'
import { isKeyName } from '../../brand-store/keys/new-key.ts'
import { id, text } from '../../contract/field.ts'
import { isRefusal, refuse } from '../../kernel/errors.ts'
import { task } from '../operation.ts'
import { officeOf, rightsRequest, toRightsChange } from './parts/key-fields.ts'

export const createKey = task({
  name: 'createKey',
  group: 'admin',
  summary: 'Make an API key.',
  details:
    'It is for tills unless scope says otherwise, and has no more rights than the calling key. Its secret is answered here, once: should the answer be lost, revoke the key and make another.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'CreateKeyRequest',
  responseModel: 'CreateKeyResponse',
  request: {
    key: id(
      'Its name, which no key of the brand had before: letters, digits, dots, hyphens, underscores. Drawn, when absent.',
    ),
    ...rightsRequest,
  },
  response: { key: text('The key.').required(), secret: text('Its secret.').required() },
  check: ({ key }) =>
    key === undefined || isKeyName(key)
      ? undefined
      : refuse(100, 'key: expected letters, digits, dots, hyphens and underscores'),
  perform: async (context) => {
    const made = await makeKey(officeOf(context), context.request.key, toRightsChange(context.request))
    return isRefusal(made) ? made : { kind: 'answer', response: made }
  },
})
