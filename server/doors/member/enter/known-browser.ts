import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import { day } from '../../../ground/kernel/time.ts'
import type { MemberServices } from '../member-services.ts'

const knownUse = 'purser member browser'
const validMs = 400 * day
const [nameBytes, timeBytes, markBytes] = [16, 8, 32]

type Means = Pick<MemberServices, 'pins' | 'random' | 'now'>

/**
 * What a browser or app keeps in which somebody got in by an address: codes that it asks for are counted for it alone, so that
 * whoever else names the address uses up nothing of it. It opens nothing, and nothing is kept of it here.
 */
export function newKnownBrowser({ pins, random, now }: Means, { id }: Pick<Brand, 'id'>, address: Buffer): string {
  const body = Buffer.alloc(nameBytes + timeBytes)
  body.set(random(nameBytes))
  body.writeBigUInt64BE(BigInt(now() + validMs), nameBytes)
  return Buffer.concat([body, markOf(pins, { brand: id, address, body })]).toString('base64url')
}

/** As what its codes are counted. Undefined: nobody got in there by this address, or it is too long ago. */
export function knownBrowser(
  { pins, now }: Omit<Means, 'random'>,
  { id }: Pick<Brand, 'id'>,
  address: Buffer,
  given = '',
): string | undefined {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== nameBytes + timeBytes + markBytes) return undefined
  const body = bytes.subarray(0, nameBytes + timeBytes)
  const mark = markOf(pins, { brand: id, address, body })
  if (!timingSafeEqual(bytes.subarray(body.length), mark)) return undefined
  return Number(body.readBigUInt64BE(nameBytes)) > now() ? body.toString('hex') : undefined
}

interface Marked {
  readonly brand: string
  readonly address: Buffer
  readonly body: Buffer
}

const markOf = (pins: Means['pins'], { brand, address, body }: Marked): Buffer =>
  createHmac('sha256', pins.keyFor(knownUse)).update(`${brand}\0`).update(address).update(body).digest()
