import type { Operation } from '../../../calls/operations/operation.ts'
import { describedModels, errorResponse } from './described-models.ts'
import { failureStatuses } from './error-words.ts'
import { errorExample, requestExample, responseExample } from './examples.ts'
import { noticeModels } from './notice-models.ts'
import { modelSchema, schemaRef } from './openapi-schema.ts'
import { descriptionOf } from './operation-words.ts'
import { apiVersion, groupNames, groups, pathOf, requestHeaders, responseHeaders } from './transport.ts'

export interface OpenApiOptions {
  /** Where callers reach the server, if it is known. */
  readonly baseUrl?: string
}

/** The whole interface as an OpenAPI 3.1 document. */
export function openApi(operations: readonly Operation[], options: OpenApiOptions = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Purser', version: apiVersion, description: introduction },
    servers: [{ url: options.baseUrl ?? '/' }],
    tags: groupNames.map((name) => ({ name, description: groups[name] })),
    security: [{ basic: [] }],
    paths: Object.fromEntries(operations.map((operation) => [pathOf(operation), { post: describe(operation) }])),
    webhooks: Object.fromEntries(
      Object.entries(noticeModels).map(([type, { name, about }]) => [type, told(type, name, about)]),
    ),
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'API key as user name, API secret as password.' },
      },
      parameters: Object.fromEntries(requestHeaders.map((header) => [header.name, headerParameter(header)])),
      headers: Object.fromEntries(
        responseHeaders.map(({ name, about }) => [name, { description: about, schema: { type: 'string' } }]),
      ),
      schemas: Object.fromEntries(
        [...describedModels(operations, Object.values(noticeModels))].map(([name, found]) => [
          name,
          modelSchema(found),
        ]),
      ),
      responses: Object.fromEntries(failureStatuses.entries().map(([status, text]) => failure(status, text))),
    },
  }
}

const introduction = [
  'Every operation is an HTTP POST. Its body is a JSON object, and so is its response. HTTP status 200 means success. On failure errorCode says why.',
  'null means absent, and so does an empty text in an optional text field, unless the description says that it clears the field. In the filters of search both are error 100.',
  'Unknown fields are ignored, and the header Purser-Unknown-Fields names them.',
  'Numbers may be sent as texts, texts as numbers, and booleans as "true" and "false".',
  'Fields marked JSON v2 exist for brands whose apiVersion is 2. Clients must tolerate fields that are added later.',
].join('\n\n')

/** What a webhook of the brand is sent about an event of this type. */
function told(type: string, data: string, about: string): object {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: { $ref: schemaRef(data) },
    },
  }
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string' },
  })
  return {
    post: {
      tags: ['webhooks'],
      summary: about,
      description: signatureWords,
      security: [],
      parameters: [
        header('webhook-id', 'The same for every attempt: take each once.'),
        header('webhook-timestamp', 'When this attempt was sent, in seconds since 1970.'),
        header('webhook-signature', 'One signature for each secret, with a blank between them: v1,BASE64.'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'It was taken. Anything else is tried again.' } },
    },
  }
}

const signatureWords =
  'Signed as Standard Webhooks: the base64 of the HMAC-SHA256, with the base64-decoded secret after whsec_ as key, of webhook-id, a point, webhook-timestamp, a point, and the body as it came.'

function describe(operation: Operation): object {
  const { name, group, summary, request, response } = operation
  return {
    operationId: name,
    tags: [group],
    summary,
    description: descriptionOf(operation),
    parameters: requestHeaders.map((header) => ({ $ref: `#/components/parameters/${header.name}` })),
    requestBody: { required: true, content: json(request.name, requestExample(operation)) },
    responses: {
      200: {
        description: 'The request was processed.',
        headers: { 'Purser-Unknown-Fields': headerRef('Purser-Unknown-Fields') },
        content: json(response.name, responseExample(operation)),
      },
      ...Object.fromEntries(
        [...failureStatuses.keys()].map((status) => [
          status,
          { $ref: `#/components/responses/${failureName(status)}` },
        ]),
      ),
    },
  }
}

function headerParameter({ name, required, about }: (typeof requestHeaders)[number]): object {
  return { name, in: 'header', required, description: about, schema: { type: 'string' } }
}

function failure(status: number, description: string): [string, object] {
  const names = headersWith(status)
  const example = status === 400 ? errorExample : undefined
  return [
    failureName(status),
    {
      description,
      ...(names.length > 0 && { headers: Object.fromEntries(names.map((name) => [name, headerRef(name)])) }),
      content: json(errorResponse.name, example),
    },
  ]
}

/** The headers that only some failures have. */
function headersWith(status: number): readonly string[] {
  if (status === 400) return ['Purser-Original-Request', 'Purser-Original-Matches', 'Retry-After']
  return status === 429 || status === 503 ? ['Retry-After'] : []
}

function failureName(status: number): string {
  return `Failure${status}`
}

function headerRef(name: string): object {
  return { $ref: `#/components/headers/${name}` }
}

function json(schema: string, example?: object): object {
  return { 'application/json': { schema: { $ref: schemaRef(schema) }, ...(example && { example }) } }
}
