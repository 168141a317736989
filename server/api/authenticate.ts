import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Brand } from '../brand/brand.ts'
import type { BrandAccess, BrandDirectory } from '../brand-store/cache/brand-directory.ts'
import { refuse } from '../kernel/errors.ts'
import { sha256 } from './digest.ts'
import type { WireRefusal } from './envelope.ts'
import { FailureLimit } from './rate-limit.ts'

/** A call whose key and secret are right, in the brand that it names. */
export interface Authenticated {
  readonly kind: 'authenticated'
  readonly brand: Brand
  readonly key: string
}

interface Credentials {
  readonly brandId: string
  readonly key: string
  readonly secretSha256: Buffer
}

/** Compared with when there is no such key, so that this takes as long as a wrong secret. */
const nobodysSecret = Buffer.alloc(32)

/** Every failure is the same 101, whatever was wrong; a right secret is never refused for the failures of others. */
export class Authenticator {
  private readonly brands: Pick<BrandDirectory, 'findAccess' | 'loadAccess'>
  private readonly byKey: FailureLimit
  private readonly bySource: FailureLimit

  /** `mostFailures`: how many a minute, of one key and of one address, are told as what they are; 0 is no limit. */
  constructor(brands: Pick<BrandDirectory, 'findAccess' | 'loadAccess'>, mostFailures: number) {
    this.brands = brands
    this.byKey = new FailureLimit(mostFailures)
    this.bySource = new FailureLimit(mostFailures)
  }

  /** Answers at once when the brand is known; a promise only when it must be read first. */
  authenticate(
    headers: IncomingHttpHeaders,
    source: string,
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
  failed(name: string, source: string): WireRefusal {
    const wait = Math.max(this.byKey.secondsToWait(name), this.bySource.secondsToWait(source))
    if (wait > 0) return { ...refuse(108), retryAfter: wait }
    if (name !== '') this.byKey.count(name)
    this.bySource.count(source)
    return refuse(101)
  }

  private judge(given: Credentials, access: BrandAccess | null, source: string): Authenticated | WireRefusal {
    const expected = access?.secrets.get(given.key)
    const right = timingSafeEqual(given.secretSha256, expected ?? nobodysSecret)
    if (right && expected && access) return { kind: 'authenticated', brand: access.brand, key: given.key }
    return this.failed(`${given.brandId}\0${given.key.slice(0, longestKey)}`, source)
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
