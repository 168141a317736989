import type { KeyObject } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type BrandId, isUuid } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Reader } from '../../../storage/store/queries/reader.ts'
import {
  deleteRegistration,
  insertRegistration,
  listPassesOfDevice,
} from '../../../storage/store/wallet/registration.sql.ts'
import { findPass, type WalletPass } from '../../../storage/store/wallet/wallet-pass.sql.ts'
import { passFileType } from '../pass/pass-page.ts'
import type { PassFiles } from './apple/pass-files.ts'
import { fromServicePath } from './apple/service-path.ts'
import { readPass } from './pass-content.ts'
import { isPassToken } from './pass-token.ts'
import { languageOf, viewPass } from './wallet-pass-view.ts'
import { type BrandPasses, passesOf, type Wallets } from './wallets.ts'

export interface AppleServiceParts {
  readonly brands: { load(brandId: BrandId): Promise<Brand | undefined> }
  readonly db: Sql
  readonly reader: Reader
  readonly wallets: Wallets
  readonly files: PassFiles
  readonly now: () => Promise<Instant>
}

/** What a device asks. */
export interface DeviceRequest {
  readonly method: string
  /** The path after /wallet. */
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization?: string
  readonly ifModifiedSince?: string
  readonly body: string
}

export interface DeviceAnswer {
  readonly status: number
  readonly contentType?: string
  readonly body?: string | Buffer
  readonly headers?: readonly string[]
}

const nothing: DeviceAnswer = { status: 404 }
const notAllowed: DeviceAnswer = { status: 401 }
const deviceForm = /^[A-Za-z0-9._-]{1,128}$/
const pushTokenForm = /^[A-Za-z0-9]{1,200}$/
/**
 * A pass that changes while a device asks may become visible a moment after one that changed later, so a device is also
 * told of what changed shortly before what it knows. Asking for a pass that has not changed costs next to nothing.
 */
const overlapMs = 60_000

/** What a device that is allowed to ask is about. */
interface PassRequest {
  readonly brand: Brand
  readonly passes: BrandPasses
  readonly pass: WalletPass
}

/** The service that Apple describes for updating passes: devices register, ask what has changed, and fetch it. */
export class AppleService {
  private readonly parts: AppleServiceParts

  constructor(parts: AppleServiceParts) {
    this.parts = parts
  }

  async answer(request: DeviceRequest): Promise<DeviceAnswer> {
    const path = fromServicePath(request.path)
    const brand = path && (await this.parts.brands.load(path.brand))
    const passes = brand && passesOf(brand, this.parts.wallets)
    if (!path || !brand || !passes?.apple) return nothing
    const { asked } = path
    const [what, first = '', third, type, serial] = asked
    if (what === 'log' && asked.length === 1) return request.method === 'POST' ? { status: 200 } : nothing
    const isOurs = (passType: string | undefined) => passType === this.parts.wallets.apple?.certificate.passType
    if (what === 'passes' && asked.length === 3 && isOurs(first))
      return request.method === 'GET'
        ? this.withPass(request, { brand, passes }, third, (one) => this.send(request, one))
        : nothing
    if (what !== 'devices' || third !== 'registrations' || !isOurs(type) || !deviceForm.test(first)) return nothing
    if (asked.length === 4 && request.method === 'GET') return this.list(request, brand, first)
    if (asked.length !== 5) return nothing
    return this.withPass(request, { brand, passes }, serial, (one) => this.register(request, one, first))
  }

  /** Says the same to whoever names a pass that does not exist and to whoever has no right to it. */
  private async withPass(
    { authorization = '' }: DeviceRequest,
    of: Omit<PassRequest, 'pass'>,
    serial: string | undefined,
    go: (asked: PassRequest) => Promise<DeviceAnswer>,
  ): Promise<DeviceAnswer> {
    const [, token = ''] = /^ApplePass ([A-Za-z0-9_-]{1,100})$/.exec(authorization) ?? []
    const keys: readonly KeyObject[] = this.parts.wallets.keys()
    if (serial === undefined || !isUuid(serial) || !isPassToken(token, of.brand.id, serial, keys)) return notAllowed
    const pass = await findPass(this.parts.db, of.brand.id, serial)
    return pass ? go({ ...of, pass }) : notAllowed
  }

  private async send({ ifModifiedSince }: DeviceRequest, { brand, passes, pass }: PassRequest): Promise<DeviceAnswer> {
    const { reader, files } = this.parts
    // As precise as the header can be. A pass never changes twice within a second.
    const changedAt = Math.floor(pass.changedAt / 1000) * 1000
    const known = ifModifiedSince === undefined ? Number.NaN : Date.parse(ifModifiedSince)
    if (known >= changedAt) return { status: 304 }
    const shows = pass.card === undefined ? undefined : await readPass(reader, brand, pass.card, languageOf(brand))
    const file = await files.make(brand, viewPass(brand, passes.looks, pass, shows?.content))
    if (!file) return { status: 503, headers: ['Retry-After', '5'] }
    const headers = ['Last-Modified', new Date(changedAt).toUTCString(), 'Cache-Control', 'no-store']
    return { status: 200, contentType: passFileType, body: file, headers }
  }

  private async register({ method, body }: DeviceRequest, asked: PassRequest, device: string): Promise<DeviceAnswer> {
    const { db, now } = this.parts
    const { brand, pass } = asked
    const registration = { passId: pass.id, device, now: await now() }
    if (method === 'DELETE') {
      await deleteRegistration(db, brand.id, registration)
      return { status: 200 }
    }
    if (method !== 'POST') return nothing
    const pushToken = pushTokenOf(body)
    if (pushToken === undefined) return { status: 400 }
    // The pass of a person who was erased is empty for good.
    if (pass.card === undefined) return nothing
    const isNew = await insertRegistration(db, brand.id, { ...registration, pushToken })
    return { status: isNew ? 201 : 200 }
  }

  /** The device's own name is what it proves itself with: it is random, and nobody else is told. */
  private async list({ query }: DeviceRequest, brand: Brand, device: string): Promise<DeviceAnswer> {
    const tag = query.get('passesUpdatedSince') ?? ''
    const since = /^\d{1,15}$/.test(tag) ? Number(tag) - overlapMs : undefined
    const passes = await listPassesOfDevice(this.parts.db, brand.id, device, since)
    const lastUpdated = passes.at(-1)?.changedAt
    if (lastUpdated === undefined) return { status: 204 }
    const body = JSON.stringify({ serialNumbers: passes.map(({ id }) => id), lastUpdated: String(lastUpdated) })
    return { status: 200, contentType: 'application/json', body, headers: ['Cache-Control', 'no-store'] }
  }
}

function pushTokenOf(body: string): string | undefined {
  try {
    const read: unknown = JSON.parse(body)
    const token = typeof read === 'object' && read !== null && 'pushToken' in read ? read.pushToken : undefined
    return typeof token === 'string' && pushTokenForm.test(token) ? token : undefined
  } catch {
    return undefined
  }
}
