import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../../server/ground/database/migrate.ts'
import { checkBackup } from '../../server/storage/backup/check-backup.ts'
import { askAt, launch, memoryOf, newDatabase, newFolder, noProgress, run } from '../support/backup-room.ts'
import { Purser, withPurser } from '../support/purser-process.ts'
import { Receipts } from '../support/receipts.ts'

test('a backup that is taken while tills go on is one moment of the service', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    const stop = receipts.sell(shop)
    await receipts.reach()
    const file = join(newFolder(), 'busy.tar')
    const before = receipts.acknowledged
    const { status, output } = await purser.run('backup', file)
    assert.equal(status, 0, output)
    await receipts.reach(20)
    await stop()
    await purser.stop()
    assert.deepEqual(receipts.refusals, [], 'no call was refused because of it')

    const folder = newFolder()
    cpSync(join(purser.folder, 'brand.json'), join(folder, 'brand.json'))
    cpSync(join(purser.folder, 'secret.key'), join(folder, 'secret.key'))
    const again = new Purser(folder, [])
    try {
      const restored = await again.run('restore', file)
      assert.equal(restored.status, 0, restored.output)
      assert.match(restored.output, /1 brand and \d+ ledger rows checked: everything adds up/)
      assert.match(restored.output, /The secret key is the right one/)
      const kept = await again.start()
      // What was answered before the backup began is there, and is known as done; the rest is carried out once.
      for (const { id, card, cents, ref } of before) {
        const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: cents / 100 }
        const body = { cardNumber: card, action: 'issue', amount }
        const answer = await kept.call('updateBalance', body, { customRequestId: id })
        assert.deepEqual([answer.body.errorCode, answer.headers['purser-original-request']], [3, ref], id)
      }
      await again.stop()
      assert.equal((await again.run('verify')).status, 0)
    } finally {
      await again.remove()
    }
  }))

test('a table of half a million rows is backed up and restored in the memory that a small one takes', async () => {
  const folder = newFolder()
  const small = await newDatabase()
  await migrate(small, () => undefined)
  const large = await newDatabase()
  await migrate(large, () => undefined)
  await askAt(
    large,
    `insert into call_elsewhere (brand_id, card_id, card_seq, request_ref)
     select 'b', n, 1, gen_random_uuid() from generate_series(1, 500000) n`,
  )
  const forSmall = await peakOf(['backup', join(folder, 'small.tar'), '--database', small])
  const forLarge = await peakOf(['backup', join(folder, 'large.tar'), '--database', large])
  assert.ok(forLarge - forSmall < 100, `${forSmall} and ${forLarge} MB`)
  const { manifest } = await checkBackup(join(folder, 'large.tar'), undefined, noProgress)
  assert.equal(manifest.measures.get('call_elsewhere')?.rows, 500_000)
  assert.ok((manifest.measures.get('call_elsewhere')?.bytes ?? 0) > 20e6)
  const target = await newDatabase()
  const forRestore = await peakOf(['restore', join(folder, 'large.tar'), '--database', target])
  assert.ok(forRestore - forSmall < 150, `${forSmall} and ${forRestore} MB`)
})

test('a backup that is killed leaves no file of its name, and the next one says what it left', async () => {
  const folder = newFolder()
  const url = await newDatabase()
  await migrate(url, () => undefined)
  await askAt(
    url,
    `insert into call_elsewhere (brand_id, card_id, card_seq, request_ref)
     select 'b', n, 1, gen_random_uuid() from generate_series(1, 400000) n`,
  )
  const { child, ended } = launch(['backup', join(folder, 'a.tar'), '--database', url])
  while (readdirSync(folder).length === 0 && child.exitCode === null) await new Promise((go) => setTimeout(go, 5))
  child.kill('SIGKILL')
  await ended()
  const [left, ...others] = readdirSync(folder)
  assert.match(left ?? '', /^\.unfinished-\d+-a\.tar$/)
  assert.deepEqual(others, [])
  await assert.rejects(checkBackup(join(folder, left ?? ''), undefined, noProgress), /not whole|no backup/)
  const { status, output } = await run(['backup', join(folder, 'a.tar'), '--database', url])
  assert.equal(status, 0, output)
  assert.match(output, /An interrupted backup left \.unfinished-\d+-a\.tar/)
})

async function peakOf(words: readonly string[]): Promise<number> {
  const { child, ended } = launch(words)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid))
  }, 20)
  const { status, output } = await ended()
  clearInterval(watch)
  assert.equal(status, 0, output)
  return peak
}
