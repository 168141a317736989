import { suggestion } from '../../kernel/nearest.ts'
import type { Column } from '../column.ts'
import { BadFile } from './bad-file.ts'

/** How a file is read: what its columns are called here, what is the same in all rows, and the decimal mark. */
export interface Reading {
  /** Their name, in lower case, and ours; `-` is a column that is left out. */
  readonly map: ReadonlyMap<string, string>
  /** Our name, and the value that every row has. */
  readonly fixed: ReadonlyMap<string, string>
  readonly decimalMark: '.' | ','
}

/** What is the same for the same way of reading, whatever the order of the flags. */
export function readingText({ map, fixed, decimalMark }: Reading): string {
  const sorted = (pairs: ReadonlyMap<string, string>) => [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify({ map: sorted(map), set: sorted(fixed), decimal: decimalMark })
}

/** For each place of a row, the column that it is; undefined for one that is left out. */
export type Header = readonly (Column | undefined)[]

/** Only columns that we know, each once, and all that are needed. */
export function readHeader(names: readonly string[], columns: readonly Column[], reading: Reading): Header {
  const known = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const faults: string[] = []
  const header = names.map((name) => {
    const ours = reading.map.get(name.toLowerCase()) ?? name
    if (ours === '-') return undefined
    const column = known.get(ours.toLowerCase())
    if (!column)
      faults.push(
        `There is no column "${ours}"${suggestion(
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
  if (both !== undefined) faults.push(`"${both}" is a column of the file and given by --set.`)
  for (const { name, isRequired } of columns)
    if (isRequired && !named.includes(name) && !reading.fixed.has(name)) faults.push(`The column "${name}" is missing.`)
  faults.push(...strangers(names, known, reading))
  if (faults.length > 0) throw new BadFile(...faults, ...adviceOf(columns))
  return header
}

/** What --map and --set name must exist: a slip there would leave a column out without a word. */
function strangers(names: readonly string[], known: ReadonlyMap<string, Column>, reading: Reading): string[] {
  const theirs = new Set(names.map((name) => name.toLowerCase()))
  const missing = [...reading.map.keys()].filter((name) => !theirs.has(name))
  const unknown = [...reading.fixed.keys()].filter((name) => !known.has(name.toLowerCase()))
  return [
    ...missing.map((name) => `--map names "${name}", and the file has no such column${suggestion(name, names)}`),
    ...unknown.map((name) => `--set names "${name}", and there is no such column.`),
  ]
}

const adviceOf = (columns: readonly Column[]) => [
  `Known are ${columns.map(({ name }) => name).join(', ')}.`,
  'To name a column: --map "their name=our name". To leave one out: --map "their name=-". For all rows: --set column=value.',
]
