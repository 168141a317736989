import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purserCommand } from '../support/purser-command.ts'
import { openTierShop } from '../support/tier-shop.ts'
import { broughtBack, undone } from '../support/undo-shop.ts'

test('a call says what it did to the level, and why it was lost or got back', async () => {
  const { shop, bought } = await openTierShop([])
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 350', { cardNumber })
  const back = await broughtBack(shop, { cardNumber, requestRef: sale.requestRef }, '1 CAKE')
  const again = await undone(shop, cardNumber, back.requestRef)
  const levelsOf = async (requestRef: string) =>
    (await shop.must('requestLookup', { requestRef, showExplanation: true })).explanation.levels

  assert.deepEqual(await levelsOf(sale.requestRef), ['Level: Gold reached, before that no level'])
  const lost = 'Level: from Gold to no level, because what stands is not enough for Gold any more'
  assert.deepEqual(await levelsOf(back.requestRef), [lost])
  const restored = 'Level: from no level back to Gold, because what stands is enough for it again'
  assert.deepEqual(await levelsOf(again.requestRef), [restored])
  const { output } = await purserCommand('explain', back.requestRef)
  assert.ok(output.includes(lost), output)
  assert.deepEqual(await shop.verify(), [])
})
