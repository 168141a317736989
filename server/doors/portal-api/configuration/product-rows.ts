import { Readable } from 'node:stream'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { type BrandFault, faultOf } from '../../../domain/brand/faults/fault.ts'

/** A row of a file of products, as an entry of the brand file. */
export interface ProductRow {
  /** Its line in the file; the first is that of the names. */
  readonly line: number
  readonly entry: Readonly<Record<string, unknown>>
}

export type ProductFault = BrandFault & { readonly line: number }

export interface ProductRows {
  /** What the file has of each product. */
  readonly columns: readonly string[]
  readonly rows: readonly ProductRow[]
  readonly faults: readonly ProductFault[]
}

const columns = ['sku', 'name', 'cost', 'parent', 'categories'] as const
type Column = (typeof columns)[number]

const known = new Set<string>(columns)
/** As many as one call of editBrand takes. */
const rowsMax = 500
/** So much of a file is read in one turn, which takes some 20 ms. */
const sliceBytes = 32 * 1024
/** No row of a product is longer. */
const rowCharactersMax = 20_000

/**
 * Reads products from CSV: comma, semicolon or tab, as spreadsheets write it. Categories are separated by "|". A row that
 * cannot be read is told with its line; the others are read. Others have their turn meanwhile.
 */
export async function readProductRows(text: string): Promise<ProductRows> {
  let records: readonly Parsed[]
  try {
    records = await readRecords(text)
  } catch (error) {
    return {
      columns: [],
      rows: [],
      faults: [{ line: lineOf(error), ...faultOf('notCsv') }],
    }
  }
  const [head, ...body] = records
  const names = head?.record.map((name) => name.toLowerCase()) ?? []
  if (!names.includes('sku'))
    return { columns: [], rows: [], faults: [{ line: 1, ...faultOf('columnsMissing', { columns }) }] }
  const strange = names.filter((name) => !known.has(name))
  const headFaults = strange.map((name) => ({
    line: 1,
    ...faultOf('unknownColumn', { name, columns }),
  }))
  if (body.length > rowsMax)
    return { columns: [], rows: [], faults: [{ line: 1, ...faultOf('tooManyRows', { max: rowsMax }) }] }
  if (headFaults.length > 0) return { columns: [], rows: [], faults: headFaults }
  return readBody(names as Column[], body)
}

async function readRecords(text: string): Promise<readonly Parsed[]> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    max_record_size: rowCharactersMax,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to: rowsMax + 2,
  })
  const input = Readable.from(slicesOf(text))
  input.pipe(parser)
  try {
    const records: Parsed[] = []
    for await (const record of parser as AsyncIterable<Parsed>) records.push(record)
    return records
  } finally {
    input.destroy()
    parser.destroy()
  }
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    yield bytes.subarray(at, at + sliceBytes)
    await turnOfOthers()
  }
}

/** The one that separates the names: in the rows, a comma may also be a decimal one. */
function delimiterOf(text: string): string {
  const [head = ''] = text.slice(0, rowCharactersMax).split(/\r?\n/, 1)
  return [';', '\t'].find((mark) => head.includes(mark)) ?? ','
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function readBody(names: readonly Column[], body: readonly Parsed[]): ProductRows {
  const rows: ProductRow[] = []
  const faults: ProductFault[] = []
  const lines = new Map<string, number>()
  for (const { record, info } of body) {
    const line = info.lines
    const entry = entryOf(names, record)
    const fault = findFault(names, record, { sku: entry.sku, before: lines.get(String(entry.sku)) })
    if (fault === undefined) rows.push({ line, entry })
    else faults.push({ line, ...fault })
    if (entry.sku !== undefined) lines.set(String(entry.sku), line)
  }
  return { columns: names, rows, faults }
}

function findFault(
  names: readonly Column[],
  record: readonly string[],
  { sku, before }: { readonly sku: unknown; readonly before: number | undefined },
): BrandFault | undefined {
  const [fields, columnCount] = [record.length, names.length]
  if (fields !== columnCount) return faultOf('fieldCount', { fields, columns: columnCount })
  if (sku === undefined) return faultOf('skuMissing')
  if (before !== undefined) return faultOf('skuTwice', { sku: String(sku), line: before })
  return undefined
}

function entryOf(names: readonly Column[], record: readonly string[]): Record<string, unknown> {
  const cells = names.map((name, index) => [name, record[index] ?? ''] as const)
  return Object.fromEntries(
    cells.filter(([, cell]) => cell !== '').map(([name, cell]) => [name, cellValue(name, cell)]),
  )
}

/** A decimal comma is what spreadsheets of half the world write. */
function cellValue(name: Column, cell: string): unknown {
  if (name === 'cost') return /^\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell
  if (name !== 'categories') return cell
  return cell
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function lineOf(error: unknown): number {
  const { lines } = error as { readonly lines?: number }
  return lines ?? 1
}
