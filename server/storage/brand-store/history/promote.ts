import type { BrandDocument, BrandFile } from '../../../domain/brand/document.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import { readInSteps } from '../../../domain/brand/read-brand-file.ts'
import type { FileText } from '../../../domain/brand/reading/parse-text.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { inTurns } from '../../../ground/waiting/in-turns.ts'
import { type Applied, applyInTransaction } from '../apply/apply.ts'
import { withoutCards } from '../apply/next-document.ts'
import type { ApplyOptions } from '../apply/plan-change.ts'
import { lockBrand } from '../brand.sql.ts'
import { withoutSecrets } from '../document-secrets.ts'
import { toFile } from '../export.ts'
import { findBrand } from '../stored-brand.ts'
import { type WithStock, withOwnEmployees, withOwnStock } from './own-parts.ts'

/**
 * Gives a brand the configuration of another one's file, in the caller's transaction. Its id and name, keys, employees,
 * senders, webhooks and stock stay its own. Undefined if there is no such brand.
 */
export async function promote(
  db: Sql,
  { text, brandId }: { readonly text: FileText; readonly brandId: BrandId },
  options: ApplyOptions,
): Promise<Applied | undefined> {
  // Whether event types that calls have made exist is a question to the brand, and asked when it is applied.
  const read = (await inTurns(readInSteps(text))).finish(() => true)
  const { file } = read
  if (!file) return { faults: [...read.faults] }
  await lockBrand(db, brandId)
  const stored = await findBrand(db, brandId, options.sealer)
  if (!stored) return undefined
  const warnings: readonly FileFault[] = options.strict ? read.warnings : []
  if (warnings.length > 0) return { faults: [...warnings] }
  const json = JSON.stringify(toFile(promotedDocument(file, stored.document)))
  return applyInTransaction(db, { json }, { ...options, from: { kind: 'promotion' } })
}

function promotedDocument({ exportedFrom: _, ...file }: BrandFile, own: BrandDocument): BrandDocument {
  const { id, name } = own.brand
  const { apiKeys, senders, webhooks, switchedOff } = own
  const stocked = withOwnStock({ ...file, programs: file.programs.map(withoutCards) }, own, withoutStock)
  const locations = withOwnEmployees(file.locations, own)
  const brand = { ...file.brand, id, name }
  return withoutSecrets({ sealed: { ...stocked, brand, apiKeys, locations, senders, webhooks, switchedOff } })
}

/** A set that is new here begins empty: what a test brand issued is no measure for a real one. */
function withoutStock<T extends WithStock>({ coupons: _, generate, ...set }: T): T {
  return { ...set, ...(generate && { generate: { ...generate, count: 0 } }) } as T
}
