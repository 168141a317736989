import { backgroundCommands } from './background/background-commands.ts'
import { brandCommands } from './brand/brand-commands.ts'
import { command, databaseCommand, type PurserCommand } from './command.ts'
import { auditFlags, databaseFlags, doctorFlags, reportFlags, startFlags, workFlags } from './command-flags.ts'
import { importCommands } from './import/import-commands.ts'
import { keyCommands } from './keys/key-commands.ts'
import { lookCommands } from './look/look-commands.ts'
import { customerCommands } from './people/customer-commands.ts'
import { userCommands } from './people/user-commands.ts'
import { storageCommands } from './storage/storage-commands.ts'
import { printVersion } from './version.ts'

/** The whole command line. The order is that of `purser help`. What a command does is loaded only when it is run. */
export const commands: readonly PurserCommand[] = [
  command({
    words: ['start'],
    example: 'start --data /var/lib/purser --environment production',
    flags: startFlags,
    about: 'start the server',
    isServer: true,
    run: async (_, context) => (await import('./serve/start.ts')).start(context),
  }),
  command({
    words: ['work'],
    example: 'work --data /var/lib/purser',
    flags: workFlags,
    about: 'run only background jobs, such as expiry and messages, and serve no calls',
    isServer: true,
    run: async (_, { config, log }) => (await import('./serve/work.ts')).work(config, log),
  }),
  command({
    words: ['doctor'],
    example: 'doctor --data /var/lib/purser --environment production',
    flags: doctorFlags,
    about: 'look at everything that commonly goes wrong, and say what to do; takes the settings of start',
    run: async (_, context) => (await import('./check/doctor.ts')).doctor(context),
  }),
  ...backgroundCommands,
  ...storageCommands,
  ...brandCommands,
  ...keyCommands,
  ...userCommands,
  ...customerCommands,
  ...importCommands,
  databaseCommand({
    words: ['export'],
    example: 'export ledger 1001 --from 2026-11-01 --to 2026-11-30 --format csv --out exports/ledger',
    operands: ['WHAT', 'BRAND'],
    flags: ['from', 'to', 'format', 'personal-data', 'out'],
    about:
      'write ledger, requests, checkouts, lines, discounts or customers into files; goes on where it was interrupted',
    run: async ([what, brand], context) => (await import('./storage/export.ts')).exportRows(what, brand, context),
  }),
  command({
    words: ['export', 'check'],
    operands: ['FOLDER'],
    about: 'read an export without a database, and say whether it is whole',
    run: async ([folder]) => (await import('./storage/export.ts')).exportCheck(folder),
  }),
  databaseCommand({
    words: ['audit'],
    example: 'audit 1001 --since 2026-11-01 --action key.created',
    operands: ['BRAND'],
    flags: auditFlags,
    about: 'print who changed what by hand, and from where; the newest first',
    run: async ([brand], context) => (await import('./look/audit.ts')).showAudit(brand, context),
  }),
  command({
    words: ['report'],
    example: 'report 1001 roll-forward --from 2026-11-01 --to 2026-11-30 --per day --format csv',
    operands: ['[BRAND]', '[NAME]'],
    flags: [...databaseFlags, ...reportFlags],
    about: 'print a report that ties to the ledger; without a name, list the reports',
    run: async ([brand, name], context) => (await import('./look/report.ts')).printReport(brand, name, context),
  }),
  databaseCommand({
    words: ['demo'],
    operands: ['[BRAND]'],
    flags: ['environment'],
    about: 'give the demo brand a year of made-up history, made by the real engine; only in the environment demo',
    run: async ([brand], context) => (await import('./demo/demo.ts')).makeByHand(brand, context),
  }),
  databaseCommand({
    words: ['verify'],
    operands: ['[BRAND]'],
    about: 'derive every balance from the ledger and name every difference; of all brands, or of one',
    run: async ([brand], { url, log }) => (await import('./check/verify.ts')).verifyAll(url, log, brand),
  }),
  databaseCommand({
    words: ['rebuild'],
    example: 'rebuild 1001 --dry-run',
    operands: ['[BRAND]'],
    flags: ['dry-run'],
    about: 'make whatever is derived again from the ledger, while calls are carried out, and say what differed',
    run: async ([brand], context) => (await import('./check/rebuild.ts')).rebuildAll(context, brand),
  }),
  ...lookCommands,
  command({ words: ['version'], about: 'print the version', run: printVersion }),
]
