import { flag, integer, list, model, oneOf } from '../../../ground/contract/field.ts'
import { enablements } from '../../../ground/kernel/enablement.ts'
import { brandRoute } from '../route.ts'

const enablementModel = model('EnablementState', 'A feature that the operator may allow a brand.', {
  name: oneOf('The feature.', enablements).required(),
  isEnabled: flag('Whether the brand has it.').required(),
})

export const listEnabled = brandRoute({
  name: 'listEnabled',
  summary: 'List what can be enabled for a brand, and what is.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: {
    apiVersion: integer('The version of the interface that the brand speaks.').required(),
    features: list('The features.', enablementModel).required(),
  },
  run: async ({ brand }) => ({
    apiVersion: brand.apiVersion,
    features: enablements.map((name) => ({ name, isEnabled: brand.enabled.has(name) })),
  }),
})
