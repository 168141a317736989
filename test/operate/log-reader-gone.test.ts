import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withPurser } from '../support/purser-process.ts'

for (const processes of ['1', '2'])
  test(`a server of ${processes} goes on when nobody reads its log, and ends in order with its terminal`, () =>
    withPurser(
      async (purser) => {
        const shop = await purser.start()
        const card = await shop.card()
        purser.stopListening()
        // Each is a line of the log.
        for (let call = 0; call < 5; call += 1) await shop.issue(card, { usd: 1 })
        assert.equal((await shop.balances(card))[0].amount, 5)
        assert.deepEqual(await purser.discrepancies(), [])
        assert.equal(await purser.stop('SIGHUP'), 0)
        assert.equal(existsSync(join(purser.folder, 'postgres', 'postmaster.pid')), false)
      },
      ['--log-level', 'debug', '--processes', processes],
    ))
