import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { supportOf } from '../support/test-processes.ts'
import { prove } from './prove.ts'
import { added, emptyTally, isClean, lastLine } from './tally.ts'

/** The model and the faults have test files of their own. */
const stagesHere = ['bank', 'races', 'twins', 'fuzz', 'isolation', 'storm', 'crashes']

test('half a minute of the programme finds nothing, and does something in each part', async () => {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
  }
  const tally = await prove({ seconds: 24, seed: 4, only: stagesHere, say })
  assert.ok(isClean(tally), lines.join('\n'))
  const { operations, races, kills, acknowledged, fuzz, isolation } = tally
  for (const count of [operations, races, kills, acknowledged, fuzz, isolation]) assert.ok(count > 0, lines.join('\n'))
})

test('the last line has each field that it promises, in order', () => {
  const line = lastLine(7, { ...emptyTally(), operations: 3, mutantsTried: 2, mutantsCaught: 2 })
  assert.equal(
    line,
    '{"seed":7,"operations":3,"divergences":0,"races":0,"kills":0,"acknowledged":0,"lost":0,"doubled":0,"fuzz":0,' +
      '"internalErrors":0,"isolation":0,"leaks":0,"mutants":"2/2"}',
  )
})

test('each kind of fault makes a run fail, also in one that goes on', () => {
  for (const fault of ['divergences', 'lost', 'doubled', 'internalErrors', 'leaks', 'mutantsTried'] as const) {
    const tally = { ...emptyTally(), [fault]: 1 }
    assert.equal(isClean(tally), false, fault)
    assert.equal(isClean(added(emptyTally(), tally)), false, fault)
  }
  assert.equal(isClean({ ...emptyTally(), kills: 5, fuzz: 8 }), true)
})

/** The accounts that the server is compared with. */
const independent = [
  ...globSync(
    'test/model/{predict*,purse,customer,sale,ladder,calendar,counters,moment,requests,steps,compare,draw-step,lane,coverage,watch,till,model-brand}.ts',
  ),
  ...globSync('test/prove/{bank,bank-deeds,race-deeds,prove-brand,twin-acts,twin-brand,twin-life}.ts'),
]

test('what predicts imports nothing of the server, whatever it imports', () => {
  assert.ok(independent.length >= 15)
  for (const file of independent) {
    for (const module of [file, ...supportOf(file)]) {
      const imports = [...readFileSync(module, 'utf8').matchAll(/from '(\.[^']*)'/g)].map(([, path = '']) =>
        join(dirname(module), path),
      )
      assert.deepEqual(
        imports.filter((path) => !path.startsWith('test/')),
        [],
        `${file} by ${module}`,
      )
    }
  }
})
