import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { purserCommand } from '../support/purser-command.ts'
import { readRecipes } from '../support/story/read-page.ts'

const root = join(import.meta.dirname, '../..')
const demo = join(root, 'demo/harbor-coffee.yaml')
const page = readFileSync(join(root, 'docs/campaigns.md'), 'utf8')
const recipes = readRecipes(page)

test('the page says how to try a recipe, and that command works on the demo brand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-recipe-'))
  const recipe = join(folder, 'recipe.yaml')
  const applied = await purserCommand('brand', 'apply', demo)
  assert.equal(applied.status, 0, applied.output)

  await writeFile(recipe, `${recipeOf('A star for every bun, five at the most').yaml}\n`)
  const [, command = ''] = /^npx purser (simulate .*)$/m.exec(page) ?? []
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
