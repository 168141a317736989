import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { chosenFiles, reachedBy, readChoice } from './support/chosen-files.ts'
import { longFiles } from './support/long-files.ts'
import { readSpent } from './support/processor-time.ts'
import { dependsOnTime, planProcesses, programFor, sharesProcess } from './support/test-processes.ts'
import { failedFiles, withSecondTry } from './support/test-tally.ts'

const files = globSync('test/**/*.test.ts').toSorted()

test('every test file is run once, whatever it shares its process with', () => {
  assert.deepEqual(planProcesses(files).flat().toSorted(), files)
})

test('the files that are known to be long exist and begin, each in a process of its own', () => {
  assert.deepEqual(
    longFiles.filter((file) => !files.includes(file)),
    [],
  )
  const begin = planProcesses(files).slice(0, longFiles.length)
  assert.deepEqual(
    begin,
    longFiles.map((file) => [file]),
  )
})

test('a file that changes its process, starts others or measures shares it with none', () => {
  const alone = [
    'test/operate/crash.test.ts', // starts servers, by what it uses
    'test/jobs/jobs-runner.test.ts', // takes a database of its own
    'test/delivery/delivery-rounds.test.ts', // the same, by what it uses
    'test/portal/browser-cards.test.ts', // a browser
    'test/engine/fair-turns.test.ts', // measures
    'test/draft/same-faults.test.ts', // measures
  ]
  for (const file of alone) assert.equal(sharesProcess(file), false, file)
  for (const file of ['test/balance/update-balance.test.ts', 'test/kernel/money.test.ts'])
    assert.equal(sharesProcess(file), true, file)
})

test('what ends with the process is loaded before the files, so that it does not end with the first', () => {
  const program = programFor(['test/balance/conversion.test.ts', 'test/kernel/money.test.ts'], '/purser')
  assert.match(program, /^import 'file:\/\/\/purser\/test\/support\/shop\.ts'$/m)
  assert.match(program, /^suite\('test\/kernel\/money\.test\.ts', .* import\('file:\/\/\/purser\/test\/kernel\/money/m)
})

test('the processes of a run are told where files are, and say which are missing', async () => {
  assert.match(process.env.NODE_OPTIONS ?? '', /quick-imports\.js/)
  const missing = './support/no-such-file.ts'
  await assert.rejects(import(missing), /no-such-file\.ts/)
  const again = './support/../support/long-files.ts'
  assert.equal((await import(again)).longFiles, longFiles, 'a file is loaded once, whatever way leads to it')
})

test('the command line says which files are wanted', () => {
  assert.deepEqual(readChoice(['void', '--shard', '2/4', '--changed']), {
    updatesSnapshots: false,
    isChanged: true,
    isOnCluster: false,
    parts: ['void'],
    shard: { at: 2, of: 4 },
  })
  assert.match(String(readChoice(['--shard', '5/4'])), /1\/4/)
  assert.match(String(readChoice(['--chnaged'])), /--chnaged is no option/)
  const choice = readChoice(['kernel/money'])
  assert.ok(typeof choice !== 'string')
  assert.deepEqual(chosenFiles(choice), ['test/kernel/money.test.ts'])
})

test('what has changed reaches the test files that import it, directly or by others', () => {
  const some = ['test/kernel/money.test.ts', 'test/balance/update-balance.test.ts', 'test/tidy.test.ts']
  // The shop of the tests has all of the server behind it.
  assert.deepEqual(reachedBy(['server/domain/card/lots.ts'], some), ['test/balance/update-balance.test.ts'])
  assert.deepEqual(reachedBy(['server/ground/kernel/money.ts'], some), some.slice(0, 2))
  assert.deepEqual(reachedBy(['test/tidy.test.ts'], some), ['test/tidy.test.ts'])
  assert.deepEqual(reachedBy(['docs/rooms.md'], some), [])
})

test('what passes at a second try has failed, unless it waits for browsers or processes', () => {
  const failed = { passed: 3, failed: 1, skipped: 0 }
  const passed = { passed: 4, failed: 0, skipped: 0 }
  const first = {
    'test/tidy.test.ts': passed,
    'test/engine/races.test.ts': failed,
    'test/operate/crash.test.ts': failed,
    'test/portal/browser-cards.test.ts': failed,
    'test/portal/browser-walk.test.ts': failed,
  }
  const second = {
    'test/engine/races.test.ts': passed,
    'test/operate/crash.test.ts': passed,
    'test/portal/browser-cards.test.ts': passed,
    'test/portal/browser-walk.test.ts': failed,
  }
  const { tally, forgiven, races } = withSecondTry(first, second, dependsOnTime)
  assert.deepEqual(forgiven, ['test/operate/crash.test.ts', 'test/portal/browser-cards.test.ts'])
  assert.deepEqual(races, ['test/engine/races.test.ts'])
  assert.deepEqual(failedFiles(tally), ['test/engine/races.test.ts', 'test/portal/browser-walk.test.ts'])
})

test('the processor time of a process is what Linux says of it and of those that it started', () => {
  const line = '/a/b.test.ts 12 (node (x) y) S 1 12 1 0 -1 4194304 9 9 0 0 250 50 1100 100 20 0 1 0\n'
  assert.deepEqual(readSpent(`${line}nonsense\n`), [{ program: '/a/b.test.ts', own: 3, started: 12 }])
})
