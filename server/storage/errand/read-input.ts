import { readJsonBody } from '../../ground/contract/json.ts'
import { type ReadingRules, readRequest } from '../../ground/contract/read.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../ground/kernel/errors.ts'
import type { ErrandKind } from './kind.ts'

/**
 * The input of an errand by its kind's contract. A field that the kind does not have is refused, whatever the key: hours
 * of work should not be about something else than was meant.
 */
export function readInput(
  kind: Pick<ErrandKind, 'name' | 'input'>,
  text: string,
  rules: ReadingRules,
): { readonly kind: 'input'; readonly value: unknown } | Refusal {
  const parsed = readJsonBody(text)
  if (isRefusal(parsed)) return refuseField(100, 'input', 'must be a JSON object')
  const read = readRequest(kind.input, parsed.body, rules)
  if (isRefusal(read)) return refuse(read.code, `input.${read.text}`)
  const [unknown] = read.unknown
  if (unknown !== undefined) return refuseField(100, `input.${unknown}`, `${kind.name} has no such field`)
  return { kind: 'input', value: read.value }
}
