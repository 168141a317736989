import { operationNames, operationsIn } from '../../../domain/brand/keys/scope.ts'
import { rightsOf } from '../../../domain/decision/call.ts'
import { integer, list, text } from '../../../ground/contract/field.ts'
import { query } from '../operation.ts'
import { rightsResponse, showRights } from './parts/rights-response.ts'

export const ownKey = query({
  name: 'ownKey',
  summary: 'Say what the key of this call may do, whatever its scope is.',
  details:
    "Tools use it to offer only what will not be refused. The operations are those of the scope in the groups that the brand has; further enablements, and a limit to locations, may narrow what an operation does. It changes nothing, and tells nothing that the key's holder could not find out by trying.",
  callType: 'REPORTING',
  isForAnyKey: true,
  requestModel: 'OwnKeyRequest',
  responseModel: 'OwnKeyResponse',
  request: {},
  response: {
    key: text('The key. Absent for a user of the portal.'),
    brandId: text('The brand.').required(),
    brandName: text('Its name.').required(),
    currency: text('Its currency.').required(),
    timeZone: text('Its time zone: the days and hours of campaigns and reports.').required(),
    interfaceTimeZone: text('The time zone of dates in requests and responses that do not name another.').required(),
    apiVersion: integer('The version of the interface that it speaks.').required(),
    enabled: list('What is enabled for the brand.', text('An enablement.')).required(),
    operations: list('What the key may call.', text('An operation.')).required(),
    ...rightsResponse,
  },
  answer: async ({ brand, call }) => {
    const rights = rightsOf(call)
    const inScope = operationsIn(rights.scope)
    const mayCall = (name: string) => name === 'ownKey' || !inScope || inScope.has(name)
    const { merchant, flex, admin } = operationNames
    const groups = [merchant, brand.enabled.has('flex') ? flex : [], brand.enabled.has('admin') ? admin : []]
    return {
      kind: 'answer',
      response: {
        ...(call.key && { key: call.key.name }),
        brandId: brand.id,
        brandName: brand.name,
        currency: brand.currency,
        timeZone: brand.timeZone,
        interfaceTimeZone: brand.interfaceTimeZone,
        apiVersion: brand.apiVersion,
        enabled: [...brand.enabled],
        operations: groups.flat().filter(mayCall),
        ...showRights(rights, brand.interfaceTimeZone),
      },
    }
  },
})
