import { stringify } from 'yaml'
import type { BrandDocument, DocumentEmployee } from '../brand/document.ts'
import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'
import { findBrandRow } from './brand.sql.ts'
import { withoutSecrets } from './document-secrets.ts'
import { findVersionRow } from './history/version.sql.ts'
import { listListedCards } from './stock/card-stock.sql.ts'

/** The brand as a file that can be applied again: hashes instead of secrets, no pins, nothing that is switched off. */
export async function exportText(db: Sql, brandId: BrandId): Promise<string | undefined> {
  const file = await exportFile(db, brandId)
  return file && fileText(file)
}

/** A file as people read it. */
export function fileText(file: object): string {
  // Quoted so that readers of YAML 1.1 understand it in the same way.
  const style = { lineWidth: 120, compat: 'yaml-1.1', aliasDuplicateObjects: false } as const
  return stringify(file, { ...style, sortMapEntries: byKeyOrder })
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

/** The key order of the reference, because the database keeps none. */
const keyOrder = [
  'exportedFrom brand apiKeys groups locations programs couponSets demographicFields products subscriptionLists eventTypes',
  'templates segments senders webhooks texts portal campaigns',
  'version fingerprint id key uuid categoryId sku cardNumber fact name description trigger type group maxSelected',
  'country currency timeZone language apiVersion enable settings exchangeRates',
  'requireEmployee requireEmployeePassword reversalGraceDays cashoutReturns interfaceTimeZone',
  'secretSha256 secretsSha256 secretSet scope addresses expires strict passwordHash passwordSet pin status terminals employees pinLength cardsExpireAfter valueTypes cardSets',
  'balanceType balanceCode display scale maxBalance minIssue maxIssue minRedeem maxRedeem subtracks',
  'code uses perCard generate cards coupons codes autoGenerate count prefix length cost parent categories channel list public labels',
  'groupType sentiment template subject body html text receipt smtp url events caps perCardPerDay perBrandPerHour',
  'percent amount unitPrice groupPrice expiresAfter expiresAt activeAfter returnRelated subtrack',
  'active days months years endOf plus from until to priority date schedule segment target set promotion tags tag',
  'times give atLeast per of offsetDays rule once hour every within where except pick units on buy repeat steps min max round',
  'basis op value all any none when limit window exclusive option rules then',
].flatMap((line) => line.split(' '))
const rank = new Map(keyOrder.map((key, index) => [key, index]))

function byKeyOrder(a: { key: unknown }, b: { key: unknown }): number {
  const [left, right] = [keyText(a.key), keyText(b.key)]
  const order = (rank.get(left) ?? keyOrder.length) - (rank.get(right) ?? keyOrder.length)
  return order !== 0 ? order : left < right ? -1 : 1
}

function keyText(key: unknown): string {
  return typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : String(key)
}
