import { isUtf8 } from 'node:buffer'

const longestPath = 200

/** A comma-separated list of texts of any kind: what a header cannot carry is percent-encoded, long ones are cut. */
export function listInHeader(texts: readonly string[]): string {
  return texts.map(inHeader).join(',')
}

function inHeader(text: string): string {
  // Everything but visible ASCII, and the comma and the percent sign, which mean something in the list.
  return text
    .slice(0, longestPath)
    .toWellFormed()
    .replace(/[^!-~]|[,%]/gu, encodeURIComponent)
}

/** The text of a header's bytes, which Node hands over as Latin-1: UTF-8 where they are valid UTF-8. */
export function decodeHeader(value: string): string {
  if (!/[^\0-\x7f]/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}

const longestRemark = 1000

/** Reads a header that is kept and shown as text; undefined for one that is too long or has control characters. */
export function readRemark(value: string): string | undefined {
  const text = decodeHeader(value)
  return text.length > longestRemark || /\p{Cc}/u.test(text) ? undefined : text
}

const ownHeaders = [
  'authorization',
  'brand',
  'location',
  'terminal',
  'employee',
  'employeepassword',
  'customrequestid',
  'externaltransactionid',
  'note',
] as const
export type OwnHeader = (typeof ownHeaders)[number]

const bits = new Map<string, number>(ownHeaders.map((name, index) => [name, 1 << index]))
const lengths = new Set(ownHeaders.map((name) => name.length))

/**
 * The first of our headers that appears more than once. Node joins some of them with a comma and drops the second
 * of others (authorization, location), so only the raw list can tell.
 */
export function findRepeatedHeader(rawHeaders: readonly string[]): OwnHeader | undefined {
  let seen = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const bit = lengths.has(name.length) ? bits.get(name.toLowerCase()) : undefined
    if (bit === undefined) continue
    if (seen & bit) return ownHeaders[Math.log2(bit)]
    seen |= bit
  }
  return undefined
}

/** Whether a request names two hosts: whoever looks at one of them does not see what whoever looks at the other sees. */
export function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let seen = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (seen) return true
    seen = true
  }
  return false
}
