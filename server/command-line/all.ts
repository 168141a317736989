import { auditFlags, showAudit } from './audit.ts'
import { backup, backupCheck } from './backup.ts'
import { brandApply, brandExport } from './brand.ts'
import { brandCheck, brandSchema } from './brand-check.ts'
import { brandCancel, brandDiff, brandHistory, brandPromote, brandRollback } from './brand-history.ts'
import { type Command, command, databaseCommand, databaseFlags } from './command.ts'
import { customerCommands } from './customer.ts'
import {
  databaseAddNode,
  databaseDistribute,
  databaseIsolateBrand,
  databaseMoveBrand,
  databaseNodes,
} from './database-nodes.ts'
import { databasePrepare } from './database-prepare.ts'
import { demo } from './demo.ts'
import { doctor, doctorFlags } from './doctor.ts'
import { showErrand, showErrands, startErrand, stopErrand } from './errands.ts'
import { explain } from './explain.ts'
import { exportCheck, exportFlags, exportRows } from './export.ts'
import { retryJobs, runJob, showJobs } from './jobs.ts'
import { keyChange, keyCreate, keyList, keyRevoke, keyRotate } from './key.ts'
import { rightsFlags } from './key-flags.ts'
import { messagesEnable, messagesRetry, showMessages } from './messages.ts'
import { migrateTables } from './migrate.ts'
import { move } from './move.ts'
import { recommendationsQuality } from './recommendations-quality.ts'
import { replay } from './replay.ts'
import { printReport, reportFlags } from './report.ts'
import { restore } from './restore.ts'
import { secretRotate } from './secret.ts'
import { segments } from './segments.ts'
import { simulate } from './simulate.ts'
import { start, startFlags } from './start.ts'
import { userCommands } from './user.ts'
import { verifyCommand } from './verify.ts'
import { printVersion } from './version.ts'
import { webhooks, webhooksReplay } from './webhooks.ts'
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
  databaseCommand({
    words: ['jobs'],
    about: 'show the background jobs: waiting, running, failed, given up',
    run: (_, { url }) => showJobs(url),
  }),
  databaseCommand({
    words: ['jobs', 'run'],
    example: 'jobs run scores',
    operands: ['NAME'],
    about: 'run a job now, whatever its schedule says',
    run: ([name], { url, ...context }) => runJob(url, name, context),
  }),
  databaseCommand({
    words: ['jobs', 'retry'],
    about: 'run the jobs that were given up again',
    run: (_, { url, ...context }) => retryJobs(url, context),
  }),
  databaseCommand({
    words: ['errands'],
    operands: ['BRAND'],
    about: 'list the long work that was asked for in a brand: what waits, runs, and came of it',
    run: ([brand], context) => showErrands(brand, context),
  }),
  databaseCommand({
    words: ['errands', 'show'],
    operands: ['BRAND', 'ERRANDID'],
    flags: ['json'],
    about: 'show how far an errand is, what was asked for, and its result',
    run: ([brand, id], context) => showErrand(brand, id, context),
  }),
  databaseCommand({
    words: ['errands', 'start'],
    example: 'errands start 1001 verify',
    operands: ['BRAND', 'KIND', '[FILE]'],
    about: 'have a running server do long work in the background; FILE has its input as JSON, - is the standard input',
    run: ([brand, kind, file], context) => startErrand({ brand, kind, file }, context),
  }),
  databaseCommand({
    words: ['errands', 'cancel'],
    operands: ['BRAND', 'ERRANDID'],
    about: 'cancel an errand that waits or runs',
    run: ([brand, id], context) => stopErrand(brand, id, context),
  }),
  databaseCommand({
    words: ['messages'],
    operands: ['BRAND'],
    about: "show a brand's messages: how many, which receivers fail, which were given up",
    run: ([brand], { url }) => showMessages(url, brand),
  }),
  databaseCommand({
    words: ['messages', 'retry'],
    example: 'messages retry 1001',
    operands: ['BRAND', '[MESSAGEID]'],
    about: 'send a message that was given up again, or all of them',
    run: ([brand, messageId], { url }) => messagesRetry(url, brand, messageId),
  }),
  databaseCommand({
    words: ['messages', 'enable'],
    operands: ['BRAND', 'CHANNEL'],
    about: 'send to a disabled receiver again',
    run: ([brand, channel], { url, operator }) => messagesEnable(url, { brand, channel }, { actor: operator }),
  }),
  databaseCommand({
    words: ['segments'],
    operands: ['BRAND'],
    about: "show a brand's segments, and refresh them soon",
    run: ([brand], { url }) => segments(url, brand),
  }),
  databaseCommand({
    words: ['recommendations', 'quality'],
    example: 'recommendations quality 1001',
    operands: ['BRAND', '[DAYS]'],
    flags: ['json'],
    about: 'say how good recommendations and scores would have been for what was bought in the last 30 days, or DAYS',
    run: ([brand, days], context) => recommendationsQuality(brand, days, context),
  }),
  databaseCommand({
    words: ['webhooks'],
    operands: ['BRAND'],
    about: "show the state of a brand's webhooks",
    run: ([brand], { url }) => webhooks(url, brand),
  }),
  databaseCommand({
    words: ['webhooks', 'replay'],
    operands: ['BRAND', 'WEBHOOK', '[SINCE]'],
    about: 'send events again: all since "2026-11-01 08:00:00", or those that were given up',
    run: ([brand, webhook, since = ''], { url, operator }) =>
      webhooksReplay(url, { brand, webhook }, since, { actor: operator }),
  }),
  command({
    words: ['migrate'],
    flags: [...databaseFlags, 'dry-run', 'contract'],
    about: "bring the database's tables up to date; with --dry-run, show what would be done and what it locks",
    run: (_, context) => migrateTables(context),
  }),
  command({
    words: ['database', 'prepare'],
    operands: ['[LOGIN]'],
    flags: [...databaseFlags, 'dry-run', 'processes', 'lanes'],
    about: 'allow a login of your own PostgreSQL to write-protect the ledger: creates the role, or prints how to',
    run: ([login], { config }) => databasePrepare(config, login),
  }),
  command({
    words: ['backup'],
    operands: ['BACKUP'],
    flags: databaseFlags,
    about: 'write everything but the secret key into a new file, or one named after the time if BACKUP is a folder',
    run: ([file], context) => backup(file, context),
  }),
  command({
    words: ['backup', 'check'],
    operands: ['BACKUP'],
    flags: databaseFlags,
    about: 'read a backup without a database, and say whether it is whole',
    run: ([file], context) => backupCheck(file, context),
  }),
  command({
    words: ['restore'],
    operands: ['BACKUP'],
    flags: databaseFlags,
    about: 'write a backup into an empty database, bring it up to date and verify it',
    run: ([file], context) => restore(file, context),
  }),
  command({
    words: ['move'],
    flags: ['data', 'to', 'to-file', 'log-level'],
    about: 'move everything from the embedded database to a PostgreSQL of your own, with the server stopped',
    run: (_, context) => move(context),
  }),
  databaseCommand({
    words: ['database', 'distribute'],
    flags: ['shards'],
    about: 'spread the brands of your own PostgreSQL over several nodes, with its extension Citus; can be run again',
    run: (_, { url, config }) => databaseDistribute(url, config.shards),
  }),
  databaseCommand({
    words: ['database', 'nodes'],
    about: 'show the nodes, and which brand lies where',
    run: (_, { url }) => databaseNodes(url),
  }),
  databaseCommand({
    words: ['database', 'add-node'],
    operands: ['HOST', 'PORT'],
    about: 'add a node that brands can be moved to',
    run: ([host, port], { url }) => databaseAddNode(url, host, port),
  }),
  databaseCommand({
    words: ['database', 'move-brand'],
    operands: ['BRAND', 'HOST:PORT'],
    about: 'move a brand to another node; its calls wait meanwhile',
    run: ([brand, node], { url }) => databaseMoveBrand(url, brand, node),
  }),
  databaseCommand({
    words: ['database', 'isolate-brand'],
    operands: ['BRAND'],
    about: 'give a brand a part of the database that it shares with no other, so that it can be moved alone',
    run: ([brand], { url }) => databaseIsolateBrand(url, brand),
  }),
  command({
    words: ['brand', 'check'],
    example: 'brand check my-brand.yaml --strict',
    operands: ['FILE'],
    flags: ['strict', 'json'],
    about: 'say what is wrong with a brand file, without a database; FILE may be - for the standard input',
    run: ([file], context) => brandCheck(file, context),
  }),
  command({
    words: ['brand', 'schema'],
    about: 'print the JSON Schema of brand files, with which editors complete and check them',
    run: brandSchema,
  }),
  databaseCommand({
    words: ['brand', 'apply'],
    example: 'brand apply my-brand.yaml --dry-run',
    operands: ['FILE'],
    flags: ['dry-run', 'environment', 'strict', 'note', 'at', 'overwrite'],
    about: 'apply a brand file, or keep it until its time; exit status 3: it would undo what others have changed',
    makesDatabase: true,
    run: ([file], context) => brandApply(file, context),
  }),
  databaseCommand({
    words: ['brand', 'export'],
    example: 'brand export 1001 --version 12',
    operands: ['BRAND'],
    flags: ['version'],
    about: 'print a brand as a brand file, as it is or as it was',
    run: ([brand], context) => brandExport(brand, context),
  }),
  databaseCommand({
    words: ['brand', 'history'],
    operands: ['BRAND'],
    flags: ['json'],
    about: "print a brand's versions, the newest first, and what is scheduled: who, when, why, and what changed",
    run: ([brand], context) => brandHistory(brand, context),
  }),
  databaseCommand({
    words: ['brand', 'diff'],
    example: 'brand diff 1001 11 12',
    operands: ['BRAND', 'VERSION', 'VERSION'],
    flags: ['json'],
    about: 'print what changed from one version of a brand to another',
    run: ([brand, first, second], context) => brandDiff(brand, [first, second], context),
  }),
  databaseCommand({
    words: ['brand', 'rollback'],
    example: 'brand rollback 1001 11 --dry-run',
    operands: ['BRAND', 'VERSION'],
    flags: ['dry-run', 'environment', 'strict', 'note'],
    about: 'make a new version with the content of an earlier one; keys, employees, secrets and stock stay',
    run: ([brand, version], context) => brandRollback(brand, version, context),
  }),
  databaseCommand({
    words: ['brand', 'promote'],
    example: 'brand promote --from stage.yaml --to 1001 --dry-run',
    flags: ['from', 'to', 'dry-run', 'environment', 'strict', 'note', 'overwrite'],
    about: "give a brand what another one's file has, but for keys, employees, senders, webhooks and stock",
    run: (_, context) => brandPromote(context),
  }),
  databaseCommand({
    words: ['brand', 'cancel'],
    example: 'brand cancel 1001 2',
    operands: ['BRAND', 'NUMBER'],
    about: 'cancel a scheduled change, or set a refused one aside, by its number in the history',
    run: ([brand, number], context) => brandCancel(brand, number, context),
  }),
  databaseCommand({
    words: ['key', 'create'],
    example: 'key create 1001 till-7 --scope merchant --locations L1',
    operands: ['BRAND', '[KEY]'],
    flags: ['environment', ...rightsFlags],
    about: 'make an API key, for tills unless --scope says otherwise; its secret is shown once',
    run: ([brand, key], context) => keyCreate(brand, key, context),
  }),
  databaseCommand({
    words: ['key', 'change'],
    example: 'key change 1001 till-7 --expires "2027-01-01 00:00:00"',
    operands: ['BRAND', 'KEY'],
    flags: rightsFlags,
    about: 'change what an API key may do',
    run: ([brand, key], context) => keyChange({ brand, key }, context),
  }),
  databaseCommand({
    words: ['key', 'rotate'],
    operands: ['BRAND', 'KEY'],
    flags: ['environment', 'finish'],
    about: 'give an API key a second secret; with --finish, end the older one',
    run: ([brand, key], context) => keyRotate({ brand, key }, context),
  }),
  databaseCommand({
    words: ['key', 'revoke'],
    operands: ['BRAND', 'KEY'],
    about: 'refuse an API key from now on',
    run: ([brand, key], context) => keyRevoke({ brand, key }, context),
  }),
  databaseCommand({
    words: ['key', 'list'],
    operands: ['BRAND'],
    about: "list a brand's API keys",
    run: ([brand], { url }) => keyList(url, brand),
  }),
  ...userCommands,
  databaseCommand({
    words: ['secret', 'rotate'],
    flags: ['finish'],
    about:
      'replace the key that seals pins and secrets, step by step while servers run; with --finish, end the older one',
    run: (_, context) => secretRotate(context),
  }),
  ...customerCommands,
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
  command({ words: ['version'], about: 'print the version', run: printVersion }),
]
