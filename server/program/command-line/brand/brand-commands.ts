import { command, databaseCommand, type PurserCommand } from '../command.ts'

/** Brand files and their history. */
export const brandCommands: readonly PurserCommand[] = [
  command({
    words: ['brand', 'check'],
    example: 'brand check my-brand.yaml --strict',
    operands: ['FILE'],
    flags: ['strict', 'json'],
    about: 'say what is wrong with a brand file, without a database; FILE may be - for the standard input',
    run: async ([file], context) => (await import('./brand-check.ts')).brandCheck(file, context),
  }),
  command({
    words: ['brand', 'schema'],
    about: 'print the JSON Schema of brand files, with which editors complete and check them',
    run: async () => (await import('./brand-check.ts')).brandSchema(),
  }),
  databaseCommand({
    words: ['brand', 'apply'],
    example: 'brand apply my-brand.yaml --dry-run',
    operands: ['FILE'],
    flags: ['dry-run', 'environment', 'strict', 'note', 'at', 'overwrite'],
    about: 'apply a brand file, or keep it until its time; exit status 3: it would undo what others have changed',
    makesDatabase: true,
    run: async ([file], context) => (await import('./brand.ts')).brandApply(file, context),
  }),
  databaseCommand({
    words: ['brand', 'export'],
    example: 'brand export 1001 --version 12',
    operands: ['BRAND'],
    flags: ['version'],
    about: 'print a brand as a brand file, as it is or as it was',
    run: async ([brand], context) => (await import('./brand.ts')).brandExport(brand, context),
  }),
  databaseCommand({
    words: ['brand', 'history'],
    operands: ['BRAND'],
    flags: ['json'],
    about: "print a brand's versions, the newest first, and what is scheduled: who, when, why, and what changed",
    run: async ([brand], context) => (await import('./brand-history.ts')).brandHistory(brand, context),
  }),
  databaseCommand({
    words: ['brand', 'diff'],
    example: 'brand diff 1001 11 12',
    operands: ['BRAND', 'VERSION', 'VERSION'],
    flags: ['json'],
    about: 'print what changed from one version of a brand to another',
    run: async ([brand, first, second], context) =>
      (await import('./brand-history.ts')).brandDiff(brand, [first, second], context),
  }),
  databaseCommand({
    words: ['brand', 'rollback'],
    example: 'brand rollback 1001 11 --dry-run',
    operands: ['BRAND', 'VERSION'],
    flags: ['dry-run', 'environment', 'strict', 'note'],
    about: 'make a new version with the content of an earlier one; keys, employees, secrets and stock stay',
    run: async ([brand, version], context) =>
      (await import('./brand-history.ts')).brandRollback(brand, version, context),
  }),
  databaseCommand({
    words: ['brand', 'promote'],
    example: 'brand promote --from stage.yaml --to 1001 --dry-run',
    flags: ['from', 'to', 'dry-run', 'environment', 'strict', 'note', 'overwrite'],
    about: "give a brand what another one's file has, but for keys, employees, senders, webhooks and stock",
    run: async (_, context) => (await import('./brand-history.ts')).brandPromote(context),
  }),
  databaseCommand({
    words: ['brand', 'cancel'],
    example: 'brand cancel 1001 2',
    operands: ['BRAND', 'NUMBER'],
    about: 'cancel a scheduled change, or set a refused one aside, by its number in the history',
    run: async ([brand, number], context) => (await import('./brand-history.ts')).brandCancel(brand, number, context),
  }),
]
