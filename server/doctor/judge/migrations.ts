import { type Finding, ok, problem, someOf, warning } from '../finding.ts'

export interface MigrationSight {
  /** Names of those that this program brings, each with the digest of its text. */
  readonly known: ReadonlyMap<string, string>
  /** Those that the database has; undefined when it has no tables yet. */
  readonly applied: ReadonlyMap<string, string> | undefined
}

const point = 'migrations'

export function judgeMigrations({ known, applied }: MigrationSight): Finding[] {
  if (!applied) return [warning(point, 'the database has no tables yet', 'Run: purser migrate (a start does it, too)')]
  const ahead = [...applied.keys()].filter((name) => !known.has(name))
  const changed = [...applied].filter(([name, digest]) => known.has(name) && known.get(name) !== digest)
  const behind = [...known.keys()].filter((name) => !applied.has(name))
  const found = [
    ...(ahead.length > 0
      ? [problem(point, `the database has ${someOf(ahead)}, which this Purser does not know`, 'Use a newer Purser.')]
      : []),
    ...(changed.length > 0
      ? [
          problem(
            point,
            `changed after they were applied: ${someOf(changed.map(([name]) => name))}`,
            'Restore the files.',
          ),
        ]
      : []),
    ...(behind.length > 0
      ? [warning(point, `not applied yet: ${someOf(behind)}`, 'Run: purser migrate (a start does it, too)')]
      : []),
  ]
  return found.length > 0 ? found : [ok(point, `all ${known.size} are applied`)]
}
