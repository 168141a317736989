import { command, databaseCommand, type PurserCommand } from '../command.ts'
import { callFlags } from '../command-flags.ts'

/** What happened and why, what would happen, and calls of a running server. */
export const lookCommands: readonly PurserCommand[] = [
  databaseCommand({
    words: ['explain'],
    operands: ['REQUESTREF'],
    flags: ['json'],
    about: 'print what the rules of a call gave, what nearly fired, and why the others did not',
    run: async ([requestRef], { url, config }) => (await import('./explain.ts')).explain(url, requestRef, config.json),
  }),
  databaseCommand({
    words: ['simulate'],
    example: 'simulate 1001 --card 70000001 --products "2 ESP 3.50, 1 BUN 3.75"',
    operands: ['BRAND', '[FILE]'],
    flags: ['card', 'products', 'location', 'at', 'version', 'draft', 'json'],
    about: 'print what a checkout would do and why each rule would fire or not; nothing is changed; FILE may be -',
    run: async ([brand, file], context) => (await import('./simulate.ts')).simulate(brand, file, context),
  }),
  databaseCommand({
    words: ['replay'],
    example: 'replay 1001 --draft spring.yaml --from 2026-10-01 --to 2026-10-31',
    operands: ['BRAND'],
    flags: ['draft', 'from', 'to', 'sample', 'json'],
    about:
      'decide the checkouts of a past period again, by a draft or by the files of then, and print what would differ',
    run: async ([brand], context) => (await import('./replay.ts')).replayPeriod(brand, context),
  }),
  command({
    words: ['call'],
    example: 'call updateBalance cardNumber=70000001 action=issue amount.amount=25 amount.balanceCode=USD',
    operands: ['OPERATION', '[FIELD=VALUE…]'],
    flags: [...callFlags, 'employee', 'note', 'body', 'request-id', 'curl'],
    about:
      'call an operation of a running server; FIELD:=JSON for lists and objects; "purser call OPERATION --help" lists its fields',
    helpOn: async ([name]) => (await import('./call.ts')).helpOnCall(name),
    run: async ([name], { config }, [, ...words]) =>
      (await import('./call.ts')).callNamed(name, words, config.callFlags),
  }),
  databaseCommand({
    words: ['tail'],
    example: 'tail 1001 --failed',
    operands: ['[BRAND]'],
    flags: ['operation', 'failed', 'card', 'since', 'json'],
    about: 'show the calls of a server as they happen: what was called, how it ended, how long it took; Ctrl-C ends it',
    run: async ([brand], context) => (await import('./tail.ts')).followCalls(brand, context),
  }),
  command({
    words: ['mcp'],
    example: 'mcp --url https://loyalty.example --key assistant --brand 1001 --location L1 --terminal T1',
    flags: [...callFlags, 'read-only', 'allow-value', 'allow-publish', 'personal-data'],
    about:
      "serve assistants over standard input and output (Model Context Protocol); the key's scope decides what they can do",
    run: async (_, { config }) => (await import('./mcp.ts')).serveAssistants(config),
  }),
]
