import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import { coversScope, isScopeWord, operationNames } from '../../../domain/brand/keys/scope.ts'
import { givableBy } from '../../../domain/judge/givable.ts'
import { flag, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { requestExample } from '../../api/describe/examples.ts'
import { groupNames, pathOf } from '../../api/describe/transport.ts'
import { brandRoute } from '../route.ts'
import { userOf } from '../user-of.ts'

const anyBody = model('ExampleBody', 'A request that the operation understands.', {})

const operationModel = model('DescribedOperation', 'An operation of the interface.', {
  name: text('Its name.').required(),
  group: oneOf('The group that it belongs to.', groupNames).required(),
  path: text('The path of its address.').required(),
  summary: text('What it does.').required(),
  details: text('What else is to be known.'),
  changes: flag('Whether a call can change anything.').required(),
  isEnabled: flag('Whether the brand may call it.').required(),
  enablement: text('What has to be enabled for the brand, if it is not.'),
  example: json('An example of a request.', anyBody).required(),
})

export const listOperations = brandRoute({
  name: 'listOperations',
  summary: 'List the operations of the interface, with an example of each.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: {
    operations: list('The operations.', operationModel).required(),
    scopes: list(
      'What the visitor can give a key: groups, and single operations.',
      text('A word of a scope.'),
    ).required(),
    canGiveAll: flag('Whether the visitor can give a key everything, by leaving its scope out.').required(),
  },
  run: async ({ services, brand, visitor, standing }) => {
    const own = givableBy(
      { kind: 'user', isSeconded: false, ...userOf(services, { visitor, standing }) },
      brand.document,
    )
    const words = [...Object.keys(operationNames), 'read', ...services.operations.keys()]
    return {
      operations: [...services.operations.values()].map((operation) => show(operation, brand.enabled)),
      scopes: words.filter((word) => isScopeWord(word) && coversScope(own.scope, [word])),
      canGiveAll: own.scope === undefined,
    }
  },
})

function show(operation: Operation, enabled: ReadonlySet<string>) {
  const { name, group, summary, details } = operation
  const needed = [group === 'merchant' ? undefined : group, operation.enablement]
  const enablement = needed.find((one) => one !== undefined && !enabled.has(one))
  return defined({
    ...{ name, group, path: pathOf(operation), summary, details, enablement },
    changes: changesSomething(operation),
    isEnabled: enablement === undefined,
    example: requestExample(operation),
  })
}
