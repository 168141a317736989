import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseAccount } from '../../server/ground/database/embedded/system-account.ts'
import { type Purser, withPurser } from '../support/purser-process.ts'
import type { Answer, Shop } from '../support/shop.ts'

/** A file system of this size that only the command and its children see. */
const mounted = (place: string, options: string) => [
  ...['unshare', '--mount', 'sh', '-c', `mount -t tmpfs -o size=12m,${options} tmpfs "$0" && exec "$@"`, place],
]

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'purser-mount-'))
  try {
    execFileSync('unshare', [...mounted(place, 'mode=700').slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmdirSync(place)
  }
}

const skip = canMount() ? false : 'only who may mount a file system can try this'

test('a disk that is full is answered with 109, seen by /readyz, and used again when there is room', { skip }, () =>
  withPurser(fillDisk, [], (folder) => {
    const place = join(folder, 'small')
    mkdirSync(place)
    const account = chooseAccount(folder, join(folder, 'postgres'))
    return mounted(place, `mode=700,uid=${account?.uid ?? 0},gid=${account?.gid ?? 0}`)
  }),
)

async function fillDisk(purser: Purser): Promise<void> {
  const shop = await purser.start()
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' })
  await moveLedger(purser)
  const fillers = await fill(purser)

  const { sent, refused, done } = await issueUntilRefused(shop, cardNumber)
  const ready = await fetch(`http://127.0.0.1:${shop.port}/readyz`)
  assert.deepEqual([refused.status, refused.body.errorCode], [503, 109], JSON.stringify(refused.body))
  assert.equal(ready.status, 503)
  assert.equal(((await ready.json()) as { reason: string }).reason, 'storage')
  assert.equal((await shop.call('search', { filters: { cardNumber } })).body.success, true, 'reads go on')

  for (const filler of fillers) await purser.ask(`drop table ${filler}`)
  const again = await issue(shop, cardNumber, sent)
  assert.equal(again.body.success, true, JSON.stringify(again.body))
  assert.deepEqual((await shop.balances(cardNumber))[0].amount, done + 1)
  const { status, output } = await purser.run('verify')
  assert.equal(status, 0, output)
  assert.equal(await purser.stop(), 0)
}

/** Onto the small disk: every change of a balance writes there. */
async function moveLedger(purser: Purser): Promise<void> {
  await purser.ask(`create tablespace small location '${join(purser.folder, 'small')}'`)
  const parts = await purser.ask(`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'ledger'::regclass`)
  for (const { name } of parts) await purser.ask(`alter table ${name} set tablespace small`)
}

/** To the last page, and answers the tables that take the room. */
async function fill(purser: Purser): Promise<string[]> {
  const fillers: string[] = []
  for (const rows of [1000, 100, 10, 1]) {
    for (;;) {
      const name = `filler_${fillers.length}`
      const made = purser.ask(`create table ${name} tablespace small as
        select repeat(md5(random()::text), 200) as filler from generate_series(1, ${rows})`)
      const code = await made.then(
        () => undefined,
        (error: { code: string }) => error.code,
      )
      if (code !== undefined) {
        assert.equal(code, '53100')
        break
      }
      fillers.push(name)
    }
  }
  return fillers
}

function issue(shop: Shop, cardNumber: string, number: number): Promise<Answer> {
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 }
  return shop.call('updateBalance', { cardNumber, action: 'issue', amount }, { customRequestId: `issue-${number}` })
}

/** Pages that were begun have room for some more. */
async function issueUntilRefused(shop: Shop, cardNumber: string) {
  for (let sent = 0; sent < 3000; sent += 1) {
    const refused = await issue(shop, cardNumber, sent)
    if (!refused.body.success) return { sent, refused, done: sent }
  }
  throw new Error('the disk is never full')
}
