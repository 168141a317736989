import { databaseCommand, type PurserCommand } from '../command.ts'

/** What servers do by themselves: jobs, long work, messages, segments, recommendations and webhooks. */
export const backgroundCommands: readonly PurserCommand[] = [
  databaseCommand({
    words: ['jobs'],
    about: 'show the background jobs: waiting, running, failed, given up',
    run: async (_, { url }) => (await import('./jobs.ts')).showJobs(url),
  }),
  databaseCommand({
    words: ['jobs', 'run'],
    example: 'jobs run scores',
    operands: ['NAME'],
    about: 'run a job now, whatever its schedule says',
    run: async ([name], { url, ...context }) => (await import('./jobs.ts')).runJob(url, name, context),
  }),
  databaseCommand({
    words: ['jobs', 'retry'],
    about: 'run the jobs that were given up again',
    run: async (_, { url, ...context }) => (await import('./jobs.ts')).retryJobs(url, context),
  }),
  databaseCommand({
    words: ['errands'],
    operands: ['BRAND'],
    about: 'list the long work that was asked for in a brand: what waits, runs, and came of it',
    run: async ([brand], context) => (await import('./errands.ts')).showErrands(brand, context),
  }),
  databaseCommand({
    words: ['errands', 'show'],
    operands: ['BRAND', 'ERRANDID'],
    flags: ['json'],
    about: 'show how far an errand is, what was asked for, and its result',
    run: async ([brand, id], context) => (await import('./errands.ts')).showErrand(brand, id, context),
  }),
  databaseCommand({
    words: ['errands', 'start'],
    example: 'errands start 1001 verify',
    operands: ['BRAND', 'KIND', '[FILE]'],
    about: 'have a running server do long work in the background; FILE has its input as JSON, - is the standard input',
    run: async ([brand, kind, file], context) =>
      (await import('./errands.ts')).startErrand({ brand, kind, file }, context),
  }),
  databaseCommand({
    words: ['errands', 'cancel'],
    operands: ['BRAND', 'ERRANDID'],
    about: 'cancel an errand that waits or runs',
    run: async ([brand, id], context) => (await import('./errands.ts')).stopErrand(brand, id, context),
  }),
  databaseCommand({
    words: ['messages'],
    operands: ['BRAND'],
    about: "show a brand's messages: how many, which receivers fail, which were given up",
    run: async ([brand], { url }) => (await import('./messages.ts')).showMessages(url, brand),
  }),
  databaseCommand({
    words: ['messages', 'retry'],
    example: 'messages retry 1001',
    operands: ['BRAND', '[MESSAGEID]'],
    about: 'send a message that was given up again, or all of them',
    run: async ([brand, messageId], { url }) => (await import('./messages.ts')).messagesRetry(url, brand, messageId),
  }),
  databaseCommand({
    words: ['messages', 'enable'],
    operands: ['BRAND', 'CHANNEL'],
    about: 'send to a disabled receiver again',
    run: async ([brand, channel], { url, operator }) =>
      (await import('./messages.ts')).messagesEnable(url, { brand, channel }, { actor: operator }),
  }),
  databaseCommand({
    words: ['segments'],
    operands: ['BRAND'],
    about: "show a brand's segments, and refresh them soon",
    run: async ([brand], { url }) => (await import('./segments.ts')).segments(url, brand),
  }),
  databaseCommand({
    words: ['recommendations', 'quality'],
    example: 'recommendations quality 1001',
    operands: ['BRAND', '[DAYS]'],
    flags: ['json'],
    about: 'say how good recommendations and scores would have been for what was bought in the last 30 days, or DAYS',
    run: async ([brand, days], context) =>
      (await import('./recommendations-quality.ts')).recommendationsQuality(brand, days, context),
  }),
  databaseCommand({
    words: ['webhooks'],
    operands: ['BRAND'],
    about: "show the state of a brand's webhooks",
    run: async ([brand], { url }) => (await import('./webhooks.ts')).webhooks(url, brand),
  }),
  databaseCommand({
    words: ['webhooks', 'replay'],
    operands: ['BRAND', 'WEBHOOK', '[SINCE]'],
    about: 'send events again: all since "2026-11-01 08:00:00", or those that were given up',
    run: async ([brand, webhook, since = ''], { url, operator }) =>
      (await import('./webhooks.ts')).webhooksReplay(url, { brand, webhook }, since, { actor: operator }),
  }),
]
