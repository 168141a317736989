import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { BrandId } from './ids.ts'
import type { Instant } from './time.ts'

/** What a token says. */
export interface TokenContent {
  /** Its length is the same for all tokens of a kind. */
  readonly fields: Buffer
  /** Absent means that the token never expires. */
  readonly expiresAt?: Instant
  readonly brand: BrandId
}

/** What a token may have been signed with: while a key is being replaced, either of two. */
export type TokenKeys = KeyObject | readonly KeyObject[]

const version = 1
const versionBytes = 1
const macBytes = 32
const expiryBytes = 6
/** Longer than the token of any brand. */
const tokenCharactersMax = 400

/** A text for a URL that only the server can make: a MAC, then version, fields, expiry and brand. */
export function toSignedToken({ fields, expiresAt, brand }: TokenContent, key: KeyObject): string {
  const expiry = Buffer.alloc(expiryBytes)
  expiry.writeUIntBE(expiresAt ?? 0, 0, expiryBytes)
  const content = Buffer.concat([Buffer.of(version), fields, expiry, Buffer.from(brand)])
  return Buffer.concat([macOf(content, key), content]).toString('base64url')
}

/** Undefined for a token that this server did not make or no longer accepts. The caller must check the expiry. */
export function fromSignedToken(token: string, fieldBytes: number, keys: TokenKeys): TokenContent | undefined {
  if (token.length > tokenCharactersMax) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const expiryAt = versionBytes + fieldBytes
  const brandAt = expiryAt + expiryBytes
  // Decoding is lenient, but the same content must not have several tokens.
  if (bytes.length <= macBytes + brandAt || bytes.toString('base64url') !== token) return undefined
  const content = bytes.subarray(macBytes)
  if (!isSigned(bytes.subarray(0, macBytes), content, keys)) return undefined
  if (content.readUInt8(0) !== version) return undefined
  const expiresAt = content.readUIntBE(expiryAt, expiryBytes)
  return {
    fields: content.subarray(versionBytes, expiryAt),
    ...(expiresAt !== 0 && { expiresAt }),
    brand: content.toString('utf8', brandAt),
  }
}

export const hasExpired = ({ expiresAt }: { readonly expiresAt?: Instant }, now: Instant): boolean =>
  expiresAt !== undefined && expiresAt <= now

function isSigned(mac: Buffer, content: Buffer, keys: TokenKeys): boolean {
  return [keys].flat().some((key) => timingSafeEqual(mac, macOf(content, key)))
}

const macOf = (content: Buffer, key: KeyObject) => createHmac('sha256', key).update(content).digest()
