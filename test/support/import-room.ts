import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ImportFault } from '../../server/calls/import/column.ts'
import { BadFile } from '../../server/calls/import/file/bad-file.ts'
import { openSource } from '../../server/calls/import/file/source-file.ts'
import { type Imported, importFile } from '../../server/calls/import/import-file.ts'
import type { ImportContext, KindName } from '../../server/calls/import/kind.ts'
import { findKind } from '../../server/calls/import/kinds/all.ts'
import type { DateOrder } from '../../server/calls/import/values/written-date.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { Connection, ConnectionPool } from '../../server/ground/database/connection.ts'
import { loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import { ask } from './race.ts'
import { openShop, type Shop, testDatabase, testKey, times } from './shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'purser-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

/** A file with this content. */
export function fileOf(content: string | Uint8Array): string {
  files += 1
  const path = join(folder, `${files}.csv`)
  writeFileSync(path, content)
  return path
}

export interface Importing {
  readonly map?: Readonly<Record<string, string>>
  readonly set?: Readonly<Record<string, string>>
  readonly decimal?: '.' | ','
  readonly dates?: DateOrder
  readonly dryRun?: boolean
  readonly skipsBadRows?: boolean
  readonly overwrites?: boolean
  readonly loadsAgain?: boolean
  readonly takesSeveral?: boolean
  readonly onProgress?: (step: string, row: number) => void
}

export interface Ran {
  readonly imported: Imported
  readonly faults: readonly string[]
  readonly rowFaults: readonly ImportFault[]
}

/** Imports a file without the command line. Faults as texts: `2 amount: is empty`. */
export async function importPath(shop: Shop, kindName: KindName, path: string, options: Importing = {}): Promise<Ran> {
  const kind = findKind(kindName)
  if (!kind) throw new Error(kindName)
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  const brand = await loadBrandWithoutSecrets(pool, shop.id).finally(() => pool.close())
  if (!brand) throw new Error(shop.id)
  const context: ImportContext = {
    brand,
    pins: new PinKeeper(testKey, randomBytes),
    random: randomBytes,
    reading: {
      map: new Map(Object.entries(options.map ?? {})),
      fixed: new Map(Object.entries(options.set ?? {})),
      decimalMark: options.decimal ?? '.',
      dateOrder: options.dates ?? 'ymd',
      words: new Map(),
    },
    actor: { kind: 'commandLine', name: 'ana' },
    overwrites: options.overwrites ?? false,
    loadsAgain: options.loadsAgain ?? false,
    takesSeveral: options.takesSeveral ?? false,
  }
  const rowFaults: ImportFault[] = []
  const source = await openSource(path)
  const db = await Connection.open({ url: testDatabase(), lockTimeoutMs: 2000 })
  try {
    const imported = await importFile(db, {
      source,
      kind,
      context,
      isDryRun: options.dryRun ?? false,
      skipsBadRows: options.skipsBadRows ?? false,
      onFault: (fault) => {
        rowFaults.push(fault)
      },
      onProgress: options.onProgress ?? (() => undefined),
    })
    return { imported, rowFaults, faults: rowFaults.map(({ row, column, message }) => `${row} ${column}: ${message}`) }
  } finally {
    await Promise.all([source.close(), db.close()])
  }
}

export const importText = (
  shop: Shop,
  kind: KindName,
  content: string | Uint8Array,
  options: Importing = {},
): Promise<Ran> => importPath(shop, kind, fileOf(content), options)

/** An import that has to write everything. */
export async function mustImport(shop: Shop, kind: KindName, content: string, options: Importing = {}) {
  const { imported, faults } = await importText(shop, kind, content, options)
  if (imported.outcome !== 'loaded' || faults.length > 0) throw new Error(`${imported.outcome}: ${faults.join('; ')}`)
  return imported.run
}

/** Why a file is refused as a whole. */
export async function refusalOf(
  shop: Shop,
  kind: KindName,
  content: string | Uint8Array,
  options: Importing = {},
): Promise<string> {
  try {
    const { imported } = await importText(shop, kind, content, options)
    return imported.outcome
  } catch (error) {
    if (error instanceof BadFile) return error.message
    throw error
  }
}

/** The number of a card of `shopWithCards`. */
export const numberOf = (index: number) => `8${String(index).padStart(11, '0')}`

export async function shopWithCards(count: number): Promise<Shop> {
  const shop = await openShop()
  await mustImport(
    shop,
    'cards',
    `cardNumber,cardSetId\n${times(count, (index) => `${numberOf(index)},cards`).join('\n')}\n`,
  )
  return shop
}

/** A file with a balance for each of them. */
export const balancesOf = (count: number) =>
  `cardNumber,balanceType,balanceCode,amount\n${times(count, (index) => `${numberOf(index)},Currency,USD,${(index % 100) + 0.01}`).join('\n')}\n`

export const sumOf = async (shop: Shop) => {
  const [row] = await ask(
    'select coalesce(sum(amount), 0)::text as sum, count(*)::int as rows from ledger where brand_id = $1',
    [shop.id],
  )
  return row
}
