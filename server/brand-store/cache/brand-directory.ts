import type { Brand } from '../../brand/brand.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { AccessKey } from '../keys/access-key.ts'

/** A brand with its keys by name: what a call is authenticated against. */
export interface BrandAccess {
  readonly brand: Brand
  readonly keys: ReadonlyMap<string, AccessKey>
}

/** The brands and their keys as this process knows them, never more than ten seconds behind the database. */
export interface BrandDirectory {
  /** What is known at this moment: null when there is no such brand, undefined when it must be loaded first. */
  findAccess(brandId: BrandId): BrandAccess | null | undefined
  /** Reads from the database what is not known; rejects when the database cannot be asked. */
  loadAccess(brandId: BrandId): Promise<BrandAccess | null>
  find(brandId: BrandId): Brand | undefined
  load(brandId: BrandId): Promise<Brand | undefined>
  /** The brand in this version or a later one, for who has seen in the database that it exists. */
  atLeast(brandId: BrandId, version: number): Brand | Promise<Brand>
}
