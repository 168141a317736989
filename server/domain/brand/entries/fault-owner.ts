import type { FileFault } from '../faults/fault.ts'
import type { EntryFault, ReadEntry } from './entry-text.ts'

/** An entry that was read as a part of a file. */
export interface PlacedEntry {
  readonly entry: ReadEntry
  /** Its path in the file. */
  readonly path: string
  /** Undefined if it has faults, or is to go. */
  readonly value: unknown
}

/** Faults of a file by the entries that they are in: those that were given first, in their order, each by its lines. */
export function toEntryFaults(given: readonly PlacedEntry[], faults: readonly FileFault[]): EntryFault[] {
  const owned = faults.map((fault) => {
    const index = given.findIndex((one) => restOf(fault.path, one) !== undefined)
    const owner = given[index]
    return { rank: owner ? index : given.length, fault: owner ? ownFault(fault, owner) : liveFault(fault) }
  })
  return owned
    .toSorted((a, b) => a.rank - b.rank || (a.fault.line ?? 0) - (b.fault.line ?? 0))
    .map(({ fault }) => fault)
}

function ownFault(fault: FileFault, owner: PlacedEntry): EntryFault {
  const { section, key } = owner.entry
  return { section, ...(key !== undefined && { key }), ...fault, path: restOf(fault.path, owner) ?? '' }
}

/** The rest of a path that leads into an entry. Checks of the whole file name entries by their ids, however long. */
function restOf(path: string, { entry: { section, key }, path: own }: PlacedEntry): string | undefined {
  for (const prefix of [own, ...(key === undefined ? [] : [`${section}[${key}]`])]) {
    const rest = path.startsWith(prefix) ? path.slice(prefix.length) : undefined
    if (rest === '' || rest?.startsWith('.') || rest?.startsWith('[')) return rest.replace(/^\./, '')
  }
  return undefined
}

/** Of an entry that nobody gave, and so without a line. */
function liveFault({ path, line: _, column: __, ...fault }: FileFault): EntryFault {
  const [, section = '', key, rest = ''] = /^([^.[]*)(?:\[([^\]]*)\])?\.?(.*)$/s.exec(path) ?? []
  return { section, ...(key !== undefined && { key }), path: rest, ...fault }
}
