import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import { flag, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { requestExample } from '../../api/describe/examples.ts'
import { groupNames, pathOf } from '../../api/describe/transport.ts'
import { brandRoute } from '../route.ts'

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
  response: { operations: list('The operations.', operationModel).required() },
  run: async ({ room, brand }) => ({
    operations: [...room.operations.values()].map((operation) => show(operation, brand.enabled)),
  }),
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
