import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCounts, countsIn } from '../../server/program/processes/counts.ts'

const metric = (name: string, type: string, ...values: [value: number, code: string][]) => ({
  name,
  help: name,
  type,
  aggregator: 'sum',
  values: values.map(([value, code]) => ({ value, labels: { code } })),
})

test('what processes that ended had counted is added up, label by label, and nothing else of them', () => {
  const first = [metric('calls', 'counter', [3, '0'], [1, '9']), metric('memory', 'gauge', [100, ''])]
  const second = [metric('calls', 'counter', [4, '0'], [2, '3']), metric('faults', 'counter', [1, ''])]
  const sum = addCounts(addCounts([], countsIn(first)), countsIn(second))
  assert.deepEqual(sum, [
    metric('calls', 'counter', [7, '0'], [1, '9'], [2, '3']),
    metric('faults', 'counter', [1, '']),
  ])
  assert.deepEqual(addCounts(sum, countsIn(undefined)), sum)
})
