import { readFileSync } from 'node:fs'
import { brandApply, brandExport } from './command-line/brand.ts'
import { CommandFailed } from './command-line/command-failed.ts'
import { customerErase, customerExport } from './command-line/customer.ts'
import { explain } from './command-line/explain.ts'
import { retryJobs, runJob, showJobs } from './command-line/jobs.ts'
import { keyCreate, keyList, keyRevoke } from './command-line/key.ts'
import { messagesEnable, messagesRetry, showMessages } from './command-line/messages.ts'
import { segments } from './command-line/segments.ts'
import { start } from './command-line/start.ts'
import { verifyAll } from './command-line/verify.ts'
import { webhooks, webhooksReplay } from './command-line/webhooks.ts'
import { work } from './command-line/work.ts'
import { type Config, parseCommandLine } from './configuration/config.ts'
import { hasDatabase, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { type Log, openLog } from './log/log.ts'

/** Runs the command line and answers the exit status: 0 done, 1 failed, 2 not understood. */
async function main(): Promise<number> {
  const parsed = parseCommandLine(process.argv.slice(2), process.env)
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.help)
    return 0
  }
  if (parsed.kind === 'faults') {
    process.stderr.write(`${parsed.faults.join('\n')}\nRun "purser help" for what there is.\n`)
    return 2
  }
  const log = openLog(parsed.config.logLevel)
  try {
    await run(parsed.command, parsed.config, log)
    return 0
  } catch (error) {
    const lines =
      error instanceof CommandFailed ? error.lines : [error instanceof Error ? error.message : String(error)]
    process.stderr.write(`${lines.join('\n')}\n`)
    return 1
  }
}

async function run([noun = '', ...words]: readonly string[], config: Config, log: Log): Promise<void> {
  if (noun === 'start') return start(config, log)
  if (noun === 'work') return work(config, log)
  if (noun === 'version') {
    process.stdout.write(`${version()}\n`)
    return
  }
  const makes = noun === 'migrate' || (noun === 'brand' && words[0] === 'apply')
  if (!makes && !hasDatabase(config))
    throw new CommandFailed([
      `There is no database in ${config.dataFolder}. Name its folder with --data or PURSER_DATA.`,
    ])
  const database = await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'command')
  try {
    await migrate(database.url, (text) => log.info('migrate', { text }))
    await runOn(database.url, [noun, ...words], config)
  } finally {
    await database.stop()
  }
}

async function runOn(url: string, words: readonly string[], config: Config): Promise<void> {
  const [noun, verb, first = '', second, third = ''] = words
  switch (`${noun} ${verb ?? ''}`.trim()) {
    case 'brand apply':
      return brandApply(url, first, config)
    case 'brand export':
      return brandExport(url, first)
    case 'key create':
      return keyCreate(url, first, second, config.environment)
    case 'key revoke':
      return keyRevoke(url, first, second ?? '')
    case 'key list':
      return keyList(url, first)
    case 'customer export':
      return customerExport(url, { brand: first, cardNumber: second ?? '' })
    case 'customer erase':
      return customerErase(url, { brand: first, cardNumber: second ?? '' }, config.dryRun)
    case 'jobs':
      return showJobs(url)
    case 'jobs run':
      return runJob(url, first, config)
    case 'jobs retry':
      return retryJobs(url, config)
    case 'messages retry':
      return messagesRetry(url, first, second)
    case 'messages enable':
      return messagesEnable(url, first, second ?? '')
    case `messages ${verb}`:
      return showMessages(url, verb ?? '')
    case `segments ${verb}`:
      return segments(url, verb ?? '')
    case 'webhooks replay':
      return webhooksReplay(url, first, second ?? '', third)
    case `webhooks ${verb}`:
      return webhooks(url, verb ?? '')
    case 'verify':
      return verifyAll(url)
    case `explain ${verb}`:
      return explain(url, verb ?? '')
    case 'migrate':
      process.stdout.write('The database is up to date.\n')
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

process.exitCode = await main()
