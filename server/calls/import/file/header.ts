import { suggestion } from '../../../ground/kernel/nearest.ts'
import type { ImportColumn } from '../column.ts'
import type { DateOrder } from '../values/written-date.ts'
import { BadFile } from './bad-file.ts'

/** How a file is read: what its columns and values are called here, what is the same in all rows, how numbers and dates are written. */
export interface Reading {
  /** Their name, in lower case, and ours; `-` is a column that is left out. */
  readonly map: ReadonlyMap<string, string>
  /** Whether a column counts only if the map names it: one of theirs may be called like one of ours and be something else. */
  readonly isMapAll?: boolean
  /** Our name, and the value that every row has. */
  readonly fixed: ReadonlyMap<string, string>
  readonly decimalMark: '.' | ','
  readonly dateOrder: DateOrder
  /** By our name of a column, in lower case: their values, in lower case too, and ours. */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** What a mapping file said of it, and no flag: faults name it by the file's own keys. */
  readonly mapped?: MappedNames
}

type ReadingPart = 'columns' | 'set' | 'words'

interface MappedNames extends Readonly<Record<ReadingPart, ReadonlySet<string>>> {
  /** The file and its part, as faults call it. */
  readonly at: string
}

const flags = { columns: '--map', set: '--set', words: '--word' } as const

/** Where somebody said so: the flag, or the place in the mapping file. */
const sayerOf = ({ mapped }: Reading, part: ReadingPart, name: string) =>
  mapped?.[part].has(name) ? `${mapped.at}.${part}` : flags[part]

/** What is the same for the same way of reading, whatever the order of the flags. */
export function readingText({ map, isMapAll, fixed, decimalMark, dateOrder, words }: Reading, kind: string): string {
  const sorted = <Value>(pairs: Iterable<readonly [string, Value]>) =>
    [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1))
  // What is as it was before there was a choice is not named: imports from then are still known.
  return JSON.stringify({
    map: sorted(map),
    ...(isMapAll && { isMapAll }),
    ...(kind === 'levels' && { kind }),
    set: sorted(fixed),
    decimal: decimalMark,
    ...(dateOrder !== 'ymd' && { dates: dateOrder }),
    ...(words.size > 0 && { words: sorted([...words].map(([name, pairs]) => [name, sorted(pairs)] as const)) }),
  })
}

/** For each place of a row, the column that it is; undefined for one that is left out. */
export type FileHeader = readonly (ImportColumn | undefined)[]

/** No table of ours or of others has more; a line of more is none of names. */
const columnsMax = 1000
const faultsShownMax = 20

/** `--map "*=-"` leaves out every column that is neither known nor named. */
const theRest = '*'

/** Only columns that we know, each once, and all that are needed. */
export function readHeader(names: readonly string[], columns: readonly ImportColumn[], reading: Reading): FileHeader {
  if (names.length > columnsMax)
    throw new BadFile(
      `The first line has ${names.length} columns, and no more than ${columnsMax} can be read: does it have their names?`,
    )
  const known = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const leavesRest = reading.map.get(theRest) === '-'
  const faults: string[] = []
  const header = names.map((name) => {
    const ours = reading.map.get(name.toLowerCase()) ?? (reading.isMapAll ? '-' : name)
    if (ours === '-') return undefined
    const column = known.get(ours.toLowerCase())
    if (!column && ours === name && leavesRest) return undefined
    if (!column)
      faults.push(
        `The file has a column "${name}"${ours === name ? '' : `, which ${sayerOf(reading, 'columns', name.toLowerCase())} calls "${ours}"`}, and Purser knows none of that name${suggestion(
          ours,
          columns.map((one) => one.name),
        )}`,
      )
    return column
  })
  const named = header.flatMap((column) => column?.name ?? [])
  const twice = named.find((name, place) => named.indexOf(name) !== place)
  if (twice !== undefined) faults.push(`Two columns are "${twice}".`)
  const both = named.find((name) => reading.fixed.has(name))
  if (both !== undefined)
    faults.push(`"${both}" is a column of the file and given by ${sayerOf(reading, 'set', both)}.`)
  for (const { name, isRequired } of columns)
    if (isRequired && !named.includes(name) && !reading.fixed.has(name)) faults.push(`The column "${name}" is missing.`)
  faults.push(...strangers(names, known, reading))
  if (faults.length > 0) throw new BadFile(...shownOf(faults), ...adviceOf(columns))
  return header
}

function shownOf(faults: readonly string[]): readonly string[] {
  const more = faults.length - faultsShownMax
  return more <= 0 ? faults : [...faults.slice(0, faultsShownMax), `There are ${more} more faults like these.`]
}

/** What --map and --set name must exist: a slip there would leave a column out without a word. */
function strangers(names: readonly string[], known: ReadonlyMap<string, ImportColumn>, reading: Reading): string[] {
  const theirs = new Set(names.map((name) => name.toLowerCase()))
  const missing = [...reading.map.keys()].filter(
    (name) => !theirs.has(name) && !(name === theRest && reading.map.get(name) === '-'),
  )
  const isUnknown = (name: string) => !known.has(name.toLowerCase())
  return [
    ...missing.map(
      (name) =>
        `${sayerOf(reading, 'columns', name)} names "${name}", and the file has no such column${suggestion(name, names)}`,
    ),
    ...[...reading.fixed.keys()]
      .filter(isUnknown)
      .map((name) => `${sayerOf(reading, 'set', name)} names "${name}", and there is no such column.`),
    ...[...reading.words.keys()]
      .filter(isUnknown)
      .map((name) => `${sayerOf(reading, 'words', name)} names "${name}", and there is no such column.`),
  ]
}

const adviceOf = (columns: readonly ImportColumn[]) => [
  `Known are ${columns.map(({ name }) => name).join(', ')}.`,
  'To name a column: --map "their name=our name". To leave one out: --map "their name=-"; all others: --map "*=-". For all rows: --set column=value.',
]
