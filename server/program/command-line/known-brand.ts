import type { Brand } from '../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { listBrandIds } from '../../storage/brand-store/brand-list.sql.ts'
import { loadBrandWithoutSecrets } from '../../storage/brand-store/load-brand.ts'
import { CommandFailed } from './command-failed.ts'

/** The brand that the command line names; fails where there is none. */
export async function knownBrand(pool: ConnectionPool, brandId: BrandId): Promise<Brand> {
  const brand = await loadBrandWithoutSecrets(pool, brandId)
  if (!brand) throw new CommandFailed([`There is no brand ${brandId}.`])
  return brand
}

/** The brand that the command line names, or the only one there is. */
export async function namedOrOnlyBrand(pool: ConnectionPool, brandId: BrandId | undefined): Promise<Brand> {
  if (brandId !== undefined) return knownBrand(pool, brandId)
  const [only, ...others] = await listBrandIds(pool)
  if (only === undefined) throw new CommandFailed(['There is no brand yet: purser brand apply makes one.'])
  if (others.length > 0) throw new CommandFailed([`There are ${others.length + 1} brands: name the one that is meant.`])
  return knownBrand(pool, only)
}
