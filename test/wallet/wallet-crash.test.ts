import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { startWorker } from '../support/purser-worker.ts'
import { sql } from '../support/time-passes.ts'
import { makeWalletFiles } from '../support/wallet-files.ts'
import { addToPhone, openWalletService, openWalletShop } from '../support/wallet-room.ts'
import { openPushService } from '../support/wallet-services.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const files = makeWalletFiles()
const apple = await openPushService(files)
const { service, settings } = await openWalletService(files, { pushUrl: apple.url })

/** What the workers are started with. */
const forWorkers = {
  PURSER_WALLET_APPLE_CERTIFICATE: settings.apple.certificateFile,
  PURSER_WALLET_APPLE_KEY: settings.apple.keyFile,
  PURSER_WALLET_APPLE_WWDR: settings.apple.wwdrFile,
  PURSER_WALLET_APPLE_PUSH: apple.url,
  NODE_EXTRA_CA_CERTS: settings.apple.wwdrFile,
}

test('a worker that is killed while it tells a phone loses nothing, and a redemption reaches the phone by itself', async (t) => {
  Object.assign(process.env, forWorkers)
  t.after(() => {
    for (const name of Object.keys(forWorkers)) delete process.env[name]
  })
  const shop = await openWalletShop(service)
  const cardNumber = await shop.card({ points: 10 })
  const phone = await addToPhone(shop, files, cardNumber)
  await phone.register()
  apple.state.isSilent = true
  const first = await startWorker(files.folder)
  t.after(() => first.kill('SIGKILL'))
  await shop.redeem(cardNumber, { points: 3 })
  await until('Apple is being told', async () => apple.pushed.length > 0)
  first.kill('SIGKILL')
  await once(first, 'exit')

  apple.state.isSilent = false
  const pushed = apple.pushed.length
  const untold = 'select apple_untold from wallet_pass where brand_id = $1'
  assert.deepEqual(await sql(untold, [shop.id]), [{ apple_untold: true }])
  // As if the leases of the pass and of the job had ended meanwhile.
  await sql(`delete from pgboss.job where name = 'wallet'`, [])
  await sql('update wallet_pass set due_at = now() where brand_id = $1', [shop.id])
  const second = await startWorker(files.folder)
  t.after(() => second.kill('SIGKILL'))
  await until('Apple is told', async () => (await sql(untold, [shop.id]))[0]?.apple_untold === false, 60)
  assert.equal(apple.pushed.length, pushed + 1)
  assert.equal((await phone.see()).storeCard.primaryFields[0].value, '7')
  assert.deepEqual(await shop.verify(), [])
})
