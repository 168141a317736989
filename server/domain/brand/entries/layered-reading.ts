import type { FileData } from '../edits.ts'
import type { Noun } from '../faults/noun.ts'
import { type Definition, FileReading, type Mention, Place } from '../reading/place.ts'
import type { TextMarks } from '../reading/text-marks.ts'
import type { LiveDefinition, LiveNames, Position } from './live-names.ts'

interface Layers {
  readonly live: LiveNames
  /** The file with the entries in question. */
  readonly whole: FileData
  readonly marks: TextMarks
  /** The entries of the live file that are no longer what they were. */
  readonly replaced: ReadonlySet<Position>
}

interface OwnDefinition extends Definition {
  readonly position: Position
}

/** Reads some entries of a file of which all others are known already, and finds of them what reading the whole would. */
export class LayeredReading extends FileReading {
  /** Of the entry that is being read. */
  position: Position = 0
  private readonly layers: Layers
  private readonly own = new Map<string, OwnDefinition>()
  private readonly positions = new Map<Place, Position>()
  private readonly sorted = new Map<Noun, readonly string[]>()

  constructor(layers: Layers) {
    super(layers.whole, layers.marks)
    this.layers = layers
    for (const [currency, location] of layers.live.locationCurrencies) this.locationCurrencies.set(currency, location)
  }

  override define(noun: Noun, key: string, definition: Definition): Definition | undefined {
    const own = this.own.get(nameOf(noun, key))
    const live = this.findLive(noun, key)
    if (!own) this.own.set(nameOf(noun, key), { ...definition, position: this.position })
    // What comes later in the file is the one that is defined a second time.
    const earlier = live && live.position < (own?.position ?? this.position) ? this.toDefinition(live) : own
    super.define(noun, key, definition)
    return earlier
  }

  override find(noun: Noun, key: string): Definition | undefined {
    const own = this.own.get(nameOf(noun, key))
    const live = this.findLive(noun, key)
    if (!own || (live && live.position < own.position)) return live && this.toDefinition(live)
    return own
  }

  override mention(noun: Noun, key: string, at: Place): void {
    this.positions.set(at, this.position)
    super.mention(noun, key, at)
  }

  /** In the order of the file. */
  override namesOf(noun: Noun): Iterable<string> {
    const known = this.sorted.get(noun)
    if (known) return known
    const first = new Map<string, Position>()
    for (const [key, definitions] of this.layers.live.definitions.get(noun) ?? []) {
      const live = definitions.find((one) => !this.layers.replaced.has(one.position))
      if (live) first.set(key, live.position)
    }
    for (const key of super.namesOf(noun)) {
      const { position = 0 } = this.own.get(nameOf(noun, key)) ?? {}
      first.set(key, Math.min(position, first.get(key) ?? position))
    }
    const names = [...first].toSorted(([, a], [, b]) => a - b).map(([key]) => key)
    this.sorted.set(noun, names)
    return names
  }

  protected override hasNames(noun: Noun): boolean {
    const live = this.layers.live.definitions.get(noun)?.values() ?? []
    const isLive = ({ position }: LiveDefinition) => !this.layers.replaced.has(position)
    return super.hasNames(noun) || Iterator.from(live).some((all) => all.some(isLive))
  }

  /**
   * Runs after the entries are read and before mentions are checked: what is missing may be missed elsewhere, too, and
   * what an entry no longer defines may be missed there alone.
   */
  addMentionsOfMissing(): void {
    const { live, replaced } = this.layers
    this.sorted.clear()
    const names = new Map(this.mentions.map(({ noun, key }) => [nameOf(noun, key), { noun, key }]))
    for (const position of replaced)
      for (const lost of live.definedAt.get(position) ?? []) names.set(nameOf(lost.noun, lost.key), lost)
    for (const [name, { noun, key }] of names) {
      if (this.find(noun, key)) continue
      for (const { position, path } of live.mentions.get(name) ?? [])
        if (!replaced.has(position)) this.addLive({ noun, key, at: this.placeOf(path) }, position)
    }
    this.mentions.sort((a, b) => (this.positions.get(a.at) ?? 0) - (this.positions.get(b.at) ?? 0))
  }

  private addLive(mention: Mention, position: Position): void {
    this.positions.set(mention.at, position)
    this.mentions.push(mention)
  }

  private findLive(noun: Noun, key: string): LiveDefinition | undefined {
    const all = this.layers.live.definitions.get(noun)?.get(key)
    return all?.find(({ position }) => !this.layers.replaced.has(position))
  }

  private toDefinition({ path, detail }: LiveDefinition): Definition {
    return { at: this.placeOf(path), detail }
  }

  private placeOf(path: string): Place {
    return new Place(this, undefined, { owner: {}, name: '', path })
  }
}

const nameOf = (noun: Noun, key: string) => `${noun} ${key}`
