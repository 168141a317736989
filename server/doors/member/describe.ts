import type { SentDocument } from '../../ground/html/page.ts'
import { describedModels } from '../api/describe/described-models.ts'
import { modelSchema, schemaRef } from '../api/describe/openapi-schema.ts'
import { apiVersion } from '../api/describe/transport.ts'
import { reasons } from './refusal.ts'
import type { MemberRoute } from './route.ts'

const introduction = [
  "What a member's own pages and apps ask: about one card of one brand. Every route is an HTTP POST with a JSON object as body, and answers one.",
  'Routes that are about the member need a token: from enter, with a code that the member was sent; or from the operation memberToken, which your own server calls with its key.',
].join('\n\n')

/** The member interface as an OpenAPI 3.1 document. */
function memberOpenApi(routes: readonly MemberRoute[]): object {
  const models = routes.flatMap(({ request, response }) => [request, response])
  return {
    openapi: '3.1.0',
    info: { title: 'Purser for members', version: apiVersion, description: introduction },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(routes.map((route) => [`/member/{brand}/${route.name}`, { post: describe(route) }])),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of the member.' } },
      parameters: {
        brand: { name: 'brand', in: 'path', required: true, description: 'The brand.', schema: { type: 'string' } },
      },
      schemas: {
        ...Object.fromEntries([...describedModels([], models)].map(([name, found]) => [name, modelSchema(found)])),
        MemberError: errorSchema,
      },
      responses: Object.fromEntries(failures.map(([status, names]) => [`Failure${status}`, failure(names)])),
    },
  }
}

/** As it is served. */
export const memberDescription = (routes: readonly MemberRoute[]): SentDocument => ({
  contentType: 'application/json; charset=utf-8',
  body: `${JSON.stringify(memberOpenApi(routes))}\n`,
  headers: { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' },
})

const failures: readonly (readonly [status: number, reasons: readonly string[]])[] = [
  ...Map.groupBy(Object.entries(reasons), ([, status]) => status),
].map(([status, entries]) => [status, entries.map(([reason]) => reason)])

function describe({ name, kind, summary, part, request, response }: MemberRoute): object {
  return {
    operationId: name,
    summary,
    ...(part && { description: `Only where the brand's pages have the part ${part}.` }),
    ...(kind === 'open' && { security: [] }),
    parameters: [{ $ref: '#/components/parameters/brand' }],
    requestBody: { content: json(request.name) },
    responses: {
      200: { description: 'It was done.', content: json(response.name) },
      ...Object.fromEntries(failures.map(([status]) => [status, { $ref: `#/components/responses/Failure${status}` }])),
    },
  }
}

const json = (name: string) => ({ 'application/json': { schema: { $ref: schemaRef(name) } } })

const failure = (names: readonly string[]) => ({ description: names.join(', '), content: json('MemberError') })

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['reason', 'text'],
      properties: {
        reason: { enum: Object.keys(reasons), description: 'Why.' },
        text: { type: 'string', description: 'What happened and what to do.' },
        field: { type: 'string', description: 'The field of the request that is wrong.' },
        code: { type: 'integer', description: 'The error code of the operation that refused.' },
        retryAfter: { type: 'integer', description: 'Seconds after which another attempt makes sense.' },
      },
    },
  },
}
