import { isDeepStrictEqual } from 'node:util'
import { addressOf, type BrandEdit, entryOf, type FileData, withEdits } from '../../../domain/brand/edits.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { lockBrand } from '../brand.sql.ts'
import { exportFile, withoutDigests } from '../export.ts'
import { exportVersion } from '../history/earlier-version.ts'
import { type Applied, applyInTransaction } from './apply.ts'
import type { ApplyOptions } from './plan-change.ts'

export interface Edited {
  readonly brandId: BrandId
  readonly edits: readonly BrandEdit[]
  /** The version that the editor looked at. */
  readonly baseVersion: number
}

/** Entries that somebody else has changed since the editor looked at them. */
export interface Overtaken {
  readonly overtaken: readonly string[]
  readonly version: number
}

/**
 * Changes single entries of the brand as it is now, inside the caller's transaction. Others may have changed other
 * entries meanwhile: those stay as they are. An entry that they have changed themselves is not overwritten.
 */
export async function editInTransaction(db: Sql, edited: Edited, options: ApplyOptions): Promise<Applied | Overtaken> {
  const { brandId, edits, baseVersion } = edited
  await lockBrand(db, brandId)
  const current = await exportFile(db, brandId)
  if (!current) return { faults: [noBrand] }
  const { version } = (current as { readonly exportedFrom: { readonly version: number } }).exportedFrom
  if (version !== baseVersion) {
    const base = await exportVersion(db, brandId, baseVersion)
    if (!base) return { overtaken: edits.map(addressOf), version }
    const overtaken = findOvertaken({ ...base }, { ...current }, edits)
    if (overtaken.length > 0) return { overtaken: overtaken.map(addressOf), version }
  }
  return applyInTransaction(db, { json: JSON.stringify(withEdits({ ...withoutDigests(current) }, edits)) }, options)
}

const noBrand: FileFault = { path: '', ...faultOf('noBrand') }

/** The edits whose entries are no longer what they were when the editor looked at them. */
function findOvertaken(base: FileData, current: FileData, edits: readonly BrandEdit[]): readonly BrandEdit[] {
  return edits.filter((edit) => !isDeepStrictEqual(plain(entryOf(base, edit)), plain(entryOf(current, edit))))
}

const plain = (entry: unknown): unknown => (entry === undefined ? undefined : JSON.parse(JSON.stringify(entry)))
