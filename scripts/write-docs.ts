import { readFileSync, writeFileSync } from 'node:fs'
import { errorsMarkdown, referenceMarkdown } from '../server/api/describe/markdown.ts'
import { operations } from '../server/operations/all.ts'
import { roomTable } from './rooms.ts'

const place = (path: string) => new URL(`../${path}`, import.meta.url)

/** A page that is written by hand, but for the table between its two marks. */
function withRooms(path: string): string {
  const [before = '', , after = ''] = readFileSync(place(path), 'utf8').split(/<!-- (?:end of )?rooms -->/)
  return `${before}<!-- rooms -->\n${roomTable()}\n<!-- end of rooms -->${after}`
}

/** The documents that are derived from the code, by their path. */
export const writtenDocs: ReadonlyMap<string, string> = new Map([
  ['docs/errors.md', errorsMarkdown()],
  ['docs/reference.md', referenceMarkdown(operations)],
  ['ARCHITECTURE.md', withRooms('ARCHITECTURE.md')],
])

if (import.meta.main) {
  for (const [path, text] of writtenDocs) writeFileSync(place(path), text)
}
