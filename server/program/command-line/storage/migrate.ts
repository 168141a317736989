import { hasDatabase, openDatabase } from '../../../ground/database/database.ts'
import { planFor, planForNew } from '../../../ground/database/migrate.ts'
import type { MigrationFile } from '../../../ground/database/migrating/migration-files.ts'
import type { MigrationPlan } from '../../../ground/database/migrating/plan.ts'
import { effectOf, tablesMadeBy, toOneLine } from '../../../ground/database/migrating/statement-effect.ts'
import { bringUpToDate } from '../../../ground/database/up-to-date.ts'
import { listOutdatedServers } from '../../../storage/store/servers/running-server.sql.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { withPool } from '../pool.ts'
import { serverLine } from './server-line.ts'

/** Brings the tables up to date; with --contract, also removes what only older versions need. */
export async function migrateTables(context: CommandContext): Promise<void> {
  const { config, log } = context
  if (config.dryRun) return showPlan(context)
  const database = await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'command')
  try {
    const { coordinator: url } = database
    const beforeContract = (migration: number) => refuseWhileNeeded(url, migration)
    const logLine = (text: string) => log.info('migrate', { text })
    await bringUpToDate(url, logLine, config.takesContract ? beforeContract : undefined)
    const { waiting } = await planFor(url, false)
    const names = waiting.map(({ name }) => name)
    process.stdout.write(['The database is up to date.', ...waitingLines(names)].map((line) => `${line}\n`).join(''))
  } finally {
    await database.stop()
  }
}

/** A server that does not know a migration may still use what the migration takes away. */
async function refuseWhileNeeded(url: string, migration: number): Promise<void> {
  const outdated = await withPool(url, (pool) => listOutdatedServers(pool, migration))
  if (outdated.length === 0) return
  throw new CommandFailed([
    'Nothing was taken away: servers of an older version still run on this database.',
    ...outdated.map(serverLine),
    'Replace or stop them, and run this again. A server that was killed counts for a minute.',
  ])
}

async function showPlan({ config, log }: CommandContext): Promise<void> {
  if (!hasDatabase(config)) {
    process.stdout.write(linesOf(planForNew(), 'There is no database yet. The first start makes it with:'))
    return
  }
  const database = await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'command')
  try {
    const plan = await planFor(database.coordinator, config.takesContract)
    process.stdout.write(linesOf(plan, 'This would be applied; nothing was changed:'))
  } finally {
    await database.stop()
  }
}

function linesOf({ due, waiting, ahead }: MigrationPlan, title: string): string {
  const lines = [
    ...(due.length === 0 ? ['Nothing would be applied.'] : [title, ...due.flatMap(fileLines)]),
    ...waitingLines(waiting.map(({ name }) => name)),
    ...(ahead.length === 0 ? [] : [aheadLine(ahead.map(({ name }) => name))]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const aheadLine = (names: readonly string[]) =>
  `The database is ahead: a newer version applied ${names.join(', ')}. They only add, so that this version can run on it.`

const waitingLines = (names: readonly string[]) =>
  names.length === 0
    ? []
    : [
        `${counted(names.length, 'migration')} that ${names.length === 1 ? 'takes' : 'take'} something away wait: ${names.join(', ')}.`,
        'When every server has this version: purser migrate --contract',
      ]

function fileLines({ name, kind, statements }: MigrationFile): string[] {
  const newTables = tablesMadeBy(statements)
  return [
    '',
    `${name}  (${kind})`,
    ...statements.flatMap(({ text }) => [`  ${shortened(text)}`, `      ${effectOf(text, newTables).locks}`]),
  ]
}

const shownCharacters = 100

function shortened(statement: string): string {
  const text = toOneLine(statement)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text
}
