import { auditFlags, showAudit } from './audit.ts'
import { backgroundCommands } from './background-commands.ts'
import { brandCommands } from './brand-commands.ts'
import { call } from './call.ts'
import { type Command, command, databaseCommand, databaseFlags } from './command.ts'
import { customerCommands } from './customer.ts'
import { demo } from './demo.ts'
import { doctor, doctorFlags } from './doctor.ts'
import { explain } from './explain.ts'
import { exportCheck, exportFlags, exportRows } from './export.ts'
import { importCommands } from './import-commands.ts'
import { keyCommands } from './key-commands.ts'
import { mcp } from './mcp.ts'
import { replay } from './replay.ts'
import { printReport, reportFlags } from './report.ts'
import { simulate } from './simulate.ts'
import { start, startFlags } from './start.ts'
import { storageCommands } from './storage-commands.ts'
import { tail } from './tail.ts'
import { userCommands } from './user.ts'
import { verifyCommand } from './verify.ts'
import { printVersion } from './version.ts'
import { work, workFlags } from './work.ts'

/** The whole command line. The order is that of `purser help`. */
export const commands: readonly Command[] = [
  command({
    words: ['start'],
    example: 'start --data /var/lib/purser --environment production',
    flags: startFlags,
    about: 'start the server',
    isServer: true,
    run: (_, context) => start(context),
  }),
  command({
    words: ['work'],
    example: 'work --data /var/lib/purser',
    flags: workFlags,
    about: 'run only background jobs, such as expiry and messages, and serve no calls',
    isServer: true,
    run: (_, { config, log }) => work(config, log),
  }),
  command({
    words: ['doctor'],
    example: 'doctor --data /var/lib/purser --environment production',
    flags: doctorFlags,
    about: 'look at everything that commonly goes wrong, and say what to do; takes the settings of start',
    run: (_, context) => doctor(context),
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
    flags: exportFlags,
    about:
      'write ledger, requests, checkouts, lines, discounts or customers into files; goes on where it was interrupted',
    run: ([what, brand], context) => exportRows(what, brand, context),
  }),
  command({
    words: ['export', 'check'],
    operands: ['FOLDER'],
    about: 'read an export without a database, and say whether it is whole',
    run: ([folder]) => exportCheck(folder),
  }),
  databaseCommand({
    words: ['audit'],
    example: 'audit 1001 --since 2026-11-01 --action key.created',
    operands: ['BRAND'],
    flags: auditFlags,
    about: 'print who changed what by hand, and from where; the newest first',
    run: ([brand], context) => showAudit(brand, context),
  }),
  command({
    words: ['report'],
    example: 'report 1001 roll-forward --from 2026-11-01 --to 2026-11-30 --per day --format csv',
    operands: ['[BRAND]', '[NAME]'],
    flags: [...databaseFlags, ...reportFlags],
    about: 'print a report that ties to the ledger; without a name, list the reports',
    run: ([brand, name], context) => printReport(brand, name, context),
  }),
  demo,
  verifyCommand,
  databaseCommand({
    words: ['explain'],
    operands: ['REQUESTREF'],
    flags: ['json'],
    about: 'print what the rules of a call gave, what nearly fired, and why the others did not',
    run: ([requestRef], { url, config }) => explain(url, requestRef, config.json),
  }),
  databaseCommand({
    words: ['simulate'],
    example: 'simulate 1001 --card 70000001 --products "2 ESP 3.50, 1 BUN 3.75"',
    operands: ['BRAND', '[FILE]'],
    flags: ['card', 'products', 'location', 'at', 'version', 'draft', 'json'],
    about: 'print what a checkout would do and why each rule would fire or not; nothing is changed; FILE may be -',
    run: ([brand, file], context) => simulate(brand, file, context),
  }),
  replay,
  call,
  tail,
  mcp,
  command({ words: ['version'], about: 'print the version', run: printVersion }),
]
