import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import type { Card } from '../../server/domain/card/card.ts'
import { type GuardContext, guardCard } from '../../server/domain/card/guard.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { isRefusal } from '../../server/ground/kernel/errors.ts'
import { day, minute } from '../../server/ground/kernel/time.ts'
import { cardWith, lot, now } from '../support/pure-card.ts'

const pins = new PinKeeper(randomBytes(32), randomBytes)
const guard: GuardContext = { brandId: 'b', pins, now }
const plain = cardWith([lot(1, 5)])
const card: Card = { ...plain, pin: pins.seal('b', plain.number, '4711') }
const lock = { by: 'setup', until: now + minute, excluded: [] }

/** The refusal's code, how many wrong pins are then counted, and for how long the pin is locked. */
function tried(given: Card, pin: string): [code: number | undefined, failures: number, lockedMs: number] {
  const judged = guardCard(given, { forcePinValidation: true, pin }, guard)
  const after = isRefusal(judged) ? (judged.keeps ?? given) : judged
  return [isRefusal(judged) ? judged.code : undefined, after.pinFailures, (after.pinLockedUntil ?? now) - now]
}

test('pins are counted, lock the card, and are forgotten after a right one', () => {
  //  card                                                         pin      refused, failures, locked for
  const table: readonly [given: Partial<Card>, pin: string, expected: ReturnType<typeof tried>][] = [
    [{}, '4711', [undefined, 0, 0]],
    [{ pinFailures: 9 }, '4711', [undefined, 0, 0]],
    [{}, '4712', [10, 1, 0]],
    [{ pinFailures: 8 }, '4712', [10, 9, 0]],
    [{ pinFailures: 9 }, '4712', [10, 10, 30 * minute]],
    [{ pinFailures: 19 }, '4712', [10, 20, 60 * minute]],
    [{ pinFailures: 99 }, '4712', [10, 100, day]],
    [{ pinFailures: 10, pinLockedUntil: now + 1 }, '4711', [10, 10, 1]],
    [{ pinFailures: 10, pinLockedUntil: now + 1 }, '4712', [10, 10, 1]],
    [{ pinFailures: 10, pinLockedUntil: now }, '4711', [undefined, 0, 0]],
    // A checkout locks the card: the pin counts all the same.
    [{ lock, pinFailures: 3 }, '4711', [113, 0, 0]],
    [{ lock }, '4711', [113, 0, 0]],
    [{ lock, pinFailures: 3 }, '4712', [10, 4, 0]],
    [{ lock: { ...lock, until: now } }, '4711', [undefined, 0, 0]],
  ]
  for (const [given, pin, expected] of table)
    assert.deepEqual(tried({ ...card, ...given }, pin), expected, `${JSON.stringify(given)} ${pin}`)
})

test('what keeps a card from being used is judged in one order: 2, 110, 112, 10, 113', () => {
  const judge = (given: Card | undefined, pin: string, passes = false) => {
    const judged = guardCard(given, { forcePinValidation: true, pin }, { ...guard, passesLock: () => passes })
    return isRefusal(judged) ? judged.code : undefined
  }
  const expired = { expiresAt: now, lock }
  assert.equal(judge(undefined, ''), 2)
  assert.equal(judge({ ...card, ...expired, status: 'Inventory' }, ''), 110)
  assert.equal(judge({ ...card, ...expired, status: 'Distributed' }, ''), 110)
  assert.equal(judge({ ...card, ...expired }, ''), 112)
  for (const status of ['Lost', 'Closed', 'Expired', 'Suspended', 'Stolen', 'Transfer'] as const)
    assert.equal(judge({ ...card, status }, '4711'), 112, status)
  assert.equal(judge({ ...card, lock }, ''), 10)
  assert.equal(judge({ ...card, lock }, '4711'), 113)
  assert.equal(judge({ ...card, lock }, '4711', true), undefined)
})
