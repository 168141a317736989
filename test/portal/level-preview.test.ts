import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPortalRoom } from '../support/portal-room.ts'
import { bySpend } from '../support/tier-shop.ts'

test('a card that was moved to another one is no customer of its own', async () => {
  const room = await openPortalRoom({ program: { tiers: bySpend } })
  try {
    const { shop } = room
    const [lost, found] = [await shop.card(), await shop.card()]
    await shop.must('checkout', { cardNumber: lost, products: [{ sku: 'A', unitPrice: 120, amountPurchased: 1 }] })
    const [program] = (await shop.must('exportBrand', {})).brandFile.programs
    const ana = await room.login('administrator')
    const asked = { program: program.id, entry: program }
    assert.equal((await ana.must('levelPreview', asked)).customers, 2)
    await shop.must('transfer', { cardNumber: lost, action: 'out' })
    await shop.must('transfer', { cardNumber: found, oldCardNumber: lost, action: 'in', mergeMode: 'skip' })
    assert.equal((await ana.must('levelPreview', asked)).customers, 1)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await room.close()
  }
})
