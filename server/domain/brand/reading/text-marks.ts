/** Where something is in a file; lines and columns are counted from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Collects where the entries of an object or list begin: of each its key (of a list's entry, the entry), and its value. */
export class EntryMarks {
  private readonly names: string[] = []
  private readonly offsets: number[] = []
  /** Where each name is first; filled as far as somebody has asked. */
  private readonly firsts = new Map<string, number>()
  private firstsUntil = 0

  get count(): number {
    return this.names.length
  }

  add(name: string, keyOffset: number, valueOffset: number): void {
    this.names.push(name)
    this.offsets.push(keyOffset, valueOffset)
  }

  /** Where a name was first given; undefined if it is new. */
  keyOffsetOf(name: string): number | undefined {
    for (; this.firstsUntil < this.names.length; this.firstsUntil += 1) {
      const one = this.names[this.firstsUntil] ?? ''
      if (!this.firsts.has(one)) this.firsts.set(one, this.firstsUntil)
    }
    const index = this.firsts.get(name)
    return index === undefined ? undefined : this.offsets[2 * index]
  }

  /** In the order in which the owner has its entries: keys that are numbers come first, whatever their place. */
  inOrderOf(owner: object): readonly number[] {
    // A copy has no room left for more, which counts where there are hundreds of thousands.
    if (Array.isArray(owner) || !this.names.some((name) => /^\d+$/.test(name))) return this.offsets.slice()
    const lasts = new Map(this.names.map((name, index) => [name, index]))
    return Object.keys(owner).flatMap((key) => {
      const index = lasts.get(key) ?? -1
      return this.offsets.slice(2 * index, 2 * index + 2)
    })
  }
}

/** Of each object and list, the offsets of its entries. */
export type KeptMarks = Map<object, ArrayLike<number>>

/** The positions of everything that was read from a text. They are kept as offsets: few of them are ever asked for. */
export class TextMarks {
  private readonly text: string
  private readonly lineStarts: readonly number[]
  private readonly entries: KeptMarks
  private readonly places = new WeakMap<object, ReadonlyMap<string, number>>()

  constructor(text = '', lineStarts: readonly number[] = [], entries: KeptMarks = new Map()) {
    this.text = text
    this.lineStarts = lineStarts
    this.entries = entries
  }

  /** What another thread needs, besides the text, to make the same of the same data. */
  get kept(): KeptMarks {
    return this.entries
  }

  set(owner: object, marks: EntryMarks): void {
    this.entries.set(owner, marks.inOrderOf(owner))
  }

  positionAt(offset: number): TextPosition {
    let [low, high] = [0, this.lineStarts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 }
  }

  /** Where an entry is: of a text or number the value itself, of an object or list its key. */
  find(owner: object, step: string | number, part: 'key' | 'value'): number | undefined {
    const marks = this.entries.get(owner)
    if (!marks) return undefined
    const index = typeof step === 'number' ? step : this.placeOf(owner, step)
    const isItself = part === 'value' && !isOwner(Reflect.get(owner, step))
    return index < 0 ? undefined : marks[2 * index + (isItself ? 1 : 0)]
  }

  /** The how manieth of its owner's keys it is. Who has thousands of them may be asked for each. */
  private placeOf(owner: object, name: string): number {
    let places = this.places.get(owner)
    if (!places) {
      places = new Map(Object.keys(owner).map((key, index) => [key, index]))
      this.places.set(owner, places)
    }
    return places.get(name) ?? -1
  }

  /** Lets an altered copy have the positions of what it was made from. */
  copy(from: object, to: object): void {
    const marks = this.entries.get(from)
    if (marks) this.entries.set(to, marks)
  }

  /** What is written at an offset, up to the next space or bracket. */
  wordAt(offset: number): string {
    word.lastIndex = offset
    return word.exec(this.text)?.[0] ?? ''
  }
}

const word = /[^\s,\]}#]*/y

/** The offsets at which the lines of a text begin. */
export function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const isOwner = (value: unknown): value is object => typeof value === 'object' && value !== null
