import { id, text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { changeKey as change } from '../../../storage/brand-store/keys/key-changes.ts'
import { task } from '../operation.ts'
import { officeOf, rightsRequest, toRightsChange } from './parts/key-fields.ts'
import { rightsResponse, showRights } from './parts/rights-response.ts'

export const changeKey = task({
  name: 'changeKey',
  group: 'admin',
  summary: 'Change what an API key may do.',
  details:
    'Absent fields stay as they are. Keys of the brand file are changed there. No key can be given more rights than the calling key has.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'ChangeKeyRequest',
  responseModel: 'ChangeKeyResponse',
  request: { key: id('The key.').required(), ...rightsRequest },
  response: { key: text('The key.').required(), ...rightsResponse },
  perform: async (context) => {
    const { key } = context.request
    const rights = await change(officeOf(context), key, toRightsChange(context.request))
    if (isRefusal(rights)) return rights
    return { kind: 'answer', response: { key, ...showRights(rights, context.brand.interfaceTimeZone) } }
  },
})
