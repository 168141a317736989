import { backup, backupCheck } from './backup.ts'
import { type Command, command, databaseCommand, databaseFlags } from './command.ts'
import {
  databaseAddNode,
  databaseDistribute,
  databaseIsolateBrand,
  databaseMoveBrand,
  databaseNodes,
} from './database-nodes.ts'
import { databasePrepare } from './database-prepare.ts'
import { migrateTables } from './migrate.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'

/** The database: its tables, backups, moves and nodes. */
export const storageCommands: readonly Command[] = [
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
]
