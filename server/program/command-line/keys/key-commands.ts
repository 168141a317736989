import { databaseCommand, type PurserCommand } from '../command.ts'
import { rightsFlags } from '../command-flags.ts'

/** API keys, and the key that seals secrets. */
export const keyCommands: readonly PurserCommand[] = [
  databaseCommand({
    words: ['key', 'create'],
    example: 'key create 1001 till-7 --scope merchant --locations L1',
    operands: ['BRAND', '[KEY]'],
    flags: ['environment', ...rightsFlags],
    about: 'make an API key, for tills unless --scope says otherwise; its secret is shown once',
    run: async ([brand, key], context) => (await import('./key.ts')).keyCreate(brand, key, context),
  }),
  databaseCommand({
    words: ['key', 'change'],
    example: 'key change 1001 till-7 --expires "2027-01-01 00:00:00"',
    operands: ['BRAND', 'KEY'],
    flags: rightsFlags,
    about: 'change what an API key may do',
    run: async ([brand, key], context) => (await import('./key.ts')).keyChange({ brand, key }, context),
  }),
  databaseCommand({
    words: ['key', 'rotate'],
    operands: ['BRAND', 'KEY'],
    flags: ['environment', 'finish'],
    about: 'give an API key a second secret; with --finish, end the older one',
    run: async ([brand, key], context) => (await import('./key.ts')).keyRotate({ brand, key }, context),
  }),
  databaseCommand({
    words: ['key', 'revoke'],
    operands: ['BRAND', 'KEY'],
    about: 'refuse an API key from now on',
    run: async ([brand, key], context) => (await import('./key.ts')).keyRevoke({ brand, key }, context),
  }),
  databaseCommand({
    words: ['key', 'list'],
    operands: ['BRAND'],
    about: "list a brand's API keys",
    run: async ([brand], { url }) => (await import('./key.ts')).keyList(url, brand),
  }),
  databaseCommand({
    words: ['secret', 'rotate'],
    flags: ['finish'],
    about:
      'replace the key that seals pins and secrets, step by step while servers run; with --finish, end the older one',
    run: async (_, context) => (await import('./secret.ts')).secretRotate(context),
  }),
]
