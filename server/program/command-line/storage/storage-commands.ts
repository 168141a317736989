import { command, databaseCommand, type PurserCommand } from '../command.ts'
import { databaseFlags } from '../command-flags.ts'

/** The database: its tables, backups, moves and nodes. */
export const storageCommands: readonly PurserCommand[] = [
  command({
    words: ['migrate'],
    flags: [...databaseFlags, 'dry-run', 'contract'],
    about: "bring the database's tables up to date; with --dry-run, show what would be done and what it locks",
    run: async (_, context) => (await import('./migrate.ts')).migrateTables(context),
  }),
  command({
    words: ['database', 'prepare'],
    operands: ['[LOGIN]'],
    flags: [...databaseFlags, 'dry-run', 'processes', 'lanes'],
    about: 'allow a login of your own PostgreSQL to write-protect the ledger: creates the role, or prints how to',
    run: async ([login], { config }) => (await import('./database-prepare.ts')).databasePrepare(config, login),
  }),
  command({
    words: ['environment'],
    example: 'environment production',
    operands: ['[NAME]'],
    flags: databaseFlags,
    about:
      'print the environment that the database belongs to; with a name, make it that one, with its servers stopped',
    run: async ([name], context) => (await import('./environment.ts')).environment(name, context),
  }),
  command({
    words: ['backup'],
    operands: ['BACKUP'],
    flags: databaseFlags,
    about: 'write everything but the secret key into a new file, or one named after the time if BACKUP is a folder',
    run: async ([file], context) => (await import('./backup.ts')).backup(file, context),
  }),
  command({
    words: ['backup', 'check'],
    operands: ['BACKUP'],
    flags: databaseFlags,
    about: 'read a backup without a database, and say whether it is whole',
    run: async ([file], context) => (await import('./backup.ts')).backupCheck(file, context),
  }),
  command({
    words: ['restore'],
    operands: ['BACKUP'],
    flags: databaseFlags,
    about: 'write a backup into an empty database, bring it up to date and verify it',
    run: async ([file], context) => (await import('./restore.ts')).restore(file, context),
  }),
  command({
    words: ['move'],
    flags: ['data', 'to', 'to-file', 'log-level'],
    about: 'move everything from the embedded database to a PostgreSQL of your own, with the server stopped',
    run: async (_, context) => (await import('./move.ts')).move(context),
  }),
  databaseCommand({
    words: ['database', 'distribute'],
    flags: ['shards'],
    about: 'spread the brands of your own PostgreSQL over several nodes, with its extension Citus; can be run again',
    run: async (_, { url, config }) => (await import('./database-nodes.ts')).databaseDistribute(url, config.shards),
  }),
  databaseCommand({
    words: ['database', 'nodes'],
    about: 'show the nodes, and which brand lies where',
    run: async (_, { url }) => (await import('./database-nodes.ts')).databaseNodes(url),
  }),
  databaseCommand({
    words: ['database', 'add-node'],
    operands: ['HOST', 'PORT'],
    about: 'add a node that brands can be moved to',
    run: async ([host, port], { url }) => (await import('./database-nodes.ts')).databaseAddNode(url, host, port),
  }),
  databaseCommand({
    words: ['database', 'move-brand'],
    operands: ['BRAND', 'HOST:PORT'],
    about: 'move a brand to another node; its calls wait meanwhile',
    run: async ([brand, node], { url }) => (await import('./database-nodes.ts')).databaseMoveBrand(url, brand, node),
  }),
  databaseCommand({
    words: ['database', 'isolate-brand'],
    operands: ['BRAND'],
    about: 'give a brand a part of the database that it shares with no other, so that it can be moved alone',
    run: async ([brand], { url }) => (await import('./database-nodes.ts')).databaseIsolateBrand(url, brand),
  }),
]
