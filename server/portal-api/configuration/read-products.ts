import { integer, json, list, model, text } from '../../contract/field.ts'
import { brandRoute } from '../route.ts'
import { readProductRows } from './product-rows.ts'

const productEntry = model('ProductEntry', 'A product as a brand file has it.', {})

const rowFault = model('RowFault', 'A row that cannot be taken.', {
  line: integer('Its line in the file.').required(),
  message: text('What is wrong with it.').required(),
})

const productRow = model('ProductRow', 'A row that was read.', {
  line: integer('Its line in the file.').required(),
  entry: json('The product.', productEntry).required(),
})

/** Only reads: what is to become of the rows is decided by whoever looks at them, with editBrand. */
export const readProducts = brandRoute({
  name: 'readProducts',
  summary: 'Read products from CSV, and tell of each row that cannot be read.',
  permission: 'configuration.change',
  isOfWholeBrand: true,
  request: { csv: text('The file.').max(900_000).required() },
  response: {
    rows: list('The products.', productRow).max(5000).required(),
    faults: list('What is wrong.', rowFault).max(5000).required(),
  },
  run: async ({ request: { csv } }) => readProductRows(csv),
})
