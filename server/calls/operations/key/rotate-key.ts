import { flag, id, text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { finishRotation, rotateKey as rotate } from '../../../storage/brand-store/keys/key-changes.ts'
import { task } from '../operation.ts'
import { officeOf } from './parts/key-fields.ts'

export const rotateKey = task({
  name: 'rotateKey',
  group: 'admin',
  summary: 'Give an API key a second secret.',
  details:
    'The response is the only place that shows it. Both secrets work until the call is repeated with finish, which ends the older one.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'RotateKeyRequest',
  responseModel: 'RotateKeyResponse',
  request: {
    key: id('The key.').required(),
    finish: flag('Refuse the older of the two secrets from now on, and create none.').default(false),
  },
  response: { key: text('The key.').required(), secret: text('The new secret. Absent with finish.') },
  perform: async (context) => {
    const { key, finish } = context.request
    const office = officeOf(context)
    const done = finish ? ((await finishRotation(office, key)) ?? { key }) : await rotate(office, key)
    return isRefusal(done) ? done : { kind: 'answer', response: done }
  },
})
