import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Statement, splitStatements } from './split-statements.ts'

/**
 * An expand migration only adds, so that servers of the version before go on beside it. A contract migration takes
 * something away, which only servers that know it have stopped using.
 */
export type MigrationKind = 'expand' | 'contract'

export interface MigrationFile {
  readonly number: number
  readonly name: string
  readonly kind: MigrationKind
  readonly statements: readonly Statement[]
  readonly sha256: Buffer
}

/** The last of those that are older than the rule. */
const lastUndeclared = 8

/** The migrations in a folder, in their order. */
export function listMigrationFiles(folder: string): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  const files = names.toSorted().map((name) => readMigration(name, readFileSync(`${folder}/${name}`)))
  if (new Set(files.map(({ number }) => number)).size < files.length)
    throw new Error('Two migrations have the same number.')
  return files
}

function readMigration(name: string, content: Buffer): MigrationFile {
  const number = Number.parseInt(name, 10)
  const sql = content.toString('utf8')
  const sha256 = createHash('sha256').update(content).digest()
  try {
    return { number, name, kind: kindOf(number, sql), statements: splitStatements(sql), sha256 }
  } catch (cause) {
    throw new Error(`Migration ${name} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

function kindOf(number: number, sql: string): MigrationKind {
  const declared = /^-- (expand|contract)\b/.exec(sql)?.[1]
  if (declared === undefined && number > lastUndeclared)
    throw new Error('its first line must begin with "-- expand" or "-- contract" (CONTRIBUTING.md says which)')
  return declared === 'contract' ? 'contract' : 'expand'
}
