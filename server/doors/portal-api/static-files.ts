import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { codeOf } from '../../ground/kernel/code-of.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'
import type { HttpReply } from '../api/http-reply.ts'

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
}

interface StaticFile {
  readonly type: string
  readonly plain: Buffer
  /** As Brotli, from the build. */
  readonly compressed?: Buffer
}

/** Stands in the built page where the answer's own nonce belongs. */
const nonceMark = '__NONCE__'

/** Nothing from elsewhere, no script or style that is not ours, and no page around it. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const securityHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'same-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(self), microphone=(), geolocation=(), payment=()',
]

/** The built application, read once it is there. Every address that is no file is the application's own, and gets its page. */
export class StaticFiles {
  private files: ReadonlyMap<string, StaticFile>
  private readonly folder: string
  private readonly random: RandomBytes
  private readonly isBeingBuilt: boolean

  /** `isBeingBuilt`: whether a folder that is not there soon will be. */
  constructor(folder: string, random: RandomBytes, isBeingBuilt = false) {
    this.folder = folder
    this.random = random
    this.isBeingBuilt = isBeingBuilt
    this.files = readFiles(folder)
  }

  send(reply: HttpReply, path: string): void {
    if (!this.files.has('/index.html')) this.files = readFiles(this.folder)
    const file = this.files.get(path)
    if (file && path !== '/index.html') sendAsset(reply, file)
    else if (path.startsWith('/assets/')) sendText(reply, 404, 'There is no such file.')
    else this.sendPage(reply)
  }

  private sendPage(reply: HttpReply): void {
    const page = this.files.get('/index.html')
    if (!page) {
      if (this.isBeingBuilt) sendWaiting(reply)
      else sendText(reply, 503, 'The portal is not built. Run "npm run portal:build" among the sources.')
      return
    }
    const nonce = Buffer.from(this.random(16)).toString('base64url')
    const body = page.plain.toString('utf8').replaceAll(nonceMark, nonce)
    const caching = ['Cache-Control', 'no-store', 'Content-Security-Policy', policy(nonce)]
    const length = ['Content-Length', String(Buffer.byteLength(body))]
    reply.send(200, body, ['Content-Type', page.type, ...length, ...caching, ...securityHeaders])
  }
}

function sendAsset(reply: HttpReply, { type, plain, compressed }: StaticFile): void {
  const takesBrotli = /\bbr\b/.test(String(reply.request.headers['accept-encoding'] ?? ''))
  const body = takesBrotli && compressed ? compressed : plain
  const encoding = body === plain ? [] : ['Content-Encoding', 'br']
  // Their names change with their content.
  const caching = ['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding']
  const length = ['Content-Length', String(body.length)]
  reply.send(200, body, ['Content-Type', type, ...length, ...caching, ...encoding, ...securityHeaders])
}

function sendText(reply: HttpReply, status: number, text: string): void {
  const length = ['Content-Length', String(Buffer.byteLength(text))]
  reply.send(status, text, ['Content-Type', 'text/plain; charset=utf-8', ...length, ...securityHeaders])
}

const waitingPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Purser</title><body><p>The portal is being built, which takes some seconds after the first start. This page comes
again by itself.</p><p>If it does not end, the server's log says why; "npm run portal:build" builds it by hand.</p></body></html>
`

/** A page that asks again until there is something. */
function sendWaiting(reply: HttpReply): void {
  const length = ['Content-Length', String(Buffer.byteLength(waitingPage))]
  const caching = ['Cache-Control', 'no-store', 'Retry-After', '2', 'Content-Security-Policy', "default-src 'none'"]
  reply.send(503, waitingPage, ['Content-Type', 'text/html; charset=utf-8', ...length, ...caching, ...securityHeaders])
}

/** Nothing, too, while another server that has built them puts its files in the place of these. */
function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  try {
    return readAll(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return new Map()
  }
}

function readAll(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const compressed = existsSync(`${path}.br`) ? { compressed: readFileSync(`${path}.br`) } : {}
    files.set(path.slice(folder.length).replaceAll('\\', '/'), { type, plain: readFileSync(path), ...compressed })
  }
  return files
}
