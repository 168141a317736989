import type { Decimal } from '../../ground/kernel/money.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import { unmetered, type WorkMeter } from '../../ground/kernel/work-meter.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import { fromMicro } from './exact.ts'
import type { Line } from './line.ts'
import { formGroupsOf, type PatternShape, type Unformed } from './pattern.ts'
import { type PartOnSale, Portions } from './portions.ts'
import { compileFilter } from './product-filter.ts'
import { Shelf } from './shelf.ts'

/** A pattern as a rule has it: its products by their filters. `key` tells its shape from all others. */
export interface GoodsPattern extends PatternShape {
  readonly where: ProductFilter | undefined
  readonly buyWhere: ProductFilter | undefined
  readonly key: string
}

/**
 * What no discount changes about the lines of a checkout, worked out when it is first asked for. A rule asks again
 * after each discount of the rules before it, so the baskets that discounts make share it; and rules that mean the same
 * lines in the same way share what is formed of them.
 */
export class Goods {
  readonly work: WorkMeter
  readonly #lines: readonly Line[]
  readonly #rest: PartOnSale
  readonly #selected = new Map<string, Selected>()
  readonly #sets = new Map<number, Selected[]>()
  readonly #formed = new Map<string, Portions | Unformed>()
  #whole: Portions | undefined
  #bySku: LinesByName | undefined
  #byCategory: LinesByName | undefined
  #byParent: LinesByName | undefined

  constructor(lines: readonly Line[], rest: PartOnSale, work = unmetered()) {
    this.#lines = lines
    this.#rest = rest
    this.work = work
  }

  get bySku(): LinesByName {
    this.#bySku ??= this.#indexBy((line) => [line.sku])
    return this.#bySku
  }

  get byCategory(): LinesByName {
    this.#byCategory ??= this.#indexBy((line) => line.categories)
    return this.#byCategory
  }

  get byParent(): LinesByName {
    this.#byParent ??= this.#indexBy((line) => line.ancestors)
    return this.#byParent
  }

  /** The lines that a filter means. Filters that mean the same lines get the same answer. */
  select(where: ProductFilter | undefined): Selected {
    const text = where ? textOf(where) : ''
    const known = this.#selected.get(text)
    if (known) return known
    const selected = this.#share(this.#find(where))
    this.#selected.set(text, selected)
    return selected
  }

  /** The units that a pattern picks, or why it does not form. */
  form(pattern: GoodsPattern): Portions | Unformed {
    const picked = this.select(pattern.where)
    const bought = pattern.buy && this.select(pattern.buyWhere)
    const key = `${picked.no} ${bought?.no} ${pattern.key}`
    const known = this.#formed.get(key)
    if (known !== undefined) return known
    const linesOf = (selected: Selected | undefined) =>
      selected?.lines.flatMap((index) => this.#lines[index] ?? []) ?? []
    const lines = { bought: linesOf(bought), picked: linesOf(picked) }
    const groups = formGroupsOf(new Shelf(this.#lines, this.work), pattern, lines)
    const formed = typeof groups === 'string' ? groups : new Portions(groups.map(toTarget), this.#lines)
    this.#formed.set(key, formed)
    return formed
  }

  /** All units of the checkout, and what no line explains. */
  whole(): Portions {
    this.work.spend(this.#lines.length + 1)
    this.#whole ??= wholeOf([...this.#lines, this.#rest])
    return this.#whole
  }

  #share(lines: readonly number[]): Selected {
    const hash = hashOf(lines)
    const alike = this.#sets.get(hash) ?? []
    const same = alike.find((one) => isSame(one.lines, lines))
    if (same) return same
    const fresh = new Selected(this.#selected.size, lines, this.#lines)
    this.#sets.set(hash, [...alike, fresh])
    return fresh
  }

  #find(where: ProductFilter | undefined): readonly number[] {
    const named = where ? this.#within(where) : this.#all()
    this.work.spend(stepsPerFilter + named.length * (1 + exceptedNames(where)))
    if (!where || isOneName(where)) return named
    const isMeant = testOf(where)
    return named.filter((index) => {
      const line = this.#lines[index]
      return line !== undefined && isMeant(line)
    })
  }

  /** The lines among which those are that the filter means: where it names something, only what is called so. */
  #within({ sku, category, parent }: ProductFilter): readonly number[] {
    this.work.spend((sku ?? parent ?? category)?.length ?? 0)
    if (sku) return linesOf(this.bySku, sku)
    if (parent) return linesOf(this.byParent, parent)
    return category ? linesOf(this.byCategory, category) : this.#all()
  }

  #all(): number[] {
    return this.#lines.map((line) => line.index)
  }

  #indexBy(namesOf: (line: Line) => Iterable<string>): LinesByName {
    const byName = new Map<string, number[]>()
    let names = 0
    for (const line of this.#lines) {
      for (const name of namesOf(line)) {
        names += 1
        const same = byName.get(name)
        if (same) same.push(line.index)
        else byName.set(name, [line.index])
      }
    }
    this.work.spend(this.#lines.length + names)
    return byName
  }
}

/** Looking at a filter for the first time. */
const stepsPerFilter = 10
const namesPerStep = 10

/** The lines that a filter means, by their index in the basket, and how many units they have together. */
export class Selected {
  /** No other lines of the checkout have the same number. */
  readonly no: number
  readonly lines: readonly number[]
  readonly #of: readonly Line[]
  #quantity: Decimal | undefined

  constructor(no: number, lines: readonly number[], of: readonly Line[]) {
    this.no = no
    this.lines = lines
    this.#of = of
  }

  get quantity(): Decimal {
    this.#quantity ??= fromMicro(this.lines.reduce((units, index) => units + (this.#of[index]?.quantity ?? 0n), 0n))
    return this.#quantity
  }
}

const toTarget = ({ times, pieces }: { times: bigint; pieces: readonly { part: Line; units: bigint }[] }) => ({
  times,
  pieces: pieces.map(({ part, units }) => ({ place: part.index, units })),
})

function wholeOf(parts: readonly PartOnSale[]): Portions {
  return new Portions([{ times: 1n, pieces: parts.map(({ quantity }, place) => ({ place, units: quantity })) }], parts)
}

/** Whether the filter asks for nothing but names of one kind: then those who have one are all that it means. */
function isOneName(where: ProductFilter): boolean {
  const { sku, category, parent, attributes, minUnitPrice, maxUnitPrice, except } = where
  const kinds = (sku ? 1 : 0) + (category ? 1 : 0) + (parent ? 1 : 0)
  return (
    kinds === 1 &&
    attributes === undefined &&
    minUnitPrice === undefined &&
    maxUnitPrice === undefined &&
    except === undefined
  )
}

/** Each line is compared with them, and with what is asked of attributes. */
function exceptedNames(where: ProductFilter | undefined): number {
  const { sku = [], category = [], parent = [], attributes } = where?.except ?? {}
  const asked = valuesAsked(where?.attributes) + valuesAsked(attributes)
  return (sku.length + category.length + parent.length + asked) / namesPerStep
}

const valuesAsked = (attributes: ProductFilter['attributes']) =>
  attributes === undefined
    ? 0
    : Object.values(attributes).reduce<number>((sum, test) => sum + (Array.isArray(test) ? test.length : 1), 1)

/** The indexes of the lines that have a name, in their order. */
export type LinesByName = ReadonlyMap<string, readonly number[]>

function linesOf(byName: LinesByName, names: readonly string[]): readonly number[] {
  const [only, second] = names
  if (only === undefined || second === undefined) return (only !== undefined && byName.get(only)) || nothing
  const found = new Set<number>()
  for (const name of names) for (const index of byName.get(name) ?? nothing) found.add(index)
  return [...found].sort((a, b) => a - b)
}

const nothing: readonly number[] = []

/** A filter is a part of the configuration, and lives as long as these. */
const textOf = oncePer((where: ProductFilter) => JSON.stringify(where))
const testOf = oncePer((where: ProductFilter) => compileFilter(where))

/** FNV-1a over the numbers. */
function hashOf(lines: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const line of lines) hash = Math.imul(hash ^ line, 0x01000193)
  return hash
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index])
}
