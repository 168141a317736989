import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { de } from '../../portal/texts/de.ts'
import { withEdits } from '../../server/domain/brand/edits.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { adaptRecipe } from '../../server/doors/portal-api/recipes/adapt-recipe.ts'
import { readRecipes } from '../../server/doors/portal-api/recipes/read-recipes.ts'
import { recipeGroups, recipeIds } from '../../server/doors/portal-api/recipes/recipe-ids.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/campaigns.md'), 'utf8')
const recipes = readRecipes(page)
const demo = parse(readFileSync(join(root, 'demo/harbor-coffee.yaml'), 'utf8'))

test('every recipe has a group, a title and a line of what it is about', () => {
  for (const { title, about, groupTitle, yaml } of recipes) {
    assert.ok(title.length > 5 && groupTitle.length > 3 && about.length > 10, title)
    assert.doesNotMatch(about, /`|\n|\]\(|<!--/, title)
    assert.ok(parse(yaml).campaigns.length > 0, title)
  }
})

test('the page has every recipe of the list, once and in its order, and every heading with campaigns is one', () => {
  assert.deepEqual(
    recipes.map(({ id }) => id),
    recipeIds,
  )
  assert.deepEqual([...new Set(recipes.map(({ group }) => group))], recipeGroups)
  const marks = [...page.matchAll(/^<!-- recipe (\S+) -->$/gm)].map(([, id]) => id)
  assert.deepEqual(marks, recipeIds)
  const headings = page.split(/^### /m).slice(1)
  assert.equal(headings.filter((section) => /^```yaml\n/m.test(section)).length, recipeIds.length)
})

for (const { title, yaml } of recipes) {
  test(`as a draft of the demo brand, it has no faults: ${title}`, () => {
    const entries = adaptRecipe(yaml, demo)
    const edits = entries.map(({ section, key, text }) => ({ section, key, entry: parse(text) }))
    const { faults } = findingsOf({ json: JSON.stringify(withEdits(demo, edits)) })
    assert.deepEqual(faults, [])
    for (const { section, key } of entries.filter((one) => one.section === 'campaigns'))
      assert.ok(!demo[section].some((one: { id: string }) => one.id === key), `${key} is no campaign of the brand yet`)
  })
}

test('what a brand has already is kept, and its own program is meant', () => {
  const [recipe] = recipes.filter(({ id }) => id === 'gold-tuesdays')
  assert.ok(recipe)
  const file = {
    programs: [{ id: 'club', tiers: { by: { fact: 'history.spend' }, levels: [{ id: 'blue', at: 5 }] } }],
    campaigns: [{ id: 'earn' }, { id: 'earn-2' }],
  }
  const entries = adaptRecipe(recipe.yaml, file)
  assert.deepEqual(
    entries.map(({ section, key }) => `${section}/${key}`),
    ['campaigns/earn-3'],
  )
  const [bare] = adaptRecipe(recipe.yaml, { programs: [{ id: 'club', name: 'Club', valueTypes: [] }] })
  assert.equal(bare?.key, 'club')
  const program = parse(bare?.text ?? '')
  assert.equal(program.name, 'Club')
  assert.equal(program.tiers.levels[1].id, 'gold')
})

test('in German, every recipe has its title and what it is about', () => {
  for (const recipe of recipes) {
    const { title, about } = de.editor.recipe(recipe.id, recipe)
    assert.notEqual(title, recipe.title)
    assert.notEqual(about, recipe.about, title)
    assert.notEqual(de.editor.recipeGroup(recipe.group, recipe.groupTitle), recipe.groupTitle)
  }
})
