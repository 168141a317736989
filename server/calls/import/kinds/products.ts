import { isDeepStrictEqual } from 'node:util'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import { operator } from '../../../domain/judge/caller.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { editInTransaction } from '../../../storage/brand-store/apply/edit.ts'
import { brandSecretUse } from '../../../storage/brand-store/document-secrets.ts'
import { type CellFault, faultIn, openColumn, required } from '../column.ts'
import type { ImportContext, ImportKind, JudgeContext, JudgedRows, PlacedRow, RowVerdict } from '../kind.ts'
import { readAmount } from '../values/amount.ts'
import { CellReader } from '../values/cells.ts'

interface ProductValues {
  readonly sku: string
  readonly name?: string
  readonly cost?: string
  readonly parent?: string
  readonly categories?: readonly string[]
}

const columnsOf = () => [
  required(openColumn('sku', 'What the till calls it.')),
  openColumn('name', 'Its name. Empty: as it is, or the sku.'),
  openColumn('cost', 'What one costs you, for reports of margins. Prices come with each checkout.'),
  openColumn('parent', 'The product or group that it belongs to.'),
  openColumn('categories', 'Its categories, with | between them.'),
]

/** Products of the brand file. A batch is one version of the brand, made as the portal makes it. */
export const productsKind: ImportKind<ProductValues> = {
  name: 'products',
  columns: columnsOf,
  read: readProduct,
  keyOf: ({ sku }) => sku,
  keyColumn: 'sku',
  batchRows: 10_000,
  judge: judgeProducts,
}

function readProduct(cells: ReadonlyMap<string, string>, context: ImportContext): ProductValues | readonly CellFault[] {
  const reader = new CellReader(cells, context.brand.timeZone)
  const values = defined({
    sku: reader.needed('sku'),
    name: reader.text('name', 1000),
    cost: readCost(cells.get('cost'), reader, context),
    parent: reader.name('parent'),
    categories: reader.several('categories', 100),
  })
  return reader.faults.length > 0 ? reader.faults : values
}

function readCost(text: string | undefined, reader: CellReader, { reading }: ImportContext): string | undefined {
  if (text === undefined) return undefined
  const amount = readAmount(text, reading.decimalMark)
  return typeof amount === 'string' ? reader.fault('cost', amount) : text.replace(',', '.')
}

interface Edit {
  readonly section: 'products'
  readonly key: string
  readonly entry: Readonly<Record<string, unknown>>
}

async function judgeProducts(
  db: Sql,
  rows: readonly PlacedRow<ProductValues>[],
  context: JudgeContext,
): Promise<JudgedRows> {
  const known = new Map(context.brand.document.products.map((product) => [product.sku, product]))
  const edits = new Map<string, Edit>()
  for (const { value } of rows) {
    const before = known.get(value.sku)
    const entry = { ...plain(before ?? {}), ...value }
    if (!before || !isDeepStrictEqual(comparable(entry), comparable(plain(before))))
      edits.set(value.sku, { section: 'products', key: value.sku, entry })
  }
  const wrong = edits.size > 0 ? await tryEdits(db, [...edits.values()], context) : new Map<string, CellFault>()
  const verdicts = rows.map(
    ({ value }): RowVerdict => wrong.get(value.sku) ?? (edits.has(value.sku) ? 'write' : 'same'),
  )
  const good = [...edits.values()].filter(({ key }) => !wrong.has(key))
  return { verdicts, store: () => storeEdits(db, good, context) }
}

const plain = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value))

/** As much as 0.40 is 0.4, and no categories are as good as none at all. */
function comparable({ cost, categories = [], ...others }: Record<string, unknown>) {
  return { ...others, categories, ...(cost !== undefined && { cost: Number(cost) }) }
}

/** What the brand would refuse, by product. Nothing is changed. */
async function tryEdits(db: Sql, edits: readonly Edit[], context: JudgeContext): Promise<Map<string, CellFault>> {
  if (!context.isLoading) await db.rows`begin`
  const applied = await editInTransaction(db, editedOf(edits, context), { ...optionsOf(context), dryRun: true })
  if (!context.isLoading) await db.rows`rollback`
  if ('overtaken' in applied)
    return new Map(applied.overtaken.map((address) => [address.replace(/^products\//, ''), changedSince] as const))
  if (!('faults' in applied)) return new Map()
  return new Map(
    applied.faults.map((fault) => {
      const [, sku = edits[0]?.key ?? '', column = 'sku'] = /^products\[(.+?)\](?:\.(\w+))?/.exec(fault.path) ?? []
      return [sku, faultIn(column, faultWords(fault, 'en'))] as const
    }),
  )
}

const changedSince = faultIn('sku', 'was changed by somebody else while the file was read: run the import again')

const editedOf = (edits: readonly Edit[], { brand }: JudgeContext) => ({
  brandId: brand.id,
  edits,
  baseVersion: brand.version,
})

const optionsOf = ({ pins, random, actor, importId }: JudgeContext) => ({
  pins,
  random,
  sealer: pins.sealerFor(brandSecretUse),
  caller: operator,
  origin: { actor },
  note: `Import ${importId}`,
})

async function storeEdits(db: Sql, edits: readonly Edit[], context: JudgeContext): Promise<void> {
  if (edits.length === 0) return
  const applied = await editInTransaction(db, editedOf(edits, context), optionsOf(context))
  if ('overtaken' in applied || 'faults' in applied)
    throw new Error('what was tried a moment ago is no longer possible')
}
