import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type ApiKey, type BrandDocument, type DocumentLocation, secretsOf } from '../../../domain/brand/document.ts'
import { canonicalJson } from '../../../ground/kernel/canonical-json.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { changeSecrets, type SecretChange } from '../document-secrets.ts'

/**
 * What the history keeps of a document: everything but secrets and their hashes, the names of employees, and what is
 * switched off. A mark stands where a secret was, so that two versions can be compared and nothing can be read. It has
 * the form of a document, but what signs or lets in must never be taken from it.
 */
export type KeptDocument = BrandDocument & { readonly isKept: true }

export function toKept(document: BrandDocument): KeptDocument {
  return {
    ...changeSecrets(document, marks),
    isKept: true,
    apiKeys: document.apiKeys.map(withMarkedSecrets),
    locations: document.locations.map(withoutPersons),
    switchedOff: nothingOff,
  }
}

const marks: SecretChange = {
  list: (secrets) => secrets.map(markOf),
  address: (smtp) => {
    const url = new URL(smtp)
    if (url.password === '') return smtp
    url.password = markOf(smtp)
    return url.href
  },
}

function withMarkedSecrets(apiKey: ApiKey): ApiKey {
  const { secretSha256: _one, secretsSha256: _two, ...rights } = apiKey
  return { ...rights, secretSha256: markOf(secretsOf(apiKey).join()) }
}

function withoutPersons(location: DocumentLocation): DocumentLocation {
  const employees = location.employees.map(({ id, passwordHash }) => ({
    id,
    name: id,
    ...(passwordHash !== undefined && { passwordHash: markOf(passwordHash) }),
  }))
  return { ...location, employees }
}

/** Too short to find out what it was made from, and long enough to see that it changed. */
const markOf = (secret: string) => sha256(secret).slice(0, 8)

const nothingOff: BrandDocument['switchedOff'] = {
  groups: [],
  locations: [],
  programs: [],
  valueTypes: [],
  cardSets: [],
  couponSets: [],
  demographicFields: [],
  products: [],
  subscriptionLists: [],
  eventTypes: [],
  templates: [],
  segments: [],
  webhooks: [],
  campaigns: [],
}

/** As it is stored, and the fingerprint by which an export of it is recognised. */
export interface PackedDocument {
  readonly content: Buffer
  readonly fingerprint: string
}

export async function packDocument(kept: KeptDocument): Promise<PackedDocument> {
  const { switchedOff: _, isKept: _kept, ...document } = kept
  // The same configuration under another id has the same fingerprint: applying it takes nothing back.
  const { id: _id, ...brand } = document.brand
  const text = canonicalJson({ ...document, brand })
  return { content: await packText(text), fingerprint: sha256(text).slice(0, 12) }
}

/** A section that an older release did not have is empty. */
export async function unpackDocument(content: Buffer, id: BrandId): Promise<KeptDocument> {
  const { valueTypes: _types, cardSets: _sets, ...sections } = nothingOff
  const empty = { ...sections, apiKeys: [], senders: {}, texts: {} }
  const { brand, ...document } = JSON.parse(await unpackText(content))
  return { ...empty, ...document, brand: { id, ...brand }, switchedOff: nothingOff, isKept: true }
}

/** In another thread, because a large brand has megabytes. */
export const packText = (text: string): Promise<Buffer> => promisify(gzip)(text)
export const unpackText = async (content: Buffer): Promise<string> =>
  (await promisify(gunzip)(content)).toString('utf8')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
