import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  balancesOf,
  fileOf,
  importPath,
  importText,
  mustImport,
  numberOf,
  shopWithCards,
  sumOf,
} from '../support/import-room.ts'
import { ask } from '../support/race.ts'
import { times } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

test('two processes with one file load it once, and two files at once both arrive', async () => {
  const shop = await shopWithCards(2000)
  const path = fileOf(balancesOf(2000))
  const outcomes = await Promise.allSettled([importPath(shop, 'balances', path), importPath(shop, 'balances', path)])
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
  const other = `cardNumber,balanceType,amount\n${times(2000, (index) => `${numberOf(index)},Points,${index + 1}`).join('\n')}\n`
  const more = `cardNumber,cardSetId\n${times(2000, (index) => `7${String(index).padStart(11, '0')},cards`).join('\n')}\n`
  const [points, cards] = await Promise.all([mustImport(shop, 'balances', other), mustImport(shop, 'cards', more)])
  assert.deepEqual([points.written, cards.written], [2000, 2000])
  assert.equal((await importPath(shop, 'balances', path)).imported.outcome, 'before')
  assert.equal((await sumOf(shop))?.rows, 4000)
  assert.deepEqual(await shop.verify(), [])
})

test('tills go on while balances are loaded, and a card in a checkout is waited for', async () => {
  const count = 2500
  const shop = await shopWithCards(count)
  const card = numberOf(1500)
  const basket = { products: [{ sku: 'A', unitPrice: 1 }] }
  const setup = await shop.must('checkout', { cardNumber: card, isSetup: true, lockSetupDuration: 60, ...basket })
  let isLoading = true
  let loaded = 0
  const importing = importText(shop, 'balances', balancesOf(count), {
    onProgress: (step, row) => {
      if (step === 'loading') loaded = row
    },
  }).finally(() => {
    isLoading = false
  })
  await until('rows before the card are loaded', async () => loaded >= 1000)
  const redeemed = await shop.redeem(numberOf(10), { usd: 5 })
  assert.equal(redeemed.body.success, true)
  assert.ok(isLoading)
  assert.ok(loaded < count)
  await shop.must('checkout', { cardNumber: card, cancelSetup: true, relatedSetupTransactionId: setup.transactionId })
  const calls = async () => {
    let refused = 0
    for (let index = 0; isLoading; index = (index + 7) % count) {
      const { body } = await shop.redeem(numberOf(index), { usd: 0.01 })
      if (!body.success && body.errorCode !== 13) refused += 1
    }
    return refused
  }
  const [{ imported }, refused] = await Promise.all([importing, calls()])
  assert.equal(imported.outcome, 'loaded')
  assert.equal(refused, 0)
  assert.deepEqual(await shop.verify(), [])
})

test('what changes between the check and the loading is skipped, said, and counted', async () => {
  const shop = await shopWithCards(1)
  let isDone = false
  const { imported, faults } = await importText(
    shop,
    'cards',
    `cardNumber,cardSetId\n${times(2001, (index) => `6${String(index).padStart(11, '0')},cards`).join('\n')}\n`,
    {
      onProgress: (step, row) => {
        if (step !== 'checking' || row < 2001 || isDone) return
        isDone = true
        void ask(
          `insert into card (brand_id, card_set_id, card_number, status, pick_key, origin) values ($1, 'cards', '600000002000', 'Lost', 0, 'created')`,
          [shop.id],
        )
      },
    },
  )
  assert.equal(imported.outcome, 'loaded')
  if (imported.outcome === 'loaded')
    assert.deepEqual([imported.run.written, imported.run.skipped, imported.lateFaults], [2000, 1, 1])
  assert.deepEqual(faults, ['2001 status: differs: the card exists and is Lost'])
  assert.deepEqual(await shop.verify(), [])
})
