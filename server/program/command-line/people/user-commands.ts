import type { FlagName } from '../../configuration/options.ts'
import { databaseCommand, type PurserCommand } from '../command.ts'

const linkFlags = ['host', 'port', 'public-url'] as const satisfies readonly FlagName[]
const userFlags = ['role', 'brand', 'group', 'location'] as const satisfies readonly FlagName[]

/** Who may use the portal. */
export const userCommands: readonly PurserCommand[] = [
  databaseCommand({
    words: ['user', 'create'],
    example: 'user create ana@shop.example --role cashier --brand 1001 --location L1',
    operands: ['NAME'],
    flags: [...linkFlags, ...userFlags],
    about: 'let somebody use the portal; prints the link by which they set their password, once',
    run: async ([name], context) => (await import('./user.ts')).userCreate(name, context),
  }),
  databaseCommand({
    words: ['user', 'link'],
    flags: linkFlags,
    about: 'print the link by which the first administrator sets their password, once; as long as nobody can log in',
    run: async (_, context) => (await import('./user.ts')).userLink(context),
  }),
  databaseCommand({
    words: ['user', 'list'],
    flags: ['brand'],
    about: 'list the users of the portal, of one brand or all',
    run: async (_, context) => (await import('./user.ts')).userList(context),
  }),
  databaseCommand({
    words: ['user', 'role'],
    example: 'user role ana@shop.example --role support --brand 1001',
    operands: ['NAME'],
    flags: userFlags,
    about: 'give a user a role in a brand or in every brand, or another one than before; their sessions end',
    run: async ([name], context) => (await import('./user.ts')).userRole(name, context),
  }),
  databaseCommand({
    words: ['user', 'reset'],
    operands: ['NAME'],
    flags: [...linkFlags, 'remove-factors'],
    about: 'print a link by which a user sets another password, once; their sessions end',
    run: async ([name], context) => (await import('./user.ts')).userReset(name, context),
  }),
  databaseCommand({
    words: ['user', 'disable'],
    operands: ['NAME'],
    about: 'keep a user out of the portal, at once',
    run: async ([name], context) => (await import('./user.ts')).userDisable(name, true, context),
  }),
  databaseCommand({
    words: ['user', 'enable'],
    operands: ['NAME'],
    about: 'let a user who was disabled in again',
    run: async ([name], context) => (await import('./user.ts')).userDisable(name, false, context),
  }),
  databaseCommand({
    words: ['user', 'sessions'],
    operands: ['NAME'],
    about: 'list where a user is logged in',
    run: async ([name], context) => (await import('./user.ts')).userSessions(name, context),
  }),
  databaseCommand({
    words: ['user', 'end-sessions'],
    operands: ['NAME'],
    about: 'log a user out everywhere',
    run: async ([name], context) => (await import('./user.ts')).userEndSessions(name, context),
  }),
]
