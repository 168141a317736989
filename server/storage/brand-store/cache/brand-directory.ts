import type { Brand } from '../../../domain/brand/brand.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { AccessKey } from '../keys/access-key.ts'

/** A brand with its keys by name, to authenticate calls. */
export interface BrandAccess {
  readonly brand: Brand
  readonly keys: ReadonlyMap<string, AccessKey>
}

/** The brands and their keys as this process knows them, never more than ten seconds behind the database. */
export interface BrandDirectory {
  /** What is known now: null if there is no such brand, undefined if it must be loaded first. */
  findAccess(brandId: BrandId): BrandAccess | null | undefined
  /** Loads what is not known yet. Rejects if the database cannot be reached. */
  loadAccess(brandId: BrandId): Promise<BrandAccess | null>
  find(brandId: BrandId): Brand | undefined
  load(brandId: BrandId): Promise<Brand | undefined>
  /** The brand in this version or a later one, for callers that have seen the version in the database. */
  atLeast(brandId: BrandId, version: number): Brand | Promise<Brand>
}
