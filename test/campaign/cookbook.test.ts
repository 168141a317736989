import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { purserCommand } from '../support/purser-command.ts'
import { readRecipes, rewritten, toText } from '../support/story/read-page.ts'
import { tell } from '../support/story/tell.ts'
import { useTravelClock } from '../support/travel-clock.ts'

// After a change of words or rules: npm test -- cookbook --update-snapshots, and read what has changed.
const root = join(import.meta.dirname, '../..')
const path = join(root, 'docs/campaigns.md')
const recipes = readRecipes(readFileSync(path, 'utf8'))
const demo = join(root, 'demo/harbor-coffee.yaml')
const { campaigns: _, ...base } = parse(readFileSync(demo, 'utf8'))
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

test('the page says how to try a recipe, and that command works on the demo brand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-recipe-'))
  const recipe = join(folder, 'recipe.yaml')
  const applied = await purserCommand('brand', 'apply', demo)
  assert.equal(applied.status, 0, applied.output)

  await writeFile(recipe, `${recipeOf('A star for every bun, five at the most').yaml}\n`)
  const [, command = ''] = /^npx purser (simulate .*)$/m.exec(readFileSync(path, 'utf8')) ?? []
  const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted = word]) => quoted)
  const tried = await purserCommand(...words.map((word) => (word === 'recipe.yaml' ? recipe : word)))
  assert.equal(tried.status, 0, tried.output)
  assert.match(tried.output, /Total: 26\.25 USD/)
  assert.match(tried.output, /Stars \/ A star for every bun/)

  const basket = join(folder, 'basket.yaml')
  await writeFile(basket, 'card: { program: rewards }\nproducts: [{ sku: LAT, unitPrice: 4.50 }]\n')
  await writeFile(recipe, `${recipeOf('Fifty points for the first purchase').yaml}\n`)
  const first = await purserCommand('simulate', '1001', basket, '--draft', recipe, '--json')
  const points = JSON.parse(first.output).receipt.balances.find(
    ({ balanceType }: { balanceType: string }) => balanceType === 'Points',
  )
  assert.equal(points.after, 54, 'as the page says, with the campaigns of the demo brand')
})

function recipeOf(title: string) {
  const recipe = recipes.find((one) => one.title === title)
  assert.ok(recipe, title)
  return recipe
}
