import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import { demoSecrets } from '../../../domain/brand/keys/public-secrets.ts'
import { errorNotes } from './error-notes.ts'
import { exampleRefusals } from './example-refusals.ts'
import { cardNumber, requestExample, requestRef } from './examples.ts'
import { byNoun } from './nouns.ts'
import { descriptionOf } from './operation-words.ts'
import { groupNames, groups, pathOf } from './transport.ts'

/** Where the demo is, unless the operator or the reader says otherwise. */
export const demoUrl = 'http://127.0.0.1:8080'

/** The same collection in every version, so that importing a later one replaces an earlier one. */
const collectionId = '6b1f0a34-2f6e-4c07-9d0a-7e0c1f6a5d21'

/** The whole interface as a Postman collection, format 2.1, which Bruno and Insomnia import as well. */
export function postmanCollection(operations: readonly Operation[], baseUrl = demoUrl): object {
  return {
    info: {
      _postman_id: collectionId,
      name: 'Purser',
      description: introduction,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: '{{key}}', type: 'string' },
        { key: 'password', value: '{{secret}}', type: 'string' },
      ],
    },
    variable: Object.entries({ url: baseUrl, ...demoVariables }).map(([key, value]) => ({
      key,
      value,
      type: 'string',
    })),
    item: groupNames.flatMap((group) => groupFolder(group, operations)),
  }
}

/** Those of the demo: its secret is public, and works only on the machine of the server. */
const demoVariables = {
  brand: '1001',
  key: 'demo-admin',
  secret: demoSecrets.admin,
  location: 'L1',
  terminal: 'T1',
  cardNumber,
  requestRef,
  draftId: requestRef,
  revision: '1',
  errandId: requestRef,
}

/** What later requests need of an answer: so the requests can be sent one after the other, from the first to the last. */
const kept: Readonly<Record<string, readonly string[]>> = {
  allocate: ['cardNumber'],
  enroll: ['cardNumber'],
  checkout: ['requestRef'],
  saveDraft: ['draftId', 'revision'],
  startErrand: ['errandId'],
}

/** The fields of examples that are variables of the collection. */
const variableFields = new Set(['draftId', 'revision', 'errandId'])

const introduction = [
  'Every operation of Purser with an example. Set the variables url, brand, key, secret, location and terminal; as they are, they are those of the demo on this machine.',
  'Requests that change something have a new customRequestId each time they are sent. To repeat a request whose answer was lost, give it the same one again.',
  'Send them from the first to the last: allocate and enroll keep their card, checkout keeps its requestRef and saveDraft its draft, for the requests after it. On a new demo each succeeds then, unless its description says why it does not; a test of each request says so.',
].join('\n\n')

function groupFolder(group: (typeof groupNames)[number], operations: readonly Operation[]): object[] {
  const members = operations.filter((operation) => operation.group === group)
  if (members.length === 0) return []
  const item = byNoun(members).map(({ noun, operations: inside }) => ({ name: noun, item: inside.map(requestItem) }))
  return [{ name: group, description: groups[group], item }]
}

function requestItem(operation: Operation): object {
  const { group, name } = operation
  return {
    name,
    event: [testEvent(name)],
    request: {
      method: 'POST',
      header: headersOf(operation).map(([key, value]) => ({ key, value, type: 'text' })),
      body: {
        mode: 'raw',
        raw: JSON.stringify(requestExample(operation), toVariable, 2),
        options: { raw: { language: 'json' } },
      },
      url: { raw: `{{url}}${pathOf(operation)}`, host: ['{{url}}'], path: [group, name] },
      description: describe(operation),
    },
    response: [],
  }
}

/** Numbers may be sent as texts, so that every variable is one. */
function toVariable(name: string, value: unknown): unknown {
  if (variableFields.has(name)) return `{{${name}}}`
  if (value === cardNumber) return '{{cardNumber}}'
  return value === requestRef ? '{{requestRef}}' : value
}

/** Says whether the answer is the one that the description promises, and keeps what later requests need of it. */
const testEvent = (name: string) => {
  const code = exampleRefusals[name]?.code
  const assertion =
    code === undefined
      ? "pm.test('it is carried out', () => pm.expect(answer.success, answer.errorMessage).to.equal(true))"
      : `pm.test('it is carried out, or refused with error ${code}', () => pm.expect(answer.success ? ${code} : answer.errorCode, answer.errorMessage).to.equal(${code}))`
  return {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [
        'const answer = pm.response.json()',
        assertion,
        ...(kept[name] ?? []).map(
          (kind) => `if (answer.success) pm.collectionVariables.set('${kind}', String(answer.${kind}))`,
        ),
      ],
    },
  }
}

function headersOf(operation: Operation): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ['Brand', '{{brand}}'],
    ['Location', '{{location}}'],
    ['Terminal', '{{terminal}}'],
    ...(changesSomething(operation) ? [['customRequestId', '{{$guid}}'] as const] : []),
  ]
}

function describe(operation: Operation): string {
  const refusal = exampleRefusals[operation.name]
  return [
    operation.summary,
    descriptionOf(operation),
    ...(refusal
      ? [`On a new demo this example is refused with error ${refusal.code}: ${refusal.why} ${errorNotes[refusal.code]}`]
      : []),
  ].join('\n\n')
}
