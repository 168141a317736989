import { isDeepStrictEqual } from 'node:util'
import type { Brand } from '../../../domain/brand/brand.ts'
import { keyOf } from '../../../domain/brand/edits.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import { integer, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { type ProductFault, type ProductRow, readProductRows } from './product-rows.ts'
import { sectionEntries } from './section-entries.ts'

const productEntry = model('ProductEntry', 'A product as a brand file has it.', {})

const rowFault = model('RowFault', 'A row that cannot be taken.', {
  line: integer('Its line in the file.').required(),
  message: text('What is wrong with it.').required(),
})

const productRow = model('ProductRow', 'A row that was read.', {
  line: integer('Its line in the file.').required(),
  entry: json('The product as it would be: what the file has no column for stays as it is.', productEntry).required(),
  state: oneOf('How it compares with what is configured.', ['new', 'changed', 'unchanged']).required(),
})

/** Only reads: what is to become of the rows is decided by whoever looks at them, with editBrand. */
export const readProducts = brandRoute({
  name: 'readProducts',
  summary: 'Read products from CSV, and tell of each row that cannot be read.',
  permission: 'configuration.change',
  isConfirmed: false,
  reach: 'brand',
  request: { csv: text('The file.').max(900_000).required() },
  response: {
    version: integer('The version of the brand that they were compared with.').required(),
    rows: list('The products.', productRow).max(500).required(),
    faults: list('What is wrong.', rowFault).max(500).required(),
  },
  run: async ({ request: { csv }, brand, language }) => {
    const { columns, rows, faults } = await readProductRows(csv)
    const known = knownProducts(brand)
    const told = (fault: ProductFault) => ({ line: fault.line, message: faultWords(fault, language) })
    return { version: brand.version, rows: rows.map((row) => compared(row, columns, known)), faults: faults.map(told) }
  },
})

type Product = Readonly<Record<string, unknown>>

const knownProducts = (brand: Brand) =>
  new Map(sectionEntries(brand, 'products').map((one) => [keyOf(one, 'products'), one as Product]))

function compared({ line, entry }: ProductRow, columns: readonly string[], known: ReadonlyMap<unknown, Product>) {
  const before = known.get(entry.sku)
  if (!before) return { line, entry, state: 'new' as const }
  const kept = Object.fromEntries(Object.entries(before).filter(([key]) => !columns.includes(key)))
  const after = { ...entry, ...kept }
  const isSame = isDeepStrictEqual(comparable(after), comparable(before))
  return { line, entry: after, state: isSame ? ('unchanged' as const) : ('changed' as const) }
}

/** As much as 0.40 is 0.4, and no categories are as good as none at all. */
function comparable(product: Product): Product {
  const { cost, categories = [], ...others } = product
  return { ...others, categories, ...(cost !== undefined && { cost: Number(cost) }) }
}
