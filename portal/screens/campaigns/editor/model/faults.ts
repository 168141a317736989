import type { BrandFaultKind } from '../../../../../server/domain/brand/faults/fault.ts'
import { lineOf, rangeOf } from './entry-text.ts'
import { isEntry, type Path, pathText } from './plain.ts'

/** What is wrong with an entry of a draft, as the server says it. */
export interface NamedFault {
  readonly section: string
  readonly key?: string | undefined
  /** Where, as the file's reader says it: `campaigns[earn].rules[per-dollar].when[0].value`. */
  readonly path: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly fault: string
  readonly message: string
}

/** The same with its place in the entry: fields are found by the path, lines of the text by the place. */
export interface PlacedFault {
  readonly path: Path
  /** The path as a text: `rules[0].when[0].value`. */
  readonly at: string
  readonly line: number
  readonly column: number
  readonly message: string
  /** The kind of fault, where people can be told it without a word of the file. */
  readonly kind: FaultKind
}

/** What the file's reader says most often. The others are told as they are. */
export type FaultKind = 'missing' | 'empty' | 'unknown' | 'purchaseOnly' | 'other'

const kinds: Readonly<Partial<Record<BrandFaultKind, FaultKind>>> = {
  missingKey: 'missing',
  emptyText: 'missing',
  valueless: 'missing',
  operatorMissing: 'missing',
  operatorUnquoted: 'missing',
  rateWithoutFact: 'missing',
  templateOrText: 'missing',
  clearedByNull: 'missing',
  offerAmountMissing: 'missing',
  offerEndMissing: 'missing',
  ruleOrOnce: 'missing',
  dateMissing: 'missing',
  tooFewEntries: 'empty',
  currencyNeeded: 'empty',
  exceptsNothing: 'empty',
  namesNoProducts: 'empty',
  unknownKey: 'unknown',
  unknownFact: 'unknown',
  unknownOperator: 'unknown',
  unknownList: 'unknown',
  unknownVariant: 'unknown',
  undefinedName: 'unknown',
  needsCheckout: 'purchaseOnly',
}

const faultKind = (fault: string): FaultKind =>
  Object.hasOwn(kinds, fault) ? (kinds[fault as BrandFaultKind] ?? 'other') : 'other'

export function placeFaults(
  faults: readonly NamedFault[],
  { section, key, text, value }: { section: string; key: string | undefined; text: string; value: unknown },
): readonly PlacedFault[] {
  return faults
    .filter((fault) => fault.section === section && (fault.key === undefined || fault.key === key))
    .map(({ path: named, fault, message, line, column }) => {
      const path = toPath(withoutEntry(named, section), value)
      const place = line === undefined ? lineOf(text, rangeOf(text, path).from) : { line, column: column ?? 1 }
      return { path, at: pathText(path), ...place, message, kind: faultKind(fault) }
    })
}

/** The fault's path without the entry that it begins with. */
function withoutEntry(path: string, section: string): string {
  if (!path.startsWith(section)) return path
  const rest = path.slice(section.length)
  const end = rest.startsWith('[') ? rest.indexOf(']') + 1 : 0
  return rest.slice(end).replace(/^\./, '')
}

/** The names by which the reader of the file calls the rows of a list. */
const names = ['id', 'code', 'sku', 'cardNumber', 'name', 'uuid', 'balanceType'] as const

/** A path in words as a path of the value: rows that are called by name are found by it. */
export function toPath(words: string, value: unknown): Path {
  const path: (string | number)[] = []
  let at: unknown = value
  for (const [, key, row] of words.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (row === undefined && key !== undefined) {
      path.push(key)
      at = isEntry(at) ? at[key] : undefined
      continue
    }
    const index = rowOf(at, row ?? '')
    path.push(index)
    at = Array.isArray(at) ? at[index] : undefined
  }
  return path
}

function rowOf(list: unknown, name: string): number {
  const rows: readonly unknown[] = Array.isArray(list) ? list : []
  const named = rows.findIndex((row) => (isEntry(row) ? names.some((key) => row[key] === name) : row === name))
  if (named >= 0) return named
  return /^\d+$/.test(name) ? Number(name) : 0
}

/** What is wrong with exactly this value. */
export const faultsAt = (faults: readonly PlacedFault[], path: Path): readonly PlacedFault[] => {
  const wanted = pathText(path)
  return faults.filter(({ at }) => at === wanted)
}

/** What is wrong with the value or anything in it. */
export function faultsIn(faults: readonly PlacedFault[], path: Path): readonly PlacedFault[] {
  const wanted = pathText(path)
  if (wanted === '') return faults
  return faults.filter(({ at }) => at === wanted || at.startsWith(`${wanted}.`) || at.startsWith(`${wanted}[`))
}
