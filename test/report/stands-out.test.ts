import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianShare, standsOut } from '../../server/storage/report/activity.ts'
import { waitWords } from '../../server/storage/report/lift.ts'
import { weeksOf } from '../../server/storage/report/trial.ts'

const till = (sale: number, voids: number) => ({
  sale,
  void: voids,
  return: 0,
  adjustment: 0,
  wrongPin: 0,
  refused: 0,
  other: 0,
})

test('what stands out is many times the share of the one in the middle, and more than a few cases', () => {
  const tills = [till(98, 2), till(97, 3), till(96, 4), till(80, 20), till(1, 4)]
  const median = medianShare(tills, 'void')
  assert.equal(median, 0.04)
  assert.deepEqual(
    tills.map((one) => standsOut(one, 'void', median)),
    [false, false, false, true, false],
  )
})

test('where nobody else has any, five are worth a look', () => {
  const tills = [till(100, 0), till(100, 0), till(95, 5)]
  assert.deepEqual(
    tills.map((one) => standsOut(one, 'void', medianShare(tills, 'void'))),
    [false, false, true],
  )
})

test('how long it takes to tell two sides apart is told in weeks', () => {
  assert.equal(waitWords(weeksOf(2, 21)), 'about 3 more weeks')
  assert.equal(waitWords(weeksOf(1.01, 21)), 'about 1 more week')
  assert.equal(waitWords(weeksOf(undefined, 21)), 'at this rate, not for a long time')
})
