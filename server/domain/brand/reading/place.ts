import { suggestion } from '../../../ground/kernel/nearest.ts'
import { TextMarks } from './text-marks.ts'

/** Something that prevents a brand file from being applied. */
export interface FileFault {
  /** Where: `campaigns[earn].rules[per-dollar].limit.times`; '' means the whole file. */
  readonly path: string
  readonly message: string
  /** The line and column of the file, counted from 1, if known. */
  readonly line?: number
  readonly column?: number
}

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

/** Tills may know products that the file does not list. */
export type Catalogued = 'product' | 'category' | 'parent'

/** The section of the file that defines each. */
const sections: Readonly<Record<Noun, string>> = {
  group: 'groups',
  location: 'locations',
  program: 'programs',
  valueType: 'programs',
  valueCode: 'programs',
  subtrack: 'programs',
  cardSet: 'programs',
  cardNumber: 'programs',
  couponSet: 'couponSets',
  couponId: 'couponSets',
  code: 'couponSets',
  codeSet: 'couponSets',
  demographicField: 'demographicFields',
  product: 'products',
  list: 'subscriptionLists',
  listName: 'subscriptionLists',
  eventType: 'eventTypes',
  template: 'templates',
  segment: 'segments',
  tierLevel: 'programs',
  webhook: 'webhooks',
  category: 'products',
  parent: 'products',
  apiKey: 'apiKeys',
  campaign: 'campaigns',
  rule: 'campaigns',
}

/** More names than this do not help. */
const listedMax = 6

/** Comparing takes about a microsecond: enough for every typo in a brand, and for the first ones in a catalogue. */
const comparedMax = 50_000

const placesWords = (count: number) => (count === 1 ? 'one more place' : `${count} more places`)

export interface Definition {
  readonly at: Place
  readonly detail: unknown
}

/** A place that names something. */
export interface Mention {
  readonly noun: Noun
  readonly key: string
  readonly at: Place
}

/** Enough to work with. A file that is not a brand file at all could have millions. */
const faultsMax = 1000
/** Characters of a path or message. */
const wordsMax = 2000

/** One reading of a file: the faults found so far, and where names are defined and mentioned. */
export class FileReading {
  readonly faults: FileFault[] = []
  /** Most likely mistakes, but the file can be applied. */
  readonly warnings: FileFault[] = []
  /** What was read of the entries of long lists before the whole is. */
  readonly readBefore = new Map<unknown, { readonly read: unknown }>()
  readonly marks: TextMarks
  /** The whole file as plain data. */
  readonly whole: unknown
  /** Kinds of which one lacks its name. */
  readonly unnamed = new Set<Noun>()
  /** Sections whose name is misspelt. */
  readonly misspelt = new Set<string>()
  /** The currencies of locations, each with the first that has it. */
  readonly locationCurrencies = new Map<string, string>()
  /** How many names were looked at for suggestions. */
  private compared = 0
  private readonly labels = new WeakMap<readonly unknown[], Map<string, number>>()
  private readonly definitions = new Map<string, Definition>()
  private readonly names = new Map<Noun, Set<string>>()
  protected readonly mentions: Mention[] = []
  private readonly catalogued: { noun: Catalogued; key: string; at: Place }[] = []

  constructor(whole?: unknown, marks: TextMarks = new TextMarks()) {
    this.whole = whole
    this.marks = marks
  }

  /** The brand's main currency, as the file says it: the brand may be read after what depends on it. */
  get mainCurrency(): string | undefined {
    const brand: unknown = isOwner(this.whole) ? Reflect.get(this.whole, 'brand') : undefined
    const currency: unknown = isOwner(brand) ? Reflect.get(brand, 'currency') : undefined
    return typeof currency === 'string' ? currency : undefined
  }

  /** Whether further faults are not kept. */
  get isFull(): boolean {
    return this.faults.length > faultsMax
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

  /** Mentions a name of the catalogue. */
  mentionCatalogued(noun: Catalogued, key: string, at: Place): void {
    this.catalogued.push({ noun, key, at })
  }

  /** What may have been meant, or else what there is, if that is little. */
  known(noun: Noun, key: string): string {
    // Who compares no more still lists what is little.
    const count = this.compared > comparedMax ? listedMax + 1 : comparedMax
    const names = [...Iterator.from(this.namesOf(noun)).take(count)]
    this.compared += names.length
    const meant = this.compared > comparedMax ? '' : suggestion(key, names)
    if (meant !== '') return meant
    if (names.length === 0) return `; define it in ${sections[noun]}`
    return names.length <= listedMax ? `; known: ${names.join(', ')}` : ''
  }

  /** All defined names of a kind, to suggest what may have been meant. */
  namesOf(noun: Noun): Iterable<string> {
    return this.names.get(noun) ?? []
  }

  protected hasNames(noun: Noun): boolean {
    return this.names.has(noun)
  }

  /** Something of this kind could not be read: what is mentioned may well be that. */
  isIncomplete(noun: Noun): boolean {
    const section = sections[noun]
    const isBroken = ({ path }: FileFault) => path === section
    return this.unnamed.has(noun) || this.misspelt.has(section) || this.faults.some(isBroken)
  }

  /** Where in a list the entries are, by their labels. Of two with the same label it is the first. */
  labelled(entries: readonly unknown[]): ReadonlyMap<string, number> {
    let known = this.labels.get(entries)
    if (!known) {
      known = new Map()
      for (const [index, one] of entries.entries()) {
        const label = labelOf(one)
        if (label !== undefined && !known.has(label)) known.set(label, index)
      }
      this.labels.set(entries, known)
    }
    return known
  }

  /** Names of a kind that are mentioned, and defined nowhere in the file. */
  unknownNames(noun: Noun): readonly string[] {
    const unknown = this.mentions.filter((mention) => mention.noun === noun && !this.find(noun, mention.key))
    return [...new Set(unknown.map(({ key }) => key))]
  }

  /**
   * Runs after everything is read: all mentioned names must be defined here or, by `isElsewhere`, outside the file. A
   * name that is mentioned in several places is one fault.
   */
  checkMentions(isElsewhere: (noun: Noun, key: string) => boolean | 'perhaps'): void {
    const missing = this.mentions.filter(({ noun, key }) => !this.find(noun, key) && isElsewhere(noun, key) !== true)
    const incomplete = new Set([...new Set(missing.map(({ noun }) => noun))].filter((noun) => this.isIncomplete(noun)))
    const told = Map.groupBy(
      missing.filter(({ noun }) => !incomplete.has(noun)),
      ({ noun, key }) => `${noun} ${key}`,
    )
    for (const [first, ...others] of told.values()) {
      if (!first || this.isFull) continue
      const { noun, key, at } = first
      const more = others.length === 0 ? '' : ` (and it is named in ${placesWords(others.length)})`
      const words = `there is no ${nouns[noun]} "${key}" in this file${this.known(noun, key)}${more}`
      if (isElsewhere(noun, key) === 'perhaps') at.warn(`${words}; it is known only if a call has created it`)
      else at.fault(words)
    }
    if (this.hasNames('product')) this.checkCatalogued()
  }

  /** What may have been meant; else what there is, if that is little, and where a new one goes. */
  private inCatalogue(noun: Catalogued, key: string): string {
    const known = this.known(noun, key)
    if (known.startsWith('; did you mean')) return known
    const listed = known.startsWith('; known') ? `${known}; or` : ';'
    if (noun === 'product') return `${listed} add it to products`
    return `${listed} add it to a product: ${noun === 'category' ? `categories: [${key}]` : `parent: ${key}`}`
  }

  /** Warns of names that no product has, as they match nothing. A file without a catalogue is not checked. */
  private checkCatalogued(): void {
    for (const { noun, key, at } of this.catalogued) {
      if (this.find(noun, key)) continue
      const missing =
        noun === 'product'
          ? `no product of this file has the SKU "${key}"`
          : `no product of this file has the ${noun} "${key}"`
      at.warn(`${missing}, so it matches nothing${this.inCatalogue(noun, key)}`)
    }
  }
}

/** How to get from an object or list to an entry of it. */
interface Step {
  readonly owner: object
  readonly name: string | number
}

/** The place of a value in the file, and the means to report what is wrong with it. */
export class Place {
  readonly reading: FileReading
  readonly path: string
  /** The ids of the list entries on the way here, outermost first. */
  readonly labels: readonly string[]
  private readonly parent: Place | undefined
  private readonly step: Step | undefined

  constructor(reading: FileReading, parent?: Place, step?: Step & { path: string; label?: string }) {
    this.reading = reading
    this.parent = parent
    this.step = step
    this.path = step?.path ?? ''
    this.labels = step?.label === undefined ? (parent?.labels ?? []) : [...(parent?.labels ?? []), step.label]
  }

  /** The place of an object's key. */
  key(owner: object, key: string): Place {
    const path = this.path === '' ? key : `${this.path}.${key}`
    return new Place(this.reading, this, { owner, name: key, path })
  }

  /** The place of a list's entry, named by its id if it has one. A condition is named by its number. */
  entry(owner: readonly unknown[], index: number, isNamed = true): Place {
    const label = isNamed ? labelOf(owner[index]) : undefined
    const path = `${this.path}[${label ?? index}]`
    return new Place(this.reading, this, { owner, name: index, path, ...(label !== undefined && { label }) })
  }

  /** Reports what is wrong here, or with something below; `within` is the path to it. */
  fault(message: string, within = ''): undefined {
    if (!this.reading.isFull) this.reading.add(this.below(within).found(message, 'value'))
    return undefined
  }

  /** Reports that this key should not be here. */
  faultOfKey(message: string): undefined {
    if (!this.reading.isFull) this.reading.add(this.found(message, 'key'))
    return undefined
  }

  /** Reports what is most likely a mistake here. */
  warn(message: string, within = ''): void {
    if (this.reading.warnings.length < faultsMax) this.reading.warnings.push(this.below(within).found(message, 'value'))
  }

  /** How the file spells the value here, which may have been read as something else: 007 is the number 7. */
  get spelling(): string {
    const offset = this.offset('value')
    return offset === undefined ? '' : this.reading.marks.wordAt(offset)
  }

  /** Something that was found here, with its line and column. */
  found(message: string, part: 'key' | 'value' = 'value'): FileFault {
    const offset = this.offset(part)
    return {
      path: shortened(this.path),
      message: shortened(message),
      ...(offset !== undefined && this.reading.marks.positionAt(offset)),
    }
  }

  /** What is missing is where that is which lacks it. */
  private offset(part: 'key' | 'value'): number | undefined {
    const own = this.step && this.reading.marks.find(this.step.owner, this.step.name, part)
    return own ?? this.parent?.offset('key')
  }

  /** The place at the end of a path from here: `cardSets[gold].cards[70000001].pin`. */
  below(within: string): Place {
    const [, name, label, rest = ''] = /^\.?(?:([^.[]+)|\[([^\]]*)\])(.*)$/s.exec(within) ?? []
    const owner: unknown = this.step ? Reflect.get(this.step.owner, this.step.name) : this.reading.whole
    if (name !== undefined) return this.key(isOwner(owner) ? owner : nothing, name).below(rest)
    if (label === undefined) return this
    const entries: readonly unknown[] = Array.isArray(owner) ? owner : []
    const path = `${this.path}[${label}]`
    const index = this.reading.labelled(entries).get(label) ?? Number(label)
    return new Place(this.reading, this, { owner: entries, name: index, path }).below(rest)
  }

  /** Registers this place as the only definition of `key`. */
  define(noun: Noun, key: string, detail?: unknown): void {
    const earlier = this.reading.define(noun, key, { at: this, detail })
    if (earlier) this.fault(`the ${nouns[noun]} "${key}" is defined twice, first ${earlier.at.whereFrom(this)}`)
  }

  /** Where this is, for somebody who reads of another place: two entries with the same id have the same path. */
  private whereFrom(other: Place): string {
    const { line } = this.found('')
    if (line === undefined) return `at ${this.path}`
    return this.path === other.path ? `on line ${line}; rename or remove one of them` : `at ${this.path} (line ${line})`
  }

  /** Registers that `key` exists. Several places may define it. */
  defineShared(noun: Noun, key: string, detail?: unknown): void {
    this.reading.define(noun, key, { at: this, detail })
  }

  mention(noun: Noun, key: string): void {
    this.reading.mention(noun, key, this)
  }

  mentionCatalogued(noun: Catalogued, key: string): void {
    this.reading.mentionCatalogued(noun, key, this)
  }
}

/** What is named may be a page long, and is not repeated in each fault. */
const shortened = (text: string) => (text.length <= wordsMax ? text : `${text.slice(0, wordsMax)}…`)

const nothing: object = {}
const isOwner = (value: unknown): value is object => typeof value === 'object' && value !== null

const labelKeys = ['id', 'key', 'uuid', 'categoryId', 'sku', 'cardNumber', 'code', 'name']

function labelOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  for (const key of labelKeys) {
    const value: unknown = Reflect.get(entry, key)
    if (typeof value === 'string' && value.length > 0 && value.length <= 60) return value
  }
  return undefined
}
