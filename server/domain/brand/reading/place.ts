import { type Advice, meantOf } from '../faults/advice.ts'
import { type BrandFault, type BrandFaultKind, type FileFault, faultOf, type ValuesOf } from '../faults/fault.ts'
import { type Catalogued, type Noun, sections } from '../faults/noun.ts'
import { shortFault, shortText } from '../faults/short-fault.ts'
import { TextMarks } from './text-marks.ts'

/** More names than this do not help. */
const listedMax = 6

/** Comparing takes about a microsecond: enough for every typo in a brand, and for the first ones in a catalogue. */
const comparedMax = 50_000

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
export const faultsMax = 1000

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
  private readonly catalogued: { noun: Catalogued; key: string; at: Place; isAdded: boolean }[] = []

  constructor(whole?: unknown, marks: TextMarks = new TextMarks()) {
    this.whole = whole
    this.marks = marks
  }

  /** The brand's main currency, as the file says it: the brand may be read after what depends on it. */
  get mainCurrency(): string | undefined {
    const currency = this.ofBrand('currency')
    return typeof currency === 'string' ? currency : undefined
  }

  /** The languages that the brand speaks, as the file says it. */
  get languages(): readonly string[] {
    const languages = this.ofBrand('languages')
    return Array.isArray(languages) ? languages.filter((one) => typeof one === 'string') : []
  }

  private ofBrand(key: string): unknown {
    const brand: unknown = isOwner(this.whole) ? Reflect.get(this.whole, 'brand') : undefined
    return isOwner(brand) ? Reflect.get(brand, key) : undefined
  }

  /** Whether further faults are not kept. */
  get isFull(): boolean {
    return this.faults.length > faultsMax
  }

  add(fault: FileFault): void {
    if (this.faults.length < faultsMax) this.faults.push(fault)
    else if (this.faults.length === faultsMax)
      this.faults.push({ path: '', ...faultOf('moreFaults', { max: faultsMax }) })
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

  /** Mentions a name of the catalogue: something that is looked for, or a product that is added. */
  mentionCatalogued(noun: Catalogued, key: string, at: Place, isAdded = false): void {
    this.catalogued.push({ noun, key, at, isAdded })
  }

  /** What may have been meant, or else what there is, if that is little. */
  private known(noun: Noun, key: string): Advice | undefined {
    // Who compares no more still lists what is little.
    const count = this.compared > comparedMax ? listedMax + 1 : comparedMax
    const names = [...Iterator.from(this.namesOf(noun)).take(count)]
    this.compared += names.length
    const meant = this.compared > comparedMax ? undefined : meantOf(key, names)
    if (meant) return meant
    if (names.length === 0) return { advice: 'define', section: sections[noun] }
    return names.length <= listedMax ? { advice: 'known', names } : undefined
  }

  /** What may have been meant among names that are not those of a kind, or not all of them: as often as names are compared. */
  meantAmong(given: string, known: Iterable<string>, isPossible?: (name: string) => boolean): Advice | undefined {
    if (this.isFull || this.compared > comparedMax) return undefined
    const names = [...Iterator.from(known).take(comparedMax)]
    this.compared += names.length
    return meantOf(given, isPossible ? names.filter(isPossible) : names)
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
      const isPerhaps = isElsewhere(noun, key) === 'perhaps'
      const values = { noun, name: key, advice: this.known(noun, key), more: others.length, isPerhaps }
      if (isPerhaps) at.warn(faultOf('undefinedName', values))
      else at.fault('undefinedName', values)
    }
    if (this.hasNames('product')) this.checkCatalogued()
  }

  /** What may have been meant; else what there is, if that is little, and where a new one goes. */
  private inCatalogue(noun: Catalogued, name: string): Advice {
    const known = this.known(noun, name)
    if (known?.advice === 'meant') return known
    return { advice: 'addProduct', noun, name, known: known?.advice === 'known' ? known.names : [] }
  }

  /** Warns of names that no product has, as they match nothing. A file without a catalogue is not checked. */
  private checkCatalogued(): void {
    for (const { noun, key, at, isAdded } of this.catalogued) {
      if (this.find(noun, key)) continue
      const advice = this.inCatalogue(noun, key)
      at.warn(
        isAdded
          ? faultOf('addsUnknown', { name: key, advice })
          : faultOf('notInCatalogue', { noun, name: key, advice }),
      )
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

  /** Reports what is wrong here. */
  fault<Kind extends BrandFaultKind>(kind: Kind, ...values: ValuesOf<Kind>): undefined {
    return this.report(faultOf(kind, ...values))
  }

  /** Reports what is wrong with something below; `within` is the path to it. */
  faultAt<Kind extends BrandFaultKind>(within: string, kind: Kind, ...values: ValuesOf<Kind>): undefined {
    return this.report(faultOf(kind, ...values), within)
  }

  report(fault: BrandFault, within = ''): undefined {
    if (!this.reading.isFull) this.reading.add(this.below(within).found(fault, 'value'))
    return undefined
  }

  /** Reports that this key should not be here. */
  faultOfKey<Kind extends BrandFaultKind>(kind: Kind, ...values: ValuesOf<Kind>): undefined {
    if (!this.reading.isFull) this.reading.add(this.found(faultOf(kind, ...values), 'key'))
    return undefined
  }

  /** Reports what is most likely a mistake here. */
  warn(fault: BrandFault, within = ''): void {
    if (this.reading.warnings.length < faultsMax) this.reading.warnings.push(this.below(within).found(fault, 'value'))
  }

  /** How the file spells the value here, which may have been read as something else: 007 is the number 7. */
  get spelling(): string {
    const offset = this.offset('value')
    return offset === undefined ? '' : this.reading.marks.wordAt(offset)
  }

  /** Something that was found here, with its line and column. */
  found(fault: BrandFault, part: 'key' | 'value' = 'value'): FileFault {
    return { path: shortText(this.path), ...shortFault(fault), ...this.position(part) }
  }

  private position(part: 'key' | 'value') {
    const offset = this.offset(part)
    return offset === undefined ? undefined : this.reading.marks.positionAt(offset)
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
    if (!earlier) return
    const { path } = earlier.at
    const { line } = earlier.at.position('value') ?? {}
    // Two entries with the same id have the same path.
    this.fault('definedTwice', { noun, name: key, path, line, isSamePath: path === this.path })
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

  /** Mentions a product that is added to sales. */
  mentionAdded(sku: string): void {
    this.reading.mentionCatalogued('product', sku, this, true)
  }
}

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
