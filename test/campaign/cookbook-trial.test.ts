import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { purserCommand } from '../support/purser-command.ts'
import { readRecipes } from '../support/story/read-page.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// Commands look at any sealed pin to know the key: those of other tests have other keys.
await useOwnDatabase()

const root = join(import.meta.dirname, '../..')
const demo = join(root, 'demo/harbor-coffee.yaml')
const page = readFileSync(join(root, 'docs/campaigns.md'), 'utf8')
const recipes = readRecipes(page)

test('the page says how to try a recipe, and its commands work on the demo brand', async () => {
  const applied = await purserCommand('brand', 'apply', demo)
  assert.equal(applied.status, 0, applied.output)
  const folder = await mkdtemp(join(tmpdir(), 'purser-recipe-'))
  const [forAnybody = '', forCard = ''] = [...page.matchAll(/^npx purser (simulate .*)$/gm)].map(([, words]) => words)

  await writeFile(join(folder, 'recipe.yaml'), `${recipeOf('Three buns for 10 dollars').yaml}\n`)
  const buns = await run(forAnybody, folder)
  assert.match(buns, /7 × Cinnamon bun/)
  assert.match(buns, /Total: 26\.25 USD, after discounts 23\.75 USD/)

  const [, basket = ''] = /^```yaml[^\n]*\n(card: [\s\S]*?)^```/m.exec(page) ?? []
  await writeFile(join(folder, 'basket.yaml'), basket)
  await writeFile(join(folder, 'recipe.yaml'), `${recipeOf('Fifty points for the first purchase').yaml}\n`)
  assert.match(await run(forCard, folder), /Points: 0 → 54/, 'as the page says, with the campaigns of the demo brand')
})

/** What a command of the page prints, with its files in a folder. At noon, as the demo brand has discounts in the morning. */
async function run(command: string, folder: string): Promise<string> {
  const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted = word]) => quoted)
  const { status, output } = await purserCommand(
    ...words.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word)),
    ...['--at', '2026-11-16 12:00:00'],
  )
  assert.equal(status, 0, output)
  return output
}

function recipeOf(title: string) {
  const recipe = recipes.find((one) => one.title === title)
  assert.ok(recipe, title)
  return recipe
}
