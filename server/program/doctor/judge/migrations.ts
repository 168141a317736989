import { type Finding, ok, problem, someOf, warning } from '../finding.ts'

export interface MigrationSight {
  /** Names of those that this program brings, each with the digest of its text. */
  readonly known: ReadonlyMap<string, string>
  /** Those that the database has; undefined when it has no tables yet. */
  readonly applied: ReadonlyMap<string, string> | undefined
  /** Those of them that only add something, so that a version that does not know them can go on. */
  readonly adding: ReadonlySet<string>
}

const point = 'migrations'

export function judgeMigrations({ known, applied, adding }: MigrationSight): Finding[] {
  if (!applied) return [warning(point, 'the database has no tables yet', 'Run: purser migrate (a start does it, too)')]
  const newer = [...applied.keys()].filter((name) => !known.has(name))
  const ahead = newer.filter((name) => !adding.has(name))
  const added = newer.filter((name) => adding.has(name))
  const changed = [...applied].filter(([name, digest]) => known.has(name) && known.get(name) !== digest)
  const behind = [...known.keys()].filter((name) => !applied.has(name))
  const found = [
    ...(ahead.length > 0
      ? [problem(point, `the database has ${someOf(ahead)}, which this Purser does not know`, 'Use a newer Purser.')]
      : []),
    ...(added.length > 0
      ? [
          warning(
            point,
            `a newer Purser has added ${someOf(added)}; this one can go on`,
            'Finish the upgrade: docs/upgrade.md',
          ),
        ]
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
