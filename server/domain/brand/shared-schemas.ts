import type { FileSchema } from './reading/file-schema.ts'

type Definitions = Record<string, FileSchema>

/** Shorter ones are not worth a name. */
const sharedCharactersMin = 300

/** Gives everything large that occurs more than once a definition, named after the key where it first occurs. */
export function shareSchemas(schemas: Readonly<Definitions>): Definitions {
  const counts = new Map<string, number>()
  for (const schema of Object.values(schemas)) countIn(schema, counts)
  const sharing = new Sharing(counts, new Set(Object.keys(schemas)))
  const shared = Object.entries(schemas).map(([name, schema]) => [name, sharing.inside(schema, name)] as const)
  return { ...Object.fromEntries(shared), ...sharing.definitions }
}

function countIn(schema: FileSchema, counts: Map<string, number>): void {
  const text = JSON.stringify(schema)
  if (text.length < sharedCharactersMin) return
  const count = (counts.get(text) ?? 0) + 1
  counts.set(text, count)
  // What is inside of something shared is shared with it.
  if (count > 1) return
  changeParts(schema, '', (part) => {
    countIn(part, counts)
    return part
  })
}

class Sharing {
  readonly definitions: Definitions = {}
  private readonly counts: ReadonlyMap<string, number>
  private readonly names: Set<string>
  private readonly byText = new Map<string, string>()

  constructor(counts: ReadonlyMap<string, number>, names: Set<string>) {
    this.counts = counts
    this.names = names
  }

  inside(schema: FileSchema, name: string): FileSchema {
    return changeParts(schema, name, (part, key) => this.share(part, key))
  }

  private share(schema: FileSchema, key: string): FileSchema {
    const text = JSON.stringify(schema)
    if ((this.counts.get(text) ?? 0) < 2) return this.inside(schema, key)
    const known = this.byText.get(text)
    if (known !== undefined) return { $ref: `#/definitions/${known}` }
    const name = this.freeName(key)
    this.byText.set(text, name)
    this.definitions[name] = this.inside(schema, key)
    return { $ref: `#/definitions/${name}` }
  }

  private freeName(key: string): string {
    let name = key
    for (let number = 2; this.names.has(name); number += 1) name = `${key}${number}`
    this.names.add(name)
    return name
  }
}

/** The schema with each of its parts changed; `key` is the last key on the way to a part. */
function changeParts(
  schema: FileSchema,
  key: string,
  change: (part: FileSchema, key: string) => FileSchema,
): FileSchema {
  const { properties, items, anyOf, allOf, additionalProperties } = schema
  const changed = Object.entries(properties ?? {}).map(([name, part]): [string, FileSchema | false] => [
    name,
    part && change(part, name),
  ])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(changed) }),
    ...(items && { items: change(items, key) }),
    ...(anyOf && { anyOf: anyOf.map((part) => change(part, key)) }),
    ...(allOf && { allOf: allOf.map((part) => change(part, key)) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: change(additionalProperties, key) }),
  }
}
