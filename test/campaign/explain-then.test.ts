import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { testDatabase } from '../support/shop.ts'

const launcher = fileURLToPath(new URL('../../server/purser.js', import.meta.url))

function explain(ref: string) {
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const words = [launcher, 'explain', ref, '--database', testDatabase()]
  return spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 60_000 })
}

test('a call is explained by the file of its time, and what came later is a list of its own', async () => {
  const { shop, bought } = await openRuleShop([
    { name: 'Base', then: [points(5)] },
    { name: 'Big', when: [{ fact: 'checkout.total', op: '>=', value: 12 }], then: [points(50)] },
  ])
  const cardNumber = await shop.card()
  const { requestRef } = await bought('1 CAKE 10', { cardNumber })
  const { brandFile } = await shop.must('exportBrand', {})
  const [main] = brandFile.campaigns
  const big = { ...main.rules[1], name: 'Bigger', when: [{ fact: 'checkout.total', op: '>=', value: 900 }] }
  const here = { fact: 'location.id', op: '=', value: 'L1' }
  const edits = [
    { section: 'campaigns', key: main.id, entry: { ...main, rules: [main.rules[0], big] } },
    {
      section: 'campaigns',
      key: 'opening',
      entry: {
        id: 'opening',
        name: 'Opening',
        rules: [{ id: 'gift', name: 'A gift', trigger: 'checkout', when: [here], then: [points(1)] }],
      },
    },
  ]
  const { versions } = await shop.must('brandHistory', {})
  await shop.must('editBrand', { edits, baseVersion: versions[0].version })

  const { explanation } = await shop.must('requestLookup', { requestRef, showExplanation: true })
  assert.deepEqual(
    explanation.nearly.map(({ name, missing }: { name: string; missing: string }) => [name, /12\.00/.test(missing)]),
    [['Big', true]],
    'as the rule was then',
  )
  assert.doesNotMatch(JSON.stringify([explanation.rest, explanation.nearly, explanation.fired]), /Opening|Bigger/)
  assert.deepEqual(explanation.newSince, [{ rule: 'opening/gift', campaign: 'Opening', name: 'A gift' }])
  assert.match(explain(requestRef).stdout, /Not there yet:\n {2}Opening \/ A gift\n$/)

  const later = await bought('1 CAKE 10', { cardNumber })
  const { explanation: now } = await shop.must('requestLookup', { requestRef: later.requestRef, showExplanation: true })
  assert.deepEqual(now.newSince, [])
  assert.match(JSON.stringify(now), /Bigger/)
  assert.deepEqual(await shop.verify(), [])
})
