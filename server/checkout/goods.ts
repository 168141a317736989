import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { Decimal } from '../kernel/money.ts'
import { oncePer } from '../kernel/once-per.ts'
import { fromMicro } from './exact.ts'
import type { Line } from './line.ts'
import { compileFilter } from './product-filter.ts'

/** The lines that a filter means, by their index in the basket, and how many units they have together. */
export interface Selected {
  readonly lines: readonly number[]
  readonly quantity: Decimal
}

/**
 * What no discount changes about the lines of a checkout, worked out when it is first asked for. A rule asks again
 * after each discount of the rules before it, so the baskets that discounts make share it.
 */
export class Goods {
  readonly #lines: readonly Line[]
  readonly #selected = new Map<ProductFilter | undefined, Selected>()
  #bySku: LinesByName | undefined
  #byCategory: LinesByName | undefined
  #byParent: LinesByName | undefined

  constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  get bySku(): LinesByName {
    this.#bySku ??= indexBy(this.#lines, (line) => [line.sku])
    return this.#bySku
  }

  get byCategory(): LinesByName {
    this.#byCategory ??= indexBy(this.#lines, (line) => line.categories)
    return this.#byCategory
  }

  get byParent(): LinesByName {
    this.#byParent ??= indexBy(this.#lines, (line) => line.ancestors)
    return this.#byParent
  }

  select(where: ProductFilter | undefined): Selected {
    const known = this.#selected.get(where)
    if (known) return known
    const lines = this.#find(where)
    const quantity = lines.reduce((units, index) => units + (this.#lines[index]?.quantity ?? 0n), 0n)
    const selected = { lines, quantity: fromMicro(quantity) }
    this.#selected.set(where, selected)
    return selected
  }

  #find(where: ProductFilter | undefined): readonly number[] {
    if (!where) return this.#lines.map((line) => line.index)
    const named = this.#within(where)
    if (isOneName(where)) return named
    const isMeant = testOf(where)
    return named.filter((index) => {
      const line = this.#lines[index]
      return line !== undefined && isMeant(line)
    })
  }

  /** The lines among which those are that the filter means: where it names something, only what is called so. */
  #within({ sku, category, parent }: ProductFilter): readonly number[] {
    if (sku) return linesOf(this.bySku, sku)
    if (parent) return linesOf(this.byParent, parent)
    return category ? linesOf(this.byCategory, category) : this.#lines.map((line) => line.index)
  }
}

/** Whether the filter asks for nothing but names of one kind: then those who have one are all that it means. */
function isOneName({ sku, category, parent, minUnitPrice, maxUnitPrice }: ProductFilter): boolean {
  const kinds = (sku ? 1 : 0) + (category ? 1 : 0) + (parent ? 1 : 0)
  return kinds === 1 && minUnitPrice === undefined && maxUnitPrice === undefined
}

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

/** A filter is a part of the configuration, and lives as long. */
const testOf = oncePer((where: ProductFilter) => compileFilter(where))

function indexBy(lines: readonly Line[], namesOf: (line: Line) => Iterable<string>): LinesByName {
  const byName = new Map<string, number[]>()
  for (const line of lines) {
    for (const name of namesOf(line)) {
      const same = byName.get(name)
      if (same) same.push(line.index)
      else byName.set(name, [line.index])
    }
  }
  return byName
}
