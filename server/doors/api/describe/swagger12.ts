import type { Operation, OperationGroup } from '../../../calls/operations/operation.ts'
import type { FieldSpec } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type DescribedModel, describedModels, errorResponse } from './described-models.ts'
import { failureStatuses } from './error-words.ts'
import { defaultOf, describeField, integerFormat, isNumber, typeOf } from './field-words.ts'
import { descriptionOf } from './operation-words.ts'
import {
  apiVersion,
  authorizationHeader,
  groupNames,
  groups,
  pathOf,
  requestHeaders,
  type TransportHeader,
} from './transport.ts'

/** The index of the Swagger 1.2 description. */
export function apiIndex(operations: readonly Operation[]): object {
  return {
    swaggerVersion: '1.2',
    apiVersion,
    apis: groupNames.map((group) => ({ path: `/${group}`, description: groups[group] })),
    authorizations: { basic: { type: 'basicAuth' } },
    info: {
      title: 'Purser',
      description: `Loyalty, gift-card, store-credit and stored-value functions in ${operations.length} operations. Each is an HTTP POST whose body and response are JSON objects.`,
    },
  }
}

/** The Swagger 1.2 description of one group's operations and models. */
export function apiListing(group: OperationGroup, operations: readonly Operation[], basePath = ''): object {
  const described = operations.filter((operation) => operation.group === group)
  return {
    swaggerVersion: '1.2',
    apiVersion,
    basePath,
    resourcePath: `/${group}`,
    produces: ['application/json'],
    consumes: ['application/json'],
    authorizations: { basic: [] },
    apis: described.map(describeOperation),
    models: Object.fromEntries([...describedModels(described)].map(([name, found]) => [name, describeModel(found)])),
  }
}

function describeOperation(operation: Operation): object {
  const { name, summary, request, response } = operation
  return {
    path: pathOf(operation),
    description: summary,
    operations: [
      {
        method: 'POST',
        nickname: name,
        summary,
        notes: descriptionOf(operation),
        type: response.name,
        parameters: [bodyParameter(request.name), ...[authorizationHeader, ...requestHeaders].map(headerParameter)],
        responseMessages: [...failureStatuses].map(([code, message]) => ({
          code,
          message,
          responseModel: errorResponse.name,
        })),
      },
    ],
  }
}

function bodyParameter(type: string): object {
  return { paramType: 'body', name: 'body', description: 'The request.', required: true, type }
}

function headerParameter({ name, about, required }: TransportHeader): object {
  return { paramType: 'header', name, description: about, required, type: 'string' }
}

function describeModel({ name, about, fields, inRequests }: DescribedModel): object {
  const entries = Object.entries(fields)
  return {
    id: name,
    description: about,
    required: entries.filter(([, { spec }]) => spec.required).map(([field]) => field),
    properties: Object.fromEntries(entries.map(([field, { spec }]) => [field, property(spec, inRequests)])),
  }
}

function property(spec: FieldSpec, inRequests: boolean): object {
  return defined({
    ...(spec.kind === 'list' ? { type: 'array', items: dataType(spec.item) } : dataType(spec)),
    description: describeField(spec, inRequests),
    defaultValue: defaultOf(spec),
    // The items of a list have no enum in this format: their property has it.
    enum: spec.choices ?? spec.item?.choices,
    // The 1.2 format has its bounds as texts.
    ...(isNumber(spec) && spec.min !== undefined && { minimum: String(spec.min) }),
    ...(isNumber(spec) && spec.max !== undefined && { maximum: String(spec.max) }),
  })
}

function dataType(spec: FieldSpec | undefined): object {
  if (!spec) return { type: 'string' }
  if (spec.kind === 'object' || spec.kind === 'json') return { $ref: typeOf(spec) }
  if (spec.kind === 'integer') return { type: 'integer', format: integerFormat(spec) }
  if (isNumber(spec)) return { type: 'number', format: 'double' }
  if (spec.kind === 'date') return { type: 'string', format: 'date' }
  return { type: typeOf(spec) }
}
