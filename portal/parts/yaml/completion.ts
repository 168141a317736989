import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { keysAt, type Possible, valuesAt, type YamlSchema } from './schema-at.ts'
import { contextAt, type TextContext } from './text-context.ts'

/** Names of the brand that may be written at a place, such as segments. */
export type NamesAt = (context: TextContext) => Promise<readonly Possible[]> | readonly Possible[]

/** What may come next: keys and choices of the file's own description, and names of the brand. */
export async function complete(
  context: CompletionContext,
  schema: YamlSchema | undefined,
  namesAt: NamesAt | undefined,
): Promise<CompletionResult | null> {
  const text = context.state.doc.toString()
  const place = contextAt(text, context.pos)
  if (place.typed === '' && !context.explicit) return null
  const names = place.kind === 'value' && namesAt ? await namesAt(place) : []
  const known = schema ? (place.kind === 'key' ? keysAt(schema, place.path) : valuesAt(schema, place.path)) : []
  const isKey = place.kind === 'key'
  const options = [...names, ...known].map(({ label, about }) => ({
    label,
    ...(about !== undefined && { detail: about }),
    apply: isKey ? `${label}: ` : written(label),
    type: isKey ? 'property' : 'enum',
  }))
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w.$-]*$/ }
}

/** Signs need quotation marks. */
const written = (value: string) => (/^[\p{L}\d][\p{L}\d ._-]*$/u.test(value) ? value : JSON.stringify(value))
