import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operationTable } from '../../client/generated/operations.ts'
import type {
  Answered,
  ErrorCode,
  Operations,
  Purser,
  UpdateBalanceRequest,
  WebhookEvent,
  WebhookType,
} from '../../client/purser-client.ts'
import { type NamedOperations, operations } from '../../server/calls/operations/all.ts'
import { changesSomething } from '../../server/calls/operations/operation.ts'
import type { NoticeType } from '../../server/domain/brand/shapes/notice-types.ts'
import type { noticeModels } from '../../server/doors/api/describe/notice-models.ts'
import type { Sent, Values } from '../../server/ground/contract/field.ts'
import type { ErrorCode as CataloguedCode } from '../../server/ground/kernel/errors.ts'

/** Whether each of two types can stand for the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Takes<Given, Wanted> = [Given] extends [Wanted] ? true : false

type ContractOf<N extends Name> = NonNullable<NamedOperations[N]['contract']>
type Name = keyof NamedOperations & keyof Operations
type RequestOf<N extends Name> = NonNullable<Parameters<Operations[N]>[0]>
type ResponseOf<N extends Name> = Awaited<ReturnType<Operations[N]>>
type Envelope = 'success' | 'requestRef' | 'outcome'
type AnswerOf<N extends Name> =
  ResponseOf<N> extends infer R ? (R extends { outcome: 'doneBefore' } ? never : R) : never

/** The operations whose generated types are not those of their contracts. */
type WrongRequests = {
  [N in Name]: Same<RequestOf<N>, Sent<ContractOf<N>['request']>> extends true ? never : N
}[Name]
type WrongResponses = {
  [N in Name]: Same<Omit<AnswerOf<N>, Envelope>, Omit<Values<ContractOf<N>['response']>, never>> extends true
    ? never
    : N
}[Name]

type DataOf<T extends WebhookType> = Extract<WebhookEvent, { readonly type: T }>['data']
/** The types of notices whose data is not what their model says. */
type WrongNotices = {
  [T in WebhookType]: Same<DataOf<T>, Values<(typeof noticeModels)[T]['fields']>> extends true ? never : T
}[WebhookType]

/** Only the compiler reads these: a wrong type here is a type error. */
const held: {
  readonly names: Same<keyof NamedOperations, keyof Operations>
  /** The names of the reports are a list that is made as the server starts: here they are spelled out. */
  readonly requests: Same<WrongRequests, 'report'>
  readonly responses: Same<WrongResponses, never>
  readonly codes: Same<ErrorCode, CataloguedCode>
  readonly webhooks: Same<WebhookType, NoticeType>
  readonly notices: Same<WrongNotices, never>
} = { names: true, requests: true, responses: true, codes: true, webhooks: true, notices: true }

type Amount = UpdateBalanceRequest['amount']
const accepted: {
  readonly number: Takes<{ balanceType: 'Points'; amount: 5 }, Amount>
  readonly text: Takes<{ balanceType: 'Points'; amount: '5.25' }, Amount>
  readonly wrongType: Takes<{ balanceType: 'Miles'; amount: 5 }, Amount>
  readonly noType: Takes<{ amount: 5 }, Amount>
  readonly flag: Takes<{ balanceType: 'Points'; amount: true }, Amount>
  readonly noCard: Takes<{ action: 'issue' }, UpdateBalanceRequest>
  readonly wrongAction: Takes<{ cardNumber: '1'; action: 'gift' }, UpdateBalanceRequest>
  readonly readWithId: Takes<{ customRequestId: '1' }, NonNullable<Parameters<Purser['search']>[1]>>
  readonly unknownCode: Takes<7, ErrorCode>
  readonly answerOnly: Takes<Awaited<ReturnType<Purser['updateBalance']>>, Answered<object>>
} = {
  number: true,
  text: true,
  wrongType: false,
  noType: false,
  flag: false,
  noCard: false,
  wrongAction: false,
  readWithId: false,
  unknownCode: false,
  answerOnly: false,
}

test('the types of the client are those of the contracts', () => {
  assert.ok(Object.values(held).every(Boolean))
  assert.equal(Object.values(accepted).filter(Boolean).length, 2)
})

test('which operations change something is what the contracts say', () => {
  assert.deepEqual(
    Object.fromEntries(operations.map((operation) => [operation.name, changesSomething(operation)])),
    Object.fromEntries(Object.entries(operationTable).map(([name, { changes }]) => [name, changes])),
  )
  assert.ok(operations.every(({ name, group }) => operationTable[name as Name].group === group))
})

test('every field has its description where it is written', () => {
  const text = readFileSync(new URL('../../client/generated/models.ts', import.meta.url), 'utf8')
  const lines = text.split('\n')
  const bare = lines.filter((line, at) => /^ {2}readonly \w/.test(line) && !/\*\/$/.test(lines[at - 1] ?? ''))
  assert.deepEqual(bare, [])
})
