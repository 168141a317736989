import type { BrandDocument, DocumentEmployee } from '../../domain/brand/document.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { findBrandRow } from './brand.sql.ts'
import { withoutSecrets } from './document-secrets.ts'
import { findVersionRow } from './history/version.sql.ts'
import { listListedCards } from './stock/card-stock.sql.ts'
import { fileText } from './texts/file-text.ts'

/** The brand as a file that can be applied again: hashes instead of secrets, no pins, nothing that is switched off. */
export async function exportText(db: Sql, brandId: BrandId): Promise<string | undefined> {
  const file = await exportFile(db, brandId)
  return file && fileText(file)
}

/** The same as an object, with its keys in no particular order. */
export async function exportFile(db: Sql, brandId: BrandId): Promise<object | undefined> {
  const row = await findBrandRow(db, brandId)
  if (!row) return undefined
  const kept = await findVersionRow(db, brandId, row.version)
  const exportedFrom = { version: row.version, ...(kept && { fingerprint: kept.fingerprint }) }
  return { exportedFrom, ...toFile(withoutSecrets(row), await listedCards(db, brandId)) }
}

/**
 * A file as it is shown: what says that there is a secret, and not the hash by which it could be guessed. Applied again
 * it changes nothing, because `secretSet` and `passwordSet` mean that it stays as it is.
 */
export function withoutDigests(file: object): object {
  const { apiKeys, locations } = file as Partial<Pick<BrandDocument, 'apiKeys' | 'locations'>>
  return {
    ...file,
    ...(apiKeys && {
      apiKeys: apiKeys.map(({ secretSha256: _one, secretsSha256: _all, ...key }) => ({ ...key, secretSet: true })),
    }),
    ...(locations && {
      locations: locations.map((location) => ({ ...location, employees: location.employees.map(withoutHash) })),
    }),
  }
}

const withoutHash = ({ passwordHash, ...employee }: DocumentEmployee) =>
  passwordHash === undefined ? employee : { ...employee, passwordSet: true }

/** The cards that files listed, by set. */
export async function listedCards(db: Sql, brandId: BrandId): Promise<ReadonlyMap<string, readonly object[]>> {
  const cards = new Map<string, object[]>()
  for (const { set, number, status } of await listListedCards(db, brandId)) {
    const entry = { cardNumber: number, status: fileStatuses.has(status) ? status : 'Inventory' }
    const sameSet = cards.get(set)
    if (sameSet) sameSet.push(entry)
    else cards.set(set, [entry])
  }
  return cards
}

/** Cards in any other status have left the stock. When the export is applied to an empty server, they are in it again. */
const fileStatuses = new Set(['Inventory', 'Distributed', 'Demo'])

/** A document without secrets as a file. */
export function toFile(
  { switchedOff: _off, ...document }: BrandDocument,
  cards: ReadonlyMap<string, readonly object[]> = new Map(),
): object {
  const programs = document.programs.map((program) => ({
    ...program,
    valueTypes: program.valueTypes.map(({ subtracks, ...type }) =>
      subtracks.length > 0 ? { ...type, subtracks } : type,
    ),
    cardSets: program.cardSets.map((set) => (cards.has(set.id) ? { ...set, cards: cards.get(set.id) } : set)),
  }))
  const file = { ...document, programs }
  return Object.fromEntries(Object.entries(file).filter(([, section]) => Object.keys(section).length > 0))
}
