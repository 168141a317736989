import type { Operation } from '../../calls/operations/operation.ts'
import type { SentDocument, SentPage } from '../../ground/html/page.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { nearestOf } from '../../ground/kernel/nearest.ts'
import type { HttpReply } from './http-reply.ts'

export type Route =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'page'; readonly page: FixedPage }
  | { readonly kind: 'document'; readonly page: Promise<SentDocument> }
  | { readonly kind: 'pageNow'; readonly page: PageNow; readonly rest: string }
  | { readonly kind: 'portal'; readonly portal: PortalDoor; readonly rest: string }
  | { readonly kind: 'alive' }
  | { readonly kind: 'ready' }

/** A document that is built once; it is given the address that its reader used. */
export type FixedPage = (address?: string) => SentDocument

/** A page that is made anew each time; it is given the rest of its path. */
export interface PageNow {
  readonly show: (rest: string) => Promise<SentPage>
  /** What its form does. The body says nothing that the path does not. */
  readonly post?: (rest: string, ref: RequestRef) => Promise<SentDocument>
}

/** Documents that are found by path and query, and made when somebody first asks for them. */
export interface PageShelf {
  find(path: string, query: string): Promise<SentDocument> | undefined
}

/** What takes everything under /portal, /wallet, /member or /m; it is given the rest of the path. */
export interface PortalDoor {
  take(reply: HttpReply, rest: string): void
}

/** By the beginning of their path. */
export type PagesNow = ReadonlyMap<string, PageNow>

export interface RoutedPages {
  readonly pages: ReadonlyMap<string, FixedPage>
  readonly pagesNow?: PagesNow
  readonly shelf?: PageShelf
  readonly portal?: PortalDoor
  /** What wallets ask for. */
  readonly wallet?: PortalDoor
  /** What apps and shops ask for members, and the pages that members see. */
  readonly member?: PortalDoor
  readonly memberPages?: PortalDoor
}

const portalPath = '/portal'
const walletPath = '/wallet'
const memberPath = '/member'
const memberPagesPath = '/m'

/** Every address that the server answers. */
export class Routes {
  private readonly byPath = new Map<string, Route>()

  private readonly operationPaths: string[] = []
  private readonly pagesNow: PagesNow
  private readonly shelf: PageShelf | undefined
  private readonly doors: readonly (readonly [path: string, door: PortalDoor | undefined])[]

  constructor(operations: readonly Operation[], routed: RoutedPages) {
    const { pages, pagesNow = new Map(), shelf, portal, wallet, member, memberPages } = routed
    this.pagesNow = pagesNow
    this.shelf = shelf
    this.doors = [
      [portalPath, portal],
      [walletPath, wallet],
      [memberPath, member],
      [memberPagesPath, memberPages],
    ]
    for (const [path, page] of pages) this.byPath.set(path, { kind: 'page', page })
    this.byPath.set('/healthz', { kind: 'alive' })
    this.byPath.set('/readyz', { kind: 'ready' })
    for (const operation of operations) {
      const path = `/${operation.group}/${operation.name}`
      this.operationPaths.push(path)
      this.byPath.set(path, { kind: 'operation', operation })
      // Existing clients call the merchant group without its name too.
      if (operation.group === 'merchant') this.byPath.set(`/${operation.name}`, { kind: 'operation', operation })
    }
  }

  find(url: string): Route | undefined {
    const known = this.byPath.get(url)
    if (known) return known
    const path = plainPath(url)
    return this.byPath.get(path) ?? this.findDoor(path) ?? this.findDocument(path, url) ?? this.findPageNow(path)
  }

  /** The address of an operation that was most likely meant. */
  suggest(url: string): string | undefined {
    return nearestOf(plainPath(url), this.operationPaths)
  }

  private findDoor(path: string): Route | undefined {
    for (const [beginning, portal] of this.doors) {
      const isOurs = path === beginning || path.startsWith(`${beginning}/`)
      if (portal && isOurs) return { kind: 'portal', portal, rest: path.slice(beginning.length) }
    }
    return undefined
  }

  private findDocument(path: string, url: string): Route | undefined {
    const page = this.shelf?.find(path, /\?([^#]*)/s.exec(url)?.[1] ?? '')
    return page && { kind: 'document', page }
  }

  private findPageNow(path: string): Route | undefined {
    for (const [beginning, page] of this.pagesNow) {
      if (path.startsWith(beginning)) return { kind: 'pageNow', page, rest: path.slice(beginning.length) }
    }
    return undefined
  }
}

/** The path alone: without scheme, host and query, with single slashes and none at its end, and decoded. */
function plainPath(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const single = decoded.replace(/\/{2,}/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
