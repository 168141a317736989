import assert from 'node:assert/strict'
import { operations } from '../../server/calls/operations/all.ts'
import { responseOf } from '../../server/doors/api/describe/described-models.ts'
import { noticeModels } from '../../server/doors/api/describe/notice-models.ts'
import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'

const responses = new Map(operations.map((operation) => [operation.name, responseOf(operation)]))

/** Asserts that an answer is what its description promises: no other fields, each of its type, and all that are required. */
export function assertDescribed(operation: string, body: unknown): void {
  const model = responses.get(operation.split('/').at(-1) ?? '')
  if (!model || typeof body !== 'object' || body === null || !('success' in body) || body.success !== true) return
  assert.deepEqual(faultsOf(model, body, operation), [])
}

/** The same of what a webhook was told. */
export function assertTold({ type, data }: { readonly type: string; readonly data: object }): void {
  const model = new Map<string, Model>(Object.entries(noticeModels)).get(type)
  assert.ok(model, `${type} is not described`)
  assert.deepEqual(faultsOf(model, data, type), [])
}

function faultsOf(model: Model, value: object, path: string): string[] {
  const given = new Map(Object.entries(value))
  const missing = Object.entries(model.fields)
    // A brand of version 1 does not get what is marked.
    .filter(([name, { spec }]) => spec.required && !spec.v2 && !given.has(name))
    .map(([name]) => `${path}.${name}: is missing`)
  const wrong = [...given].flatMap(([name, one]) => {
    const spec = model.fields[name]?.spec
    return spec ? faultsOfValue(spec, one, `${path}.${name}`) : [`${path}.${name}: is not described`]
  })
  return [...missing, ...wrong]
}

function faultsOfValue(spec: FieldSpec, value: unknown, path: string): string[] {
  if (spec.kind === 'json') return []
  if (spec.kind === 'list') {
    if (!Array.isArray(value)) return [`${path}: is no list`]
    const { item } = spec
    return item ? value.flatMap((one, index) => faultsOfValue(item, one, `${path}[${index}]`)) : []
  }
  if (spec.kind === 'object') {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && spec.model ? faultsOf(spec.model, value, path) : [`${path}: is no object`]
  }
  return isOfKind(spec, value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${spec.kind}`]
}

function isOfKind({ kind, choices, min, max }: FieldSpec, value: unknown): boolean {
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean'
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
    case 'decimal':
      return Number.isFinite(value) && (value as number) >= (min ?? -Infinity) && (value as number) <= (max ?? Infinity)
    case 'choice':
      return choices?.includes(String(value)) ?? false
    default:
      return typeof value === 'string'
  }
}
