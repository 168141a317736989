import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { faultFields, openLog } from '../../server/ground/log/log.ts'
import { commands } from '../../server/program/command-line/all.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { makeOrReadKeyFile, readKeyFile } from '../../server/program/configuration/key-file.ts'

function configOf(argv: readonly string[], env: Record<string, string> = {}) {
  const read = parseCommandLine(argv, env)
  assert.equal(read.kind, 'command', JSON.stringify(read))
  return read.kind === 'command' ? read.config : assert.fail()
}

function faultsOf(argv: readonly string[], env: Record<string, string> = {}): readonly string[] {
  const read = parseCommandLine(argv, env)
  return read.kind === 'faults' ? read.faults : []
}

test('without anything said, it listens on this machine only and keeps its data here', () => {
  const config = configOf(['start'])
  assert.deepEqual([config.host, config.port, config.lanes, config.batchSizeMax], ['127.0.0.1', 8080, 2, 128])
  assert.deepEqual(config.queueLimits, { perCard: 256, perBrand: 2048, inAll: 4096 })
  assert.equal(config.dataFolder, join(process.cwd(), 'data'))
  assert.ok(!('databaseUrl' in config) && !('secretKey' in config))
})

test('a flag wins over a variable, and a variable over the default', () => {
  const env = { PURSER_PORT: '1', PURSER_LANES: '4', PURSER_HOST: '', PURSER_BRANDS: 'a.yaml, b.yaml' }
  const config = configOf(['start', '--port', '2'], env)
  assert.deepEqual([config.port, config.lanes, config.host], [2, 4, '127.0.0.1'])
  assert.deepEqual(config.brandFiles, ['a.yaml', 'b.yaml'])
  assert.deepEqual(configOf(['start', '--brand=c.yaml', '--brand', 'd.yaml'], env).brandFiles, ['c.yaml', 'd.yaml'])
})

test('everything that is wrong is named at once, and no value is repeated', () => {
  const env = {
    PURSER_PROT: '1',
    PURSER_RATE_LIMIT: '-1',
    PURSER_SECRET_KEY: 'hunter2',
    DATABASE_URL: 'mysql://u:hunter2@h',
  }
  const faults = faultsOf(
    ['start', '--port', '65536', '--lanes=x', '--nonsense', '--dry-run', '--log-level', 'loud'],
    env,
  )
  assert.deepEqual(faults.toSorted(), [
    '--lanes must be a whole number from 1 to 64',
    '--log-level must be one of debug, info, warn, error, silent',
    '--port must be a whole number from 0 to 65535',
    'DATABASE_URL must begin with postgres://',
    'PURSER_RATE_LIMIT must be a whole number from 0 to 1000000',
    'PURSER_SECRET_KEY must be the base64 of 32 random bytes',
    'start takes no --dry-run',
    'unknown environment variable: PURSER_PROT',
    'unknown flag: --nonsense',
  ])
})

test('each command takes its own operands and flags', () => {
  const accepted = [
    ['start'],
    ['migrate', '--database', 'postgres://h/d'],
    ['brand', 'apply', 'f.yaml', '--dry-run'],
    ['brand', 'export', '1001'],
    ['key', 'create', '1001'],
    ['key', 'create', '1001', 'till'],
    ['key', 'create', '1001', 'till', '--scope', 'read', '--locations', 'L1', '--addresses', '::1', '--lenient'],
    ['key', 'change', '1001', 'till', '--expires', 'never', '--strict'],
    ['key', 'rotate', '1001', 'till', '--finish'],
    ['key', 'revoke', '1001', '--', '-odd-key'],
    ['start', '--trusted-proxies', '10.0.0.1,10.1.0.0/16', '--employee-limit', '0', '--guess-limit', '5'],
    ['key', 'list', '1001'],
    ['verify', '--data', '/tmp'],
    ['start', '--no-jobs'],
    ['work', '--job-lease', '10', '--trace-days', '90'],
    ['jobs'],
    ['version'],
  ]
  for (const argv of accepted) assert.equal(parseCommandLine(argv, {}).kind, 'command', argv.join(' '))
  assert.equal(configOf(['brand', 'apply', 'f', '--dry-run']).dryRun, true)
  assert.deepEqual([configOf(['start']).runsJobs, configOf(['start', '--no-jobs']).runsJobs], [true, false])
  const refused = [
    ['fly'],
    ['brand'],
    ['brand', 'apply'],
    ['key', 'revoke', '1001'],
    ['start', 'now'],
    ['start', '--scope', 'read'],
    ['start', '--trusted-proxies', 'proxy.example'],
    ['verify', '--port', '1'],
    ['work', '--port', '1'],
    ['work', '--job-lease', '9'],
    ['start', '--port'],
    ['start', '--port', '1', '--port', '2'],
  ]
  for (const argv of refused) assert.equal(parseCommandLine(argv, {}).kind, 'faults', argv.join(' '))
})

const toldBy = async (...argv: string[]) => {
  const read = parseCommandLine(argv, {})
  assert.equal(read.kind, 'told', argv.join(' '))
  return read.kind === 'told' ? read.text : ''
}

test('help names every command, flag and variable', async () => {
  for (const argv of [[], ['help'], ['--help'], ['-h']])
    assert.match(await toldBy(...argv), /purser key create BRAND \[KEY\].*--port PORT.*PURSER_SECRET_KEY/s)
})

test('each command has help of its own: its words, operands, flags and an example', async () => {
  for (const command of commands) {
    const text = await toldBy(...command.words, '--help')
    const usage = ['purser', ...command.words, ...command.operands].join(' ')
    assert.ok(text.startsWith(`Usage: ${usage}`), text)
    assert.ok(text.includes(`\nExample:\n  purser ${command.words.join(' ')}`), text)
    const shown = [...text.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name)
    assert.deepEqual(shown.toSorted(), command.flags.toSorted(), usage)
    const [, example = ''] = /\nExample:\n {2}purser (.*)\n/.exec(text) ?? []
    const words = [...example.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole)
    assert.equal(parseCommandLine(words, {}).kind, 'command', `can be run: ${example}`)
  }
  assert.match(await toldBy('jobs', '--help'), /See also:\n {2}purser jobs run NAME/)
  assert.equal(await toldBy('help', 'verify'), await toldBy('verify', '--help'))
  assert.doesNotMatch(await toldBy('verify', '--help'), /--port/)
  assert.match(await toldBy('key', '--help'), /^Usage: purser key COMMAND.*purser key rotate BRAND KEY/s)
})

test('--version tells the version, and a misspelt command is told the nearest', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  assert.equal(await toldBy('--version'), `${version}\n`)
  const faults = (...argv: string[]) => {
    const read = parseCommandLine(argv, {})
    return read.kind === 'faults' ? read.faults : []
  }
  assert.deepEqual(faults('strat'), ['unknown command: strat; did you mean "start"?'])
  assert.deepEqual(faults('brand', 'aply'), ['unknown command: brand aply; did you mean "brand apply"?'])
  assert.deepEqual(faults('fly'), ['unknown command: fly'])
})

test('a database URL comes from a flag, a variable or a file; a password never from a flag', (t) => {
  const path = join(folder(t), 'url')
  const secret = 'postgres://u:hunter2@h/d'
  writeFileSync(path, `${secret}\n`)
  const urlOf = (flags: string[], env = {}) => configOf(['start', ...flags], env).databaseUrl
  assert.equal(urlOf([], { DATABASE_URL: secret }), secret)
  assert.equal(urlOf([], { DATABASE_URL_FILE: path }), secret)
  assert.equal(urlOf(['--database-file', path], { DATABASE_URL: 'postgres://other/d' }), secret)
  assert.equal(urlOf(['--database', 'postgres://u@h:5432/d'], { DATABASE_URL_FILE: path }), 'postgres://u@h:5432/d')
  for (const open of [secret, 'postgresql://h/d?user=u&password=hunter2']) {
    const [fault = '', ...others] = faultsOf(['start', '--database', open])
    assert.match(fault, /^--database must not contain a password: .*DATABASE_URL.*--database-file/)
    assert.doesNotMatch(fault + others, /hunter2/)
  }
  assert.deepEqual(faultsOf(['start'], { DATABASE_URL: secret, DATABASE_URL_FILE: path }), [
    'DATABASE_URL cannot be combined with DATABASE_URL_FILE',
  ])
  assert.match(String(faultsOf(['start', '--database-file', `${path}.not`])), /--database-file cannot be read: ENOENT/)
  writeFileSync(path, 'hunter2')
  assert.deepEqual(faultsOf(['start', '--database-file', path]), [
    '--database-file must hold a URL that must begin with postgres://',
  ])
})

test('a flag without its value, and a group of unknown ones, are named once', () => {
  assert.deepEqual(faultsOf(['start', '--port', '--no-jobs']), ['--port needs a value'])
  assert.deepEqual(faultsOf(['start', '-xyz']), ['unknown flag: -xyz'])
  assert.equal(configOf(['start', '--data=-odd']).dataFolder, join(process.cwd(), '-odd'))
})

test('a secret key is 32 bytes that are not all the same', () => {
  const good = randomBytes(32).toString('base64')
  assert.equal(configOf(['start'], { PURSER_SECRET_KEY: good }).secretKey?.toString('base64'), good)
  assert.ok(configOf(['start'], { PURSER_SECRET_KEY: good.replace('=', '') }).secretKey)
  for (const bad of [randomBytes(31).toString('base64'), Buffer.alloc(32).toString('base64'), `${good}!`, 'x']) {
    assert.equal(faultsOf(['start'], { PURSER_SECRET_KEY: bad }).length, 1)
  }
  assert.equal(faultsOf(['start'], { PURSER_SECRET_KEY: good, PURSER_SECRET_KEY_FILE: 'f' }).length, 1)
})

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'purser-key-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

test('the key file is made once, for the owner only, and read from then on', async (t) => {
  const path = join(folder(t), 'data', 'secret.key')
  const made = await Promise.all(
    Array.from({ length: 8 }, () => makeOrReadKeyFile(path, (count) => randomBytes(count))),
  )
  const keys = made.map((result) => (result.kind === 'key' ? result.key.toString('base64') : result.text))
  assert.equal(new Set(keys).size, 1)
  assert.equal(readFileSync(path, 'utf8'), `${keys[0]}\n`)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(path, '..')), ['secret.key'])
  assert.deepEqual(await readKeyFile(path), made[0])
})

test('a key file that is short, open to others or not there is a fault that shows nothing of it', async (t) => {
  const path = join(folder(t), 'secret.key')
  assert.match(JSON.stringify(await readKeyFile(path)), /cannot be read/)
  writeFileSync(path, 'c2hvcnQ=\n', { mode: 0o600 })
  const short = JSON.stringify(await makeOrReadKeyFile(path, (count) => randomBytes(count)))
  assert.match(short, /does not hold the base64 of 32 random bytes/)
  assert.doesNotMatch(short, /c2hvcnQ/)
  writeFileSync(path, randomBytes(32).toString('base64'))
  chmodSync(path, 0o644)
  assert.match(JSON.stringify(await readKeyFile(path)), /chmod 600/)
})

test('a log line is one JSON object of known fields, whatever is put into it', () => {
  const lines: string[] = []
  const log = openLog('info', (line) => lines.push(line))
  const evil = 'a\r\n{"level":"error"}\u001b[31m\u009b31m\u2028'
  const fields = { brand: evil, text: 'x'.repeat(10_000), secret: 'hunter2' }
  log.warn('test', fields)
  log.debug('test', fields)
  assert.equal(lines.length, 1)
  const [line = ''] = lines
  assert.match(line, /^[ -~]+\n$/)
  assert.equal(JSON.parse(line).brand, evil)
  assert.doesNotMatch(line, /hunter2/)
  assert.match(JSON.parse(line).time, /^\d{4}-.*Z$/)
  assert.deepEqual([log.writes('debug'), log.writes('error')], [false, true])
})

test('a person at a terminal gets readable lines, which cannot control the terminal', () => {
  const lines: string[] = []
  const log = openLog('info', (line) => lines.push(line), 'readable')
  log.warn('authentication.failed', { brand: '1001', code: 101, address: '127.0.0.1' })
  log.info('migrate', { text: 'Applied.\n\u001b[31mred', key: 'a key' })
  log.info('stopped', {})
  assert.deepEqual(
    lines.map((line) => line.replace(/^\d\d:\d\d:\d\d\.\d{3}Z /, '')),
    [
      'WARN  authentication.failed  brand=1001 address=127.0.0.1 code=101\n',
      'INFO  migrate: Applied.\n    \\u001b[31mred  key="a key"\n',
      'INFO  stopped\n',
    ],
  )
})

test('a fault is told whatever was thrown, and of the database only its code', () => {
  const plain = { ...new Error('lost'), message: 'lost', stack: 'Error: lost\n    at x', queue: 'expiry' }
  const broken = Object.assign(new Error('write'), { code: 'EPIPE' })
  //  thrown                                                   text
  const table: [unknown, RegExp][] = [
    [plain, /^Error: lost\n {4}at x$/],
    [{ message: 'gone' }, /^gone$/],
    [{ queue: 'expiry', secret: 'hunter2' }, /^a fault without a message, with the fields queue, secret$/],
    [
      Object.assign(new Error('key (x)=(y) exists'), { code: '23505' }),
      /^database error 23505: a constraint does not allow it$/,
    ],
    [{ message: 'key (x)=(y) exists', code: '23505' }, /^database error 23505: a constraint does not allow it$/],
    [broken, /^Error: write\n/],
    ['text', /^text$/],
    [undefined, /^undefined$/],
  ]
  for (const [fault, expected] of table) assert.match(faultFields(fault).text, expected)
})
