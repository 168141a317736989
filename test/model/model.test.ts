import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runModel } from './model-run.ts'

test('a server that is killed three times does what the model says, call by call', async () => {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
  }
  const result = await runModel({ operations: 150, kills: 3, seed: 4, lanes: 8, minutes: 5, divergences: 1, say })
  assert.equal(result.divergences, 0, lines.join('\n'))
  assert.deepEqual([result.operations >= 150, result.kills], [true, 3], lines.join('\n'))
  assert.ok(result.coverage.seen('pairs').length > 10, lines.join('\n'))
  assert.ok(result.coverage.seen('operations').length > 20, lines.join('\n'))
})
