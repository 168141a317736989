import { brandFileShape } from '../document.ts'
import type { FileData } from '../edits.ts'
import type { Catalogued, Noun } from '../faults/noun.ts'
import { type Definition, FileReading, Place } from '../reading/place.ts'
import type { FileShape } from '../reading/shape.ts'

/** Where in the file something is: sections in the order in which they are read, and entries in theirs. */
export type Position = number

const entriesMax = 1e9
export const positionOf = (section: string, index: number): Position =>
  sectionOrder.indexOf(section) * entriesMax + index

const shapes: Readonly<Record<string, { readonly shape: FileShape<unknown> }>> =
  brandFileShape.parts?.kind === 'object' ? brandFileShape.parts.keys : {}
const sectionOrder = Object.keys(shapes)

/** How a section, or of a list an entry, is read. */
export function shapeOf(section: string): FileShape<unknown> | undefined {
  const shape = shapes[section]?.shape
  return shape?.parts?.kind === 'list' ? shape.parts.entry : shape
}

export interface LiveDefinition {
  readonly position: Position
  readonly path: string
  readonly detail: unknown
}

/** Something that names something else. */
interface LiveMention {
  readonly position: Position
  readonly path: string
}

/** Who defines and who mentions what in a file without faults, so that single entries of it can be read again alone. */
export interface LiveNames {
  readonly file: FileData
  /** All that define a name, in the order of the file. */
  readonly definitions: ReadonlyMap<Noun, ReadonlyMap<string, readonly LiveDefinition[]>>
  readonly mentions: ReadonlyMap<string, readonly LiveMention[]>
  /** The names that an entry defines, by its position. */
  readonly definedAt: ReadonlyMap<Position, readonly { readonly noun: Noun; readonly key: string }[]>
  readonly locationCurrencies: ReadonlyMap<string, string>
}

/** Reads a whole file in steps, of which each takes no time to speak of. */
export function* readLiveNames(file: FileData): Generator<void, LiveNames> {
  const reading = new RecordedReading(file)
  const root = new Place(reading)
  for (const section of sectionOrder) {
    const shape = shapeOf(section)
    const part = file[section]
    if (part === undefined || part === null || !shape) continue
    const at = root.key(file, section)
    const entries = Array.isArray(part) ? part : [part]
    for (const [index, entry] of entries.entries()) {
      reading.position = positionOf(section, index)
      shape(entry, Array.isArray(part) ? at.entry(part, index) : at)
      yield
    }
  }
  const { allDefinitions: definitions, noted, definedAt, locationCurrencies } = reading
  return { file, definitions, mentions: noted, definedAt, locationCurrencies }
}

class RecordedReading extends FileReading {
  position: Position = 0
  readonly allDefinitions = new Map<Noun, Map<string, LiveDefinition[]>>()
  readonly noted = new Map<string, LiveMention[]>()
  readonly definedAt = new Map<Position, { noun: Noun; key: string }[]>()

  override define(noun: Noun, key: string, definition: Definition): Definition | undefined {
    const { position } = this
    const { at, detail } = definition
    const ofNoun = this.allDefinitions.get(noun) ?? new Map<string, LiveDefinition[]>()
    this.allDefinitions.set(noun, ofNoun)
    add(ofNoun, key, { position, path: at.path, detail })
    add(this.definedAt, position, { noun, key })
    return super.define(noun, key, definition)
  }

  override mention(noun: Noun, key: string, at: Place): void {
    add(this.noted, `${noun} ${key}`, { position: this.position, path: at.path })
  }

  /** Only warnings come of these, and they are for whoever writes them. */
  override mentionCatalogued(_noun: Catalogued, _key: string, _at: Place, _isAdded?: boolean): void {}
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
