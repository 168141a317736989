import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { BadFile } from './bad-file.ts'
import type { SourceFile } from './source-file.ts'

/** A record of the file and the line that it ends on; the first record has the names of the columns. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** No row of ours is longer; a quotation mark that is never closed ends here, and not at the end of memory. */
const recordCharactersMax = 262_144

/** All records, in order, read as they are needed. */
export async function* readRecords(source: SourceFile): AsyncGenerator<CsvRecord> {
  const text = source.text()
  const first = await text.next()
  if (first.done) return
  const parser = parse({
    delimiter: separatorOf(first.value, source.name),
    info: true,
    max_record_size: recordCharactersMax,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  const input = Readable.from(startingWith(first.value, text))
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) yield { line: info.lines, cells: record }
  } catch (error) {
    throw error instanceof CsvError ? toBadFile(error, source.name) : error
  } finally {
    input.destroy()
    parser.destroy()
  }
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/** The one that separates the names of the columns. In rows, a comma may be a decimal mark. */
function separatorOf(beginning: string, file: string): string {
  const [head = ''] = beginning.split(/\r?\n|\r/, 1)
  const bare = head.replace(/"[^"]*"/g, '')
  const found = [';', '\t', ',', '|']
    .map((mark) => ({ mark, count: bare.split(mark).length - 1 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const [best, second] = found
  if (best && second && best.count === second.count)
    throw new BadFile(
      `${file}: the first line has "${best.mark}" and "${second.mark}" alike; which one separates columns?`,
    )
  return best?.mark ?? ','
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quotation mark; one within a field is written twice',
  INVALID_OPENING_QUOTE: 'a quotation mark stands within a field; put the field into marks and write it twice',
  CSV_MAX_RECORD_SIZE: `a row has more than ${recordCharactersMax} characters; perhaps a quotation mark is not closed`,
}

function toBadFile(error: CsvError, file: string): BadFile {
  const { lines } = error as unknown as { readonly lines?: number }
  const place = lines === undefined ? '' : `, line ${lines}`
  return new BadFile(`${file}${place}: ${reasons[error.code] ?? 'is no CSV'}. Nothing was imported.`)
}
