import type { MigrationFile, MigrationKind } from './migration-files.ts'

export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly sha256: Buffer
  readonly kind: MigrationKind
}

/** How a database stands to the migrations that a program has. */
export interface MigrationPlan {
  /** To be applied now, in this order. */
  readonly due: readonly MigrationFile[]
  /** Contract migrations that are not due: the operator applies them once no older server runs. */
  readonly waiting: readonly MigrationFile[]
  /** What a newer version applied. All of it only adds, so that this version can work with it. */
  readonly ahead: readonly AppliedMigration[]
}

/** Compares, and refuses a database that this program cannot work with. */
export function planMigrations(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  takesContract: boolean,
): MigrationPlan {
  checkUnchanged(files, applied)
  const missing = files.filter(({ number }) => !applied.some((one) => one.number === number))
  const last = applied.at(-1)?.number ?? 0
  const skipped = missing.find(({ kind, number }) => kind === 'expand' && number < last)
  if (skipped)
    throw new Error(`Migration ${skipped.name} comes before one that is already applied. Give it a higher number.`)
  const ahead = applied.filter(({ number }) => !files.some((file) => file.number === number))
  // Nobody uses a new database yet, so that nothing can be taken away from anybody.
  if (applied.length === 0) return { due: missing, waiting: [], ahead }
  const expand = missing.filter(({ kind }) => kind === 'expand')
  const contract = missing.filter(({ kind }) => kind === 'contract')
  return takesContract
    ? { due: [...expand, ...contract], waiting: [], ahead }
    : { due: expand, waiting: contract, ahead }
}

/** Migrations that are applied must be unchanged; those that this program does not know must only have added something. */
function checkUnchanged(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): void {
  for (const { number, name, sha256, kind } of applied) {
    const file = files.find((one) => one.number === number)
    if (file && !file.sha256.equals(sha256))
      throw new Error(`Migration ${file.name} was changed after it was applied to this database. Restore the file.`)
    if (!file && kind === 'contract') throw new Error(tooOld(name))
  }
}

/** Why a program must not work with a database any more. */
export const tooOld = (migration: string) =>
  `The database has migration ${migration}, which this Purser does not know and which takes away what it needs. ` +
  'Use a newer Purser (docs/upgrade.md).'
