import type { BrandDocument } from '../../../domain/brand/document.ts'
import type { UndoneLines } from '../../../domain/brand/faults/change-faults.ts'
import { type BrandFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import type { ExportedFrom } from '../../../domain/brand/shapes/exported-from-shape.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { differences } from '../apply/differences.ts'
import { toKept } from './kept-document.ts'
import { undoneLines } from './undone.ts'
import { findLastFrom, findVersionRow, type VersionRow, type VersionSource } from './version.sql.ts'
import { listVersions, readVersion, type Version } from './versions.ts'

/** Why a file is not applied: it does not know what others have changed, and would take it back. */
export interface Conflict {
  readonly current: number
  /** The version that the file knows; absent: none of this brand. */
  readonly base?: number
  /** The version that the file says it was exported from, although this brand has no such version. */
  readonly foreign?: number
  /** What was made since, newest first. */
  readonly since: readonly Version[]
  readonly undone: readonly string[]
}

export interface Proposal {
  readonly stored: { readonly document: BrandDocument; readonly version: number }
  readonly document: BrandDocument
  /** The version that it was made from; absent: a file that names none. */
  readonly base: ExportedFrom | undefined
  /** Makers of versions that a file without a base may follow: it has all that they made in it. */
  readonly follows: readonly VersionSource[]
}

const sinceMax = 20

/** Under the lock of the brand, so that of two who apply at once the second sees what the first did. */
export async function findConflict(db: Sql, proposal: Proposal): Promise<Conflict | undefined> {
  const { stored, document } = proposal
  const brand = document.brand.id
  const base = await findBase(db, proposal)
  if (base === stored.version) return undefined
  const known = base === undefined ? undefined : await readVersion(db, brand, base)
  const [current, next] = [toKept(stored.document), toKept(document)]
  const undone = known ? undoneLines(known, current, next) : differences(current, next)
  if (known && undone.length === 0) return undefined
  const made = await listVersions(db, brand, { limit: sinceMax })
  return defined({
    current: stored.version,
    base: known && base,
    foreign: known ? undefined : proposal.base?.version,
    since: base === undefined ? [] : made.filter(({ version }) => version > base),
    undone,
  })
}

async function findBase(db: Sql, { stored, document, base, follows }: Proposal): Promise<number | undefined> {
  const brand = document.brand.id
  if (!base) {
    const current = await findVersionRow(db, brand, stored.version)
    const isFollowed = current === undefined || current.taken_up || follows.includes(current.source)
    return isFollowed ? stored.version : findLastFrom(db, brand, follows)
  }
  const row = await findVersionRow(db, brand, base.version)
  return row && isSame(row, base) ? base.version : undefined
}

const isSame = (row: VersionRow, { fingerprint = row.fingerprint }: ExportedFrom) => row.fingerprint === fingerprint

const undoneMax = 20

/** For whoever applied the file: one line each. */
export function conflictLines(conflict: Conflict): string[] {
  const { undone, since } = conflict
  return [
    faultWords(reasonOf(conflict), 'en'),
    ...since.map(({ version, note, actor }) => `  version ${version}${by(actor?.name)}${note ? `: ${note}` : ''}`),
    'Applying it would take this back:',
    ...undone.slice(0, undoneMax).map((line) => `  ${line}`),
    ...(undone.length > undoneMax ? [`  and ${undone.length - undoneMax} more`] : []),
  ]
}

/** The same as one fault. */
export function conflictFault(conflict: Conflict): BrandFault {
  const { undone } = conflict
  return reasonOf(conflict, { lines: undone.slice(0, undoneMax), more: Math.max(0, undone.length - undoneMax) })
}

function reasonOf({ current, base, foreign }: Conflict, undone?: UndoneLines): BrandFault {
  if (foreign !== undefined) return faultOf('exportedElsewhere', { version: foreign, undone })
  if (base === undefined) return faultOf('neverApplied', { current, undone })
  return faultOf('changedSince', { base, current, undone })
}

const by = (name: string | undefined) => (name === undefined ? '' : ` by ${name}`)
