import { id, text } from '../../../ground/contract/field.ts'
import { isRefusal, refuseField } from '../../../ground/kernel/errors.ts'
import { createKey as makeKey } from '../../../storage/brand-store/keys/key-changes.ts'
import { isKeyName } from '../../../storage/brand-store/keys/new-key.ts'
import { task } from '../operation.ts'
import { officeOf, rightsRequest, toRightsChange } from './parts/key-fields.ts'

export const createKey = task({
  name: 'createKey',
  group: 'admin',
  summary: 'Create an API key.',
  details:
    'It is for tills unless scope says otherwise, and has no more rights than the calling key. The response is the only place that shows its secret. If the response is lost, revoke the key and create another.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'CreateKeyRequest',
  responseModel: 'CreateKeyResponse',
  request: {
    key: id(
      'Its name, which no key of the brand has had before: letters, digits, dots, hyphens, underscores. Absent: a random one.',
    ),
    ...rightsRequest,
  },
  response: { key: text('The key.').required(), secret: text('Its secret.').required() },
  check: ({ key }) =>
    key === undefined || isKeyName(key)
      ? undefined
      : refuseField(100, 'key', 'expected letters, digits, dots, hyphens and underscores'),
  perform: async (context) => {
    const made = await makeKey(officeOf(context), context.request.key, toRightsChange(context.request))
    return isRefusal(made) ? made : { kind: 'answer', response: made }
  },
})
