import { type Command, databaseCommand } from './command.ts'
import { keyChange, keyCreate, keyList, keyRevoke, keyRotate } from './key.ts'
import { rightsFlags } from './key-flags.ts'
import { secretRotate } from './secret.ts'

/** API keys, and the key that seals secrets. */
export const keyCommands: readonly Command[] = [
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
  databaseCommand({
    words: ['secret', 'rotate'],
    flags: ['finish'],
    about:
      'replace the key that seals pins and secrets, step by step while servers run; with --finish, end the older one',
    run: (_, context) => secretRotate(context),
  }),
]
