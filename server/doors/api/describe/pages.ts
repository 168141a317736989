import { readFileSync } from 'node:fs'
import type { Operation } from '../../../calls/operations/operation.ts'
import { brandFileSchema } from '../../../domain/brand/brand-file-schema.ts'
import type { SentDocument } from '../../../ground/html/page.ts'
import { readingScript, readingStyle } from '../../../ground/html/reading.ts'
import type { FixedPage } from '../routes.ts'
import { openApi } from './openapi.ts'
import { demoUrl, postmanCollection } from './postman.ts'
import { referencePage, startPage } from './reference-page.ts'
import { apiIndex, apiListing } from './swagger12.ts'
import { groupNames } from './transport.ts'

export interface DescriptionOptions {
  /** Where callers reach the server, if it is known. */
  readonly baseUrl?: string
}

/** Everything that explains the interface, by its path. Each document is built when it is first asked for. */
export function descriptionPages(
  operations: readonly Operation[],
  options: DescriptionOptions = {},
): ReadonlyMap<string, FixedPage> {
  const builders: readonly [string, () => SentDocument][] = [
    ['/', () => htmlPage(startPage())],
    ['/docs/reference', () => htmlPage(referencePage(operations))],
    ['/docs/style.css', () => asset('text/css; charset=utf-8', readingStyle() + besides('reference-page.css'))],
    ['/docs/page.js', () => asset('text/javascript; charset=utf-8', besides('reference-script.js'))],
    ['/docs/reading.js', () => asset('text/javascript; charset=utf-8', readingScript())],
    ['/openapi.json', () => jsonPage(openApi(operations, options))],
    ['/brand-file.schema.json', () => jsonPage(brandFileSchema())],
    ['/api-docs', () => jsonPage(apiIndex(operations))],
  ]
  /** `own`: what the document says of its address if nobody has said what it is. */
  const addressed = (path: string, own: string, build: (address?: string) => object): [string, FixedPage] => {
    const listing = once(() => jsonPage(build(options.baseUrl)))
    return [path, options.baseUrl === undefined ? perAddress(listing, own) : listing]
  }
  return new Map([
    ...builders.map(([path, build]): [string, FixedPage] => [path, once(build)]),
    addressed('/postman.json', `"key":"url","value":${JSON.stringify(demoUrl)}`, (url) =>
      postmanCollection(operations, url),
    ),
    ...groupNames.map((group) =>
      addressed(`/api-docs/${group}`, '"basePath":""', (url) => apiListing(group, operations, url)),
    ),
  ])
}

/** Readers choose what address they call, so that only so many are remembered. */
const addressesMax = 16

function perAddress(listing: () => SentDocument, own: string): FixedPage {
  const known = new Map<string | undefined, SentDocument>()
  return (address) => {
    const page = known.get(address) ?? atAddress(listing(), own, address)
    if (known.size >= addressesMax && !known.has(address)) known.clear()
    known.set(address, page)
    return page
  }
}

/** Tools read the address of the operations from the document, so one that does not know its own has the reader's. */
function atAddress(page: SentDocument, own: string, address: string | undefined): SentDocument {
  if (address === undefined) return page
  const beginning = own.slice(0, own.lastIndexOf(':"') + 1)
  return { ...page, body: page.body.replace(own, () => `${beginning}${JSON.stringify(address)}`) }
}

function once(build: () => SentDocument): () => SentDocument {
  let built: SentDocument | undefined
  return () => {
    built ??= build()
    return built
  }
}

const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function htmlPage(body: string): SentDocument {
  return {
    contentType: 'text/html; charset=utf-8',
    body,
    headers: { ...safeHeaders, 'Content-Security-Policy': contentSecurityPolicy },
  }
}

/** Public, so that description viewers on other origins may read it. */
function jsonPage(document: object): SentDocument {
  return {
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(document),
    headers: { ...safeHeaders, 'Access-Control-Allow-Origin': '*' },
  }
}

const besides = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const asset = (contentType: string, body: string): SentDocument => ({ contentType, body, headers: safeHeaders })
