import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorReason, PortalError } from '../../portal/ask/portal-error.ts'
import { surely } from '../../portal/ask/surely.ts'

let changes = 0

/** Sends a change whose attempts are answered like this, and then done. */
async function send(reasons: readonly ErrorReason[]): Promise<string> {
  const left = [...reasons]
  changes += 1
  const change = { requestId: `change-${changes}`, brand: 'b', what: 'Use', sentAt: Date.now() }
  return surely(change, async () => {
    const reason = left.shift()
    if (reason !== undefined) throw new PortalError(reason, 'Nothing was changed.')
    return 'done'
  }).catch((error: PortalError) => error.reason)
}

test('of an attempt that nothing came of, the first is believed, and a later one says nothing of the first', async () => {
  assert.equal(await send(['unavailable']), 'unavailable')
  assert.equal(await send(['inDoubt', 'unavailable']), 'done')
  assert.equal(await send(['unreachable', 'slowDown']), 'done')
  assert.equal(await send(['inDoubt', 'refused']), 'refused')
})
