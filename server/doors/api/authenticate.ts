import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Brand } from '../../domain/brand/brand.ts'
import { isListed } from '../../domain/brand/keys/addresses.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { BrandAccess, BrandDirectory } from '../../storage/brand-store/cache/brand-directory.ts'
import type { AccessKey } from '../../storage/brand-store/keys/access-key.ts'
import type { CallSource } from './caller-source.ts'
import { type Elsewhere, nowhere } from './count-exchange.ts'
import { sha256 } from './digest.ts'
import type { WireRefusal } from './envelope.ts'
import { FailureLimit } from './failure-limit.ts'

/** A call whose key and secret are right, in the brand that it names. */
export interface Authenticated {
  readonly kind: 'authenticated'
  readonly brand: Brand
  readonly key: string
  readonly access: AccessKey
}

interface Credentials {
  readonly brandId: string
  readonly key: string
  readonly secretSha256: Buffer
}

export interface AuthenticationRules {
  /** How many a minute, of one key and of one address, are told as what they are; 0 is no limit. */
  readonly failuresPerMinute: number
  /** Whether secrets that everybody knows work from this machine; from elsewhere they never do. */
  readonly takesPublicSecrets: boolean
  /** The database's time. */
  readonly now: () => Instant
  /** What other processes of the server count, by the name of a limit. */
  readonly elsewhere?: (limit: string) => Elsewhere
}

/** Compared with when there is no such key, so that this takes as long as a wrong secret. */
const nobodysSecret = { digest: Buffer.alloc(32), isPublic: true }

/** Every failure is the same 101, whatever was wrong; a right secret is never refused for the failures of others. */
export class Authenticator {
  private readonly brands: Pick<BrandDirectory, 'findAccess' | 'loadAccess'>
  private readonly takesPublicSecrets: boolean
  private readonly now: () => Instant
  private readonly byKey: FailureLimit
  private readonly bySource: FailureLimit

  constructor(brands: Pick<BrandDirectory, 'findAccess' | 'loadAccess'>, rules: AuthenticationRules) {
    this.brands = brands
    this.takesPublicSecrets = rules.takesPublicSecrets
    this.now = rules.now
    const { failuresPerMinute, elsewhere = () => nowhere } = rules
    this.byKey = new FailureLimit(failuresPerMinute, undefined, elsewhere('failures of a key'))
    this.bySource = new FailureLimit(failuresPerMinute, undefined, elsewhere('failures of an address'))
  }

  /** Answers at once when the brand is known; a promise only when it must be read first. */
  authenticate(
    headers: IncomingHttpHeaders,
    source: CallSource,
  ): Authenticated | WireRefusal | Promise<Authenticated | WireRefusal> {
    const given = readCredentials(headers)
    if (!given) return this.failed('', source)
    const access = this.brands.findAccess(given.brandId)
    if (access !== undefined) return this.judge(given, access, source)
    return this.brands.loadAccess(given.brandId).then(
      (loaded) => this.judge(given, loaded, source),
      () => refuse(109),
    )
  }

  /** Counts a failure that is seen without looking at the secret. */
  failed(name: string, { address }: CallSource): WireRefusal {
    const wait = Math.max(this.byKey.secondsToWait(name), this.bySource.secondsToWait(address))
    if (wait > 0) return { ...refuse(108), retryAfter: wait }
    if (name !== '') this.byKey.count(name)
    this.bySource.count(address)
    return refuse(101)
  }

  private judge(given: Credentials, access: BrandAccess | null, source: CallSource): Authenticated | WireRefusal {
    const key = access?.keys.get(given.key)
    const [first = nobodysSecret, second = nobodysSecret] = key?.secrets ?? []
    // Both are always compared, so that the time does not tell how many there are.
    const isFirst = timingSafeEqual(given.secretSha256, first.digest)
    const isSecond = timingSafeEqual(given.secretSha256, second.digest)
    const { isPublic } = isFirst ? first : second
    if (access && key && (isFirst || isSecond) && this.isUsable(key, isPublic, source))
      return { kind: 'authenticated', brand: access.brand, key: given.key, access: key }
    return this.failed(`${given.brandId}\0${given.key.slice(0, longestKey)}`, source)
  }

  /** Whoever has a stolen key learns nothing from where or when it would work. */
  private isUsable(key: AccessKey, isPublic: boolean, { address, isLocal }: CallSource): boolean {
    const { endsAt, addresses } = key
    if (isPublic && !(this.takesPublicSecrets && isLocal)) return false
    if (endsAt !== Number.POSITIVE_INFINITY && this.now() >= endsAt) return false
    return !addresses || isListed(addresses, address)
  }
}

const longestKey = 100
const longestBrandId = 64
const colon = 0x3a

function readCredentials(headers: IncomingHttpHeaders): Credentials | undefined {
  const { authorization, brand } = headers
  if (authorization === undefined || typeof brand !== 'string') return undefined
  if (brand === '' || brand.length > longestBrandId || !isBasic(authorization)) return undefined
  const pair = Buffer.from(authorization.slice(6), 'base64')
  const end = pair.indexOf(colon)
  if (end < 1) return undefined
  return {
    brandId: brand,
    key: pair.toString('latin1', 0, end),
    secretSha256: sha256(pair.subarray(end + 1)),
  }
}

function isBasic(authorization: string): boolean {
  return authorization.startsWith('Basic ') || authorization.slice(0, 6).toLowerCase() === 'basic '
}
