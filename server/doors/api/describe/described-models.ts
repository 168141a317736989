import assert from 'node:assert/strict'
import type { Operation } from '../../../calls/operations/operation.ts'
import {
  type FieldShape,
  type FieldSpec,
  flag,
  integer,
  list,
  type Model,
  model,
  object,
  text,
} from '../../../ground/contract/field.ts'

/** A model as the descriptions show it: a response has its envelope, and each model knows who uses it. */
export interface DescribedModel extends Model {
  /** Part of a request, so that its limits are checked. */
  readonly inRequests: boolean
  /** Operations and models that name it. */
  readonly usedBy: ReadonlySet<string>
}

const successEnvelope = {
  success: flag('Whether the request was processed.').required().default(false),
  requestRef: text('Unique reference of the request. Present in every response, even on failure.').required(),
}

const failureEnvelope = {
  errorCode: integer('Only if success is false: why the request was not carried out.'),
  errorMessage: text('Only if success is false: the same in words. Programs should rely on errorCode only.'),
}

const lockOwner = model('LockedBy', 'The setup that locks a card.', {
  setupTransactionId: text('What relatedSetupTransactionId names.').required(),
  until: text('When the lock ends by itself, yyyy-MM-dd HH:mm:ss.').required(),
})

export const errorResponse = model('ErrorResponse', 'The response of any operation that was not carried out.', {
  ...successEnvelope,
  errorCode: failureEnvelope.errorCode.required(),
  errorMessage: failureEnvelope.errorMessage.required(),
  blockingCoupons: list('With error 27: the coupons that cannot be used.', text('A coupon ID.')),
  lockedBy: object(
    'With error 113, for the key that locked the card: the setup, to complete or to cancel it.',
    lockOwner,
  ),
})

export function responseOf(operation: Operation): Model {
  const { name, about, fields } = operation.response
  return model(name, about, { ...fields, ...successEnvelope, ...failureEnvelope })
}

/** Every model of the operations by its name, those that are part of others included. */
export function describedModels(
  operations: readonly Operation[],
  notices: readonly Model[] = [],
): ReadonlyMap<string, DescribedModel> {
  const found = new Map<string, Entry>()
  for (const operation of operations) {
    visit(found, { model: operation.request, inRequests: true, user: operation.name })
    visit(found, { model: responseOf(operation), inRequests: false, user: operation.name })
  }
  for (const notice of notices) visit(found, { model: notice, inRequests: false, user: 'webhooks' })
  if (operations.length > 0) visit(found, { model: errorResponse, inRequests: false, user: 'every operation' })
  return found
}

interface Entry extends DescribedModel {
  inRequests: boolean
  readonly usedBy: Set<string>
}

function visit(found: Map<string, Entry>, use: { model: Model; inRequests: boolean; user: string }): void {
  const { name, about, fields } = use.model
  const known = found.get(name)
  if (known) assert.equal(signature(fields), signature(known.fields), `two different models are called ${name}`)
  const entry = known ?? { name, about, fields, inRequests: false, usedBy: new Set<string>() }
  found.set(name, entry)
  entry.usedBy.add(use.user)
  if (known && (entry.inRequests || !use.inRequests)) return
  entry.inRequests = use.inRequests
  for (const part of partsOf(fields)) visit(found, { model: part, inRequests: use.inRequests, user: name })
}

function partsOf(fields: FieldShape): readonly Model[] {
  return Object.values(fields).flatMap(({ spec }) => modelOf(spec) ?? [])
}

/** The model that a field is, or is a list of. */
function modelOf(spec: FieldSpec): Model | undefined {
  return spec.item ? modelOf(spec.item) : spec.model
}

function signature(fields: FieldShape): string {
  const named = (key: string, value: unknown) => (key === 'model' ? (value as Model).name : value)
  return JSON.stringify(
    Object.entries(fields).map(([name, field]) => [name, field.spec]),
    named,
  )
}
