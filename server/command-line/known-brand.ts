import type { Brand } from '../brand/brand.ts'
import { loadBrandWithoutSecrets } from '../brand/load.ts'
import type { BrandId } from '../kernel/ids.ts'
import type { ConnectionPool } from '../store/connection.ts'
import { CommandFailed } from './command-failed.ts'

/** The brand that a command line names; a command about one that does not exist fails. */
export async function knownBrand({ pool }: ConnectionPool, brandId: BrandId): Promise<Brand> {
  const brand = await loadBrandWithoutSecrets(pool, brandId)
  if (!brand) throw new CommandFailed([`There is no brand ${brandId}.`])
  return brand
}
