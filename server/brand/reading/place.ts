import { suggestion } from '../../kernel/nearest.ts'

/** Something that prevents a brand file from being applied. */
export interface FileFault {
  /** Where: `campaigns[earn].rules[per-dollar].limit.times`; '' means the whole file. */
  readonly path: string
  readonly message: string
  /** The line of the file, counted from 1, if known. */
  readonly line?: number
}

/** The lines on which the entries of an object or list begin. */
export type Lines = WeakMap<object, ReadonlyMap<string | number, number>>

/** What other parts of the file can refer to, and what messages call it. */
const nouns = {
  group: 'group',
  location: 'location',
  program: 'program',
  valueType: 'value type',
  valueCode: 'balance code',
  subtrack: 'punch subtrack',
  cardSet: 'card set',
  cardNumber: 'card number',
  couponSet: 'coupon set',
  couponId: 'coupon',
  code: 'public code',
  /** A coupon set that has codes. */
  codeSet: 'set of public codes',
  demographicField: 'demographic field',
  product: 'product',
  list: 'subscription list',
  listName: 'name of a subscription list',
  eventType: 'event type',
  template: 'template',
  segment: 'segment',
  tierLevel: 'tier level',
  webhook: 'webhook',
  category: 'category',
  parent: 'parent',
  apiKey: 'API key',
  campaign: 'campaign',
  rule: 'rule (campaign/rule)',
} as const

export type Noun = keyof typeof nouns

interface Definition {
  readonly at: Place
  readonly detail: unknown
}

/** Enough to work with. A file that is not a brand file at all could have millions. */
const faultsMax = 1000

/** One reading of a file: the faults found so far, and where names are defined and mentioned. */
export class FileReading {
  readonly faults: FileFault[] = []
  /** Most likely mistakes, but the file can be applied. */
  readonly warnings: FileFault[] = []
  readonly lines: Lines
  /** The brand's main currency once it is read, and the currencies of locations, each with the first that has it. */
  mainCurrency: string | undefined
  readonly locationCurrencies = new Map<string, string>()
  private readonly definitions = new Map<string, Definition>()
  private readonly names = new Map<Noun, Set<string>>()
  private readonly mentions: { noun: Noun; key: string; at: Place }[] = []
  private readonly catalogued: { noun: Noun; key: string; at: Place }[] = []

  constructor(lines: Lines = new WeakMap()) {
    this.lines = lines
  }

  add(fault: FileFault): void {
    if (this.faults.length < faultsMax) this.faults.push(fault)
    else if (this.faults.length === faultsMax)
      this.faults.push({ path: '', message: `has more than ${faultsMax} faults; the rest are not shown` })
  }

  define(noun: Noun, key: string, definition: Definition): Definition | undefined {
    const name = `${noun} ${key}`
    const earlier = this.definitions.get(name)
    if (earlier) return earlier
    this.definitions.set(name, definition)
    const names = this.names.get(noun) ?? new Set<string>()
    this.names.set(noun, names.add(key))
    return undefined
  }

  find(noun: Noun, key: string): Definition | undefined {
    return this.definitions.get(`${noun} ${key}`)
  }

  mention(noun: Noun, key: string, at: Place): void {
    this.mentions.push({ noun, key, at })
  }

  /** Mentions a name of the catalogue. Tills may know products that the file does not list. */
  mentionCatalogued(noun: 'product' | 'category' | 'parent', key: string, at: Place): void {
    this.catalogued.push({ noun, key, at })
  }

  /** All defined names of a kind, to suggest what may have been meant. */
  namesOf(noun: Noun): Iterable<string> {
    return this.names.get(noun) ?? []
  }

  /** Runs after everything is read: all mentioned names must be defined here or, by `isElsewhere`, outside the file. */
  checkMentions(isElsewhere: (noun: Noun, key: string) => boolean): void {
    for (const { noun, key, at } of this.mentions) {
      if (this.find(noun, key) || isElsewhere(noun, key)) continue
      at.fault(`there is no ${nouns[noun]} "${key}" in this file${suggestion(key, this.namesOf(noun))}`)
    }
    if (this.names.has('product')) this.checkCatalogued()
  }

  /** Warns of names that no product has, as they match nothing. A file without a catalogue is not checked. */
  private checkCatalogued(): void {
    for (const { noun, key, at } of this.catalogued) {
      if (this.find(noun, key)) continue
      const missing =
        noun === 'product'
          ? `no product of this file has the SKU "${key}"`
          : `no product of this file has the ${noun} "${key}"`
      at.warn(`${missing}, so it matches nothing${suggestion(key, this.namesOf(noun))}`)
    }
  }
}

/** The place of a value in the file, and the means to report what is wrong with it. */
export class Place {
  readonly reading: FileReading
  readonly path: string
  /** The ids of the list entries on the way here, outermost first. */
  readonly labels: readonly string[]
  private readonly line: number | undefined

  constructor(reading: FileReading, parent?: Place, step?: { path: string; label?: string; line: number | undefined }) {
    this.reading = reading
    this.path = step?.path ?? ''
    this.labels = step?.label === undefined ? (parent?.labels ?? []) : [...(parent?.labels ?? []), step.label]
    this.line = step?.line
  }

  /** The place of an object's key. */
  key(owner: object, key: string): Place {
    const line = this.reading.lines.get(owner)?.get(key) ?? this.line
    return new Place(this.reading, this, { path: this.path === '' ? key : `${this.path}.${key}`, line })
  }

  /** The place of a list's entry, named by its id if it has one. A condition is named by its number. */
  entry(owner: readonly unknown[], index: number, isNamed = true): Place {
    const line = this.reading.lines.get(owner)?.get(index) ?? this.line
    const label = isNamed ? labelOf(owner[index]) : undefined
    const path = `${this.path}[${label ?? index}]`
    return new Place(this.reading, this, label === undefined ? { path, line } : { path, label, line })
  }

  /** Reports what is wrong here, or with something below; `within` is the path to it. */
  fault(message: string, within = ''): undefined {
    const path = this.path === '' || within === '' ? this.path + within : `${this.path}.${within}`
    this.reading.add({ path, message, ...(this.line === undefined ? {} : { line: this.line }) })
    return undefined
  }

  /** Reports what is most likely a mistake here. */
  warn(message: string, within = ''): void {
    const path = this.path === '' || within === '' ? this.path + within : `${this.path}.${within}`
    this.reading.warnings.push({ path, message, ...(this.line === undefined ? {} : { line: this.line }) })
  }

  /** Registers this place as the only definition of `key`. */
  define(noun: Noun, key: string, detail?: unknown): void {
    const earlier = this.reading.define(noun, key, { at: this, detail })
    if (earlier) this.fault(`the ${nouns[noun]} "${key}" is defined twice, first at ${earlier.at.path}`)
  }

  /** Registers that `key` exists. Several places may define it. */
  defineShared(noun: Noun, key: string, detail?: unknown): void {
    this.reading.define(noun, key, { at: this, detail })
  }

  mention(noun: Noun, key: string): void {
    this.reading.mention(noun, key, this)
  }

  mentionCatalogued(noun: 'product' | 'category' | 'parent', key: string): void {
    this.reading.mentionCatalogued(noun, key, this)
  }
}

const labelKeys = ['id', 'key', 'uuid', 'categoryId', 'sku', 'cardNumber', 'code', 'name']

function labelOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  for (const key of labelKeys) {
    const value: unknown = Reflect.get(entry, key)
    if (typeof value === 'string' && value.length > 0 && value.length <= 60) return value
  }
  return undefined
}
