import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readRecipes, rewritten, toText } from '../support/story/read-page.ts'
import { tell } from '../support/story/tell.ts'
import { useTravelClock } from '../support/travel-clock.ts'

// After a change of words or rules: npm test -- cookbook --update-snapshots, and read what has changed.
const root = join(import.meta.dirname, '../..')
const path = join(root, 'docs/campaigns.md')
const recipes = readRecipes(readFileSync(path, 'utf8'))
// Rewards to choose are rules of campaigns, and friends of whom nothing is known can be the same person.
const {
  campaigns: _,
  member: __,
  referrals: ___,
  ...base
} = parse(readFileSync(join(root, 'demo/harbor-coffee.yaml'), 'utf8'))
const updates = process.execArgv.includes('--test-update-snapshots')

await useTravelClock()

test('the cookbook has at least twenty-five campaigns', () => {
  assert.ok(recipes.length >= 25, `${recipes.length}`)
})

for (const recipe of recipes) {
  test(recipe.title, async (t) => {
    const told = await tell(t, recipe, base)
    const story = toText(told.scenes)
    if (updates) writeFileSync(path, rewritten(readFileSync(path, 'utf8'), recipe.title, story, told.explanation))
    else {
      assert.equal(story, toText(recipe.scenes))
      assert.equal(told.explanation, recipe.explanation)
    }
    assert.deepEqual(await told.shop.verify(), [])
  })
}
