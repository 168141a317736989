import { writeFileSync } from 'node:fs'
import { errorsMarkdown, referenceMarkdown } from '../server/api/describe/markdown.ts'
import { operations } from '../server/operations/all.ts'

/** The documents that are derived from the code, by their path. */
export const writtenDocs: ReadonlyMap<string, string> = new Map([
  ['docs/errors.md', errorsMarkdown()],
  ['docs/reference.md', referenceMarkdown(operations)],
])

if (import.meta.main) {
  for (const [path, text] of writtenDocs) writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
