import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** Whether the body is, or may turn out to be, larger than it may be. */
export function mayBeTooLarge(request: IncomingMessage, limit: number): boolean {
  return declaresTooMuch(request, limit) || request.headers['transfer-encoding'] !== undefined
}

export function declaresTooMuch(request: IncomingMessage, limit: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > limit
}

/** Hands over the whole body, or undefined as soon as it is too large. One that is cut off is never handed over. */
export function collectBody(request: IncomingMessage, limit: number, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    if (size > limit) return
    size += chunk.length
    chunks.push(chunk)
    if (size > limit) done(undefined)
  })
  request.on('end', () => {
    const [first = Buffer.alloc(0)] = chunks
    if (size <= limit) done(chunks.length > 1 ? Buffer.concat(chunks) : first)
  })
}

const byteOrderMark = 0xfeff

/** The body's text, or undefined when it is not valid UTF-8. */
export function decodeBody(body: Buffer): string | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
}
