import assert from 'node:assert/strict'
import pg from 'pg'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { ConnectionPool, Sql } from '../../../ground/database/connection.ts'
import { TookTooLong } from '../../../ground/database/fault.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Sealer } from '../../../ground/kernel/seal.ts'
import type { Log } from '../../../ground/log/log.ts'
import { within } from '../../../ground/waiting/within.ts'
import { SecretNotOpened } from '../document-secrets.ts'
import { accessKeysOf } from '../keys/access-key.ts'
import { listKeysInForce } from '../keys/api-key.sql.ts'
import { loadBrand } from '../load-brand.ts'
import type { BrandAccess, BrandDirectory } from './brand-directory.ts'
import { BrandListener } from './brand-listener.ts'
import { ExistingBrands } from './existing-brands.ts'

/** A revoked key must be refused within ten seconds, even if the notification is lost. */
const ageMsMax = 10_000
/** From this age on a brand is read again in the background, so that calls of busy brands never wait. */
const ageMsRefreshed = 5_000
const unknownMax = 10_000
/** How long a call waits for its brand to be read. What is read goes on, for those who come later. */
const loadMsMax = 2000

interface KnownBrand {
  readonly access: BrandAccess
  /** When the read began: the entry was true at that moment. */
  readonly asOf: number
}

/** Opens the directory of brands on a database, listening for changes: at another address, if they are told there. */
export async function openBrandDirectory(
  pool: ConnectionPool,
  sealer: Sealer,
  log: Log,
  toldAt?: string,
): Promise<CachedBrands> {
  const brands = new CachedBrands(pool, sealer)
  const address = toldAt === undefined ? {} : { connectionString: toldAt }
  const listener = new BrandListener(
    () => new pg.Client({ ...pool.pool.options, ...address }),
    brands,
    log,
    toldAt !== undefined,
  )
  brands.onClose = () => listener.stop()
  brands.onFault = (brand, error) => {
    if (error instanceof SecretNotOpened) log.error('brand', { brand, text: error.message })
  }
  await listener.connect()
  return brands
}

export class CachedBrands implements BrandDirectory {
  onClose: () => Promise<void> = async () => undefined
  /** Prepares a version of a brand before calls use it, so that none of them has to wait for that. */
  prepare: (brand: Brand) => Promise<void> = async () => undefined
  /** Called when a brand could not be read. Callers are only refused, so the reason is reported here. */
  onFault: (brandId: BrandId, error: unknown) => void = () => undefined
  private readonly db: Sql
  private readonly sealer: Sealer
  private readonly existing: ExistingBrands
  /** A clock that is never set back, in milliseconds. */
  private readonly now: () => number
  private readonly known = new Map<BrandId, KnownBrand>()
  /** Brands that do not exist, and when that was true. */
  private readonly unknown = new Map<BrandId, number>()
  private readonly loading = new Map<BrandId, Promise<BrandAccess | null>>()

  constructor(db: Sql, sealer: Sealer, now: () => number = () => performance.now()) {
    this.db = db
    this.sealer = sealer
    this.existing = new ExistingBrands(db)
    this.now = now
  }

  findAccess(brandId: BrandId): BrandAccess | null | undefined {
    const known = this.known.get(brandId)
    const now = this.now()
    if (known) {
      const age = now - known.asOf
      if (age > ageMsRefreshed && !this.loading.has(brandId)) this.loadAccess(brandId).catch(() => undefined)
      return age < ageMsMax ? known.access : undefined
    }
    const missingAt = this.unknown.get(brandId)
    return missingAt !== undefined && now - missingAt < ageMsMax ? null : undefined
  }

  async loadAccess(brandId: BrandId): Promise<BrandAccess | null> {
    const access = await within(loadMsMax, this.loading.get(brandId) ?? this.startLoading(brandId))
    if (access === undefined) throw new TookTooLong('a brand could not be read in time')
    return access
  }

  find(brandId: BrandId): Brand | undefined {
    return this.findAccess(brandId)?.brand
  }

  async load(brandId: BrandId): Promise<Brand | undefined> {
    const access = this.findAccess(brandId) ?? (await this.loadAccess(brandId))
    return access?.brand
  }

  atLeast(brandId: BrandId, version: number): Brand | Promise<Brand> {
    const known = this.known.get(brandId)?.access.brand
    return known && known.version >= version ? known : this.loadAtLeast(brandId, version)
  }

  private async loadAtLeast(brandId: BrandId, version: number): Promise<Brand> {
    const loaded = (await this.loadAccess(brandId))?.brand
    if (loaded && loaded.version >= version) return loaded
    // A read that was already under way may have been older than what the caller saw.
    const again = (await this.startLoading(brandId))?.brand
    assert(again && again.version >= version, 'a version that was seen in the database can be read from it')
    return again
  }

  changed(brandId: BrandId): void {
    this.unknown.delete(brandId)
    if (!this.known.has(brandId) && !this.loading.has(brandId)) return
    this.expire(brandId)
    this.startLoading(brandId).catch(() => undefined)
  }

  /** Once it resolves, calls see the brand as it is now. */
  async readAgain(brandId: BrandId): Promise<void> {
    this.expire(brandId)
    await this.startLoading(brandId)
  }

  mayHaveMissed(): void {
    this.unknown.clear()
    this.loading.clear()
    for (const brandId of this.known.keys()) this.expire(brandId)
  }

  async close(): Promise<void> {
    await this.onClose()
  }

  /** Keeps the brand, to be reused if its version is unchanged, but calls no longer use it. */
  private expire(brandId: BrandId): void {
    const known = this.known.get(brandId)
    if (known) this.known.set(brandId, { ...known, asOf: Number.NEGATIVE_INFINITY })
    this.loading.delete(brandId)
  }

  private startLoading(brandId: BrandId): Promise<BrandAccess | null> {
    const began = this.now()
    const loading = this.read(brandId)
    this.loading.set(brandId, loading)
    const settle = (access?: BrandAccess | null) => {
      // A read that was overtaken by a change or by a later read is not kept.
      if (this.loading.get(brandId) !== loading) return
      this.loading.delete(brandId)
      if (access !== undefined) this.keep(brandId, access, began)
    }
    loading.then(settle, (error: unknown) => {
      settle()
      this.onFault(brandId, error)
    })
    return loading
  }

  private keep(brandId: BrandId, access: BrandAccess | null, asOf: number): void {
    this.unknown.delete(brandId)
    if (access) {
      this.known.set(brandId, { access, asOf })
      return
    }
    this.known.delete(brandId)
    const [oldestUnknown] = this.unknown.keys()
    if (this.unknown.size >= unknownMax && oldestUnknown !== undefined) this.unknown.delete(oldestUnknown)
    this.unknown.set(brandId, asOf)
  }

  private async loadPrepared(brandId: BrandId): Promise<Brand | undefined> {
    const brand = await loadBrand(this.db, brandId, this.sealer)
    if (brand) await this.prepare(brand)
    return brand
  }

  private async read(brandId: BrandId): Promise<BrandAccess | null> {
    if (!this.known.has(brandId) && !(await this.existing.has(brandId))) return null
    const rows = await listKeysInForce(this.db, brandId)
    const [first] = rows
    if (!first) return null
    const cached = this.known.get(brandId)?.access.brand
    const isCurrent = cached?.version === first.config_version
    const brand = isCurrent ? cached : await this.loadPrepared(brandId)
    return brand ? { brand, keys: accessKeysOf(rows) } : null
  }
}
