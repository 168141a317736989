import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { gzip } from 'node:zlib'
import type { SentDocument } from '../../ground/html/page.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'

/** What a visitor of a page is sent. */
interface PageAnswer {
  readonly status: number
  readonly headers: string[]
  readonly body: Buffer
}

/** Beyond so many bytes a page is compressed. */
const worthCompressing = 1024
const nothing = Buffer.alloc(0)

/**
 * A page that is the same for everybody, as bytes: encoded, compressed and named once, and not for each visitor. Whoever
 * has it already is told so.
 */
class PreparedPage {
  private readonly plain: Buffer
  private readonly headers: readonly string[]
  private readonly status: number
  private readonly tag: string
  private compressed: Buffer | undefined
  private isCompressing = false
  private wasAskedFor = false

  constructor({ contentType, body, status = 200, headers = {} }: SentDocument) {
    this.plain = Buffer.from(body)
    this.status = status
    this.tag = `W/"${hash('sha256', body).slice(0, 32)}"`
    const own = ['Content-Type', contentType, 'ETag', this.tag, 'Vary', 'Accept-Encoding']
    this.headers = [...own, ...Object.entries(headers).flat()]
  }

  /** Compresses it, elsewhere than on this thread; until that is done it is sent as it is. */
  compress(): void {
    if (this.isCompressing || this.plain.length < worthCompressing) return
    this.isCompressing = true
    gzip(this.plain, { level: 9 }, (error, bytes) => {
      if (!error) this.compressed = bytes
    })
  }

  answer(asked: IncomingHttpHeaders): PageAnswer {
    const { headers, status, tag } = this
    const known = asked['if-none-match']
    if (known?.split(',').some((one) => one.trim() === tag)) {
      return { status: 304, headers: [...headers], body: nothing }
    }
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(asked['accept-encoding']?.toString() ?? '')
    const { compressed } = this
    // Not for a single visitor: a page that has the address of its reader in it may never be asked for again.
    if (takesGzip && this.wasAskedFor) this.compress()
    this.wasAskedFor = true
    if (!takesGzip || !compressed) return { status, headers: withLength(headers, this.plain), body: this.plain }
    return {
      status,
      headers: [...withLength(headers, compressed), 'Content-Encoding', 'gzip'],
      body: compressed,
    }
  }
}

function withLength(headers: readonly string[], { length }: Buffer): string[] {
  return [...headers, 'Content-Length', String(length)]
}

/** Pages are built once and live as long as the server. */
export const preparedPage = oncePer((page: SentDocument) => new PreparedPage(page))

/** A start has more urgent work, and a server that stops soon need not have done it. Who asks earlier gets the page at once. */
const preparesAfterMs = 20_000

export function prepareSoon(
  pages: ReadonlyMap<string, (address?: string) => SentDocument>,
  onFault: (error: unknown) => void,
): void {
  setTimeout(() => prepareInTurns(pages.values()).catch(onFault), preparesAfterMs).unref()
}

/** Builds and prepares pages one after the other, so that no visitor waits for it and no call for a visitor. */
export async function prepareInTurns(pages: Iterable<(address?: string) => SentDocument>): Promise<void> {
  for (const page of pages) {
    await new Promise((resolve) => setImmediate(resolve))
    preparedPage(page()).compress()
  }
}
