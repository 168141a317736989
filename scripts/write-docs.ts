import { readFileSync, writeFileSync } from 'node:fs'
import { errorsMarkdown, referenceMarkdown } from '../server/api/describe/markdown.ts'
import { postmanCollection } from '../server/api/describe/postman.ts'
import { brandFileSchema } from '../server/brand/brand-file-schema.ts'
import { databaseMetrics, processMetrics } from '../server/metrics/metric-list.ts'
import { operations } from '../server/operations/all.ts'
import { metricTable } from './metric-table.ts'
import { roleTable } from './role-table.ts'
import { roomTable } from './rooms.ts'

const place = (path: string) => new URL(`../${path}`, import.meta.url)

/** A page that is written by hand, but for the tables between marks such as these: <!-- rooms -->, <!-- end of rooms -->. */
function withTables(path: string, tables: Readonly<Record<string, string>>): string {
  let text = readFileSync(place(path), 'utf8')
  for (const [mark, table] of Object.entries(tables)) {
    const [before = '', , after = ''] = text.split(new RegExp(`<!-- (?:end of )?${mark} -->`))
    text = `${before}<!-- ${mark} -->\n${table}\n<!-- end of ${mark} -->${after}`
  }
  return text
}

/** The documents that are derived from the code, by their path. */
export const writtenDocs: ReadonlyMap<string, string> = new Map([
  ['docs/errors.md', errorsMarkdown()],
  ['docs/reference.md', referenceMarkdown(operations)],
  ['docs/purser.postman_collection.json', `${JSON.stringify(postmanCollection(operations), undefined, 1)}\n`],
  ['docs/brand-file.schema.json', `${JSON.stringify(brandFileSchema(), undefined, 1)}\n`],
  ['ARCHITECTURE.md', withTables('ARCHITECTURE.md', { rooms: roomTable() })],
  ['docs/portal.md', withTables('docs/portal.md', { roles: roleTable() })],
  [
    'docs/metrics.md',
    withTables('docs/metrics.md', {
      'process metrics': metricTable(processMetrics),
      'database metrics': metricTable(databaseMetrics),
    }),
  ],
])

if (import.meta.main) {
  for (const [path, text] of writtenDocs) writeFileSync(place(path), text)
}
