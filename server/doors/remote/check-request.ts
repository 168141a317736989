import type { Operation } from '../../calls/operations/operation.ts'
import { readJsonBody } from '../../ground/contract/json.ts'
import { readRequest } from '../../ground/contract/read.ts'
import { tellUnknown } from '../../ground/contract/unknown-fields.ts'
import { enablements } from '../../ground/kernel/enablement.ts'

/** As a brand that has everything would read it: what is enabled is for the server to judge. */
const rules = { apiVersion: 2, enabled: new Set(enablements), interfaceTimeZone: 'UTC' } as const

/** What is wrong with a body before it is sent: unknown fields with the nearest name, what is missing, wrong or contradictory. */
export function findRequestFault(operation: Operation, text: string): string | undefined {
  const json = readJsonBody(text)
  if (json.kind === 'refusal') return json.text
  const read = readRequest(operation.request, json.body, rules)
  if (read.unknownFields.length > 0) return tellUnknown(read.unknownFields, rules.apiVersion)
  if (read.kind === 'refusal') return read.text
  return operation.check?.(read.value)?.text
}
