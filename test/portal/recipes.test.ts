import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { de } from '../../portal/texts/de.ts'
import { withEdits } from '../../server/domain/brand/edits.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { adaptRecipe } from '../../server/doors/portal-api/recipes/adapt-recipe.ts'
import { assumptionWords } from '../../server/doors/portal-api/recipes/assumption-words.ts'
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

for (const recipe of recipes) {
  const { title } = recipe
  test(`as a draft of the demo brand, it has no faults: ${title}`, () => {
    const { entries } = adaptRecipe(recipe, demo)
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
  const { entries } = adaptRecipe(recipe, file)
  assert.deepEqual(
    entries.map(({ section, key }) => `${section}/${key}`),
    ['campaigns/earn-3'],
  )
  const [bare] = adaptRecipe(recipe, { programs: [{ id: 'club', name: 'Club', valueTypes: [] }] }).entries
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

/** The campaigns of a recipe for a brand, and the kinds of what it takes for granted. */
function fitted(id: string, file: object) {
  const recipe = recipes.find((one) => one.id === id)
  assert.ok(recipe)
  const { entries, assumptions } = adaptRecipe(recipe, file as never)
  const campaigns = entries.filter(({ section }) => section === 'campaigns').map(({ text }) => parse(text))
  return {
    campaigns,
    rules: campaigns.flatMap(({ rules }) => rules),
    assumptions,
    kinds: assumptions.map((one) => one.kind),
  }
}

const spending = { give: 2, per: 1, of: 'checkout.netTotal' }
const earningBrand = {
  brand: { currency: 'EUR' },
  programs: [
    {
      id: 'club',
      valueTypes: [{ balanceType: 'Points', scale: 0 }],
      tiers: {
        by: { fact: 'history.spend' },
        levels: [
          { id: 'blue', name: 'Blue', at: 5 },
          { id: 'black', name: 'Black', at: 9 },
        ],
      },
    },
  ],
  products: [
    { sku: 'A1', name: 'Apple', categories: ['fruit'] },
    { sku: 'B1', name: 'Bread', categories: ['baked'] },
  ],
  campaigns: [
    {
      id: 'earn',
      name: 'Collect',
      when: [{ fact: 'program.id', op: '=', value: 'club' }],
      rules: [
        {
          id: 'main',
          name: 'Two per euro',
          trigger: 'checkout',
          then: [{ issue: { balanceType: 'Points', amount: spending, expiresAfter: { months: 6 } } }],
        },
      ],
    },
  ],
}

test('double points are double: a recipe adds to what the brand gives already, and ends like it', () => {
  const { rules, kinds, campaigns } = fitted('gold-tuesdays', earningBrand)
  assert.deepEqual(
    rules.map(({ id }) => id),
    ['gold-tuesday'],
    'the rule for everybody is the brand’s own',
  )
  const [{ issue }] = rules[0].then
  assert.deepEqual(issue, { balanceType: 'Points', amount: spending, expiresAfter: { months: 6 } })
  assert.equal(rules[0].when[0].value, 'black', 'the highest level of the brand')
  assert.equal(campaigns[0].name, 'Double points on Tuesdays')
  assert.deepEqual(kinds, ['replaced', 'earnsAlready', 'expires'])
  const weekend = fitted('weekend-points', earningBrand).rules
  assert.deepEqual(weekend[0].then[0].issue.amount, { ...spending, give: 4 }, 'triple: the usual two, and four more')
  assert.deepEqual(weekend[0].when, [{ fact: 'request.dayOfWeek', op: 'in', value: ['sat', 'sun'] }])
  assert.equal(weekend[0].exclusive, undefined)
  assert.deepEqual(fitted('point-per-dollar', earningBrand).kinds, ['earnsTwice'])
})

test('what gives points for some purchases already is named, and a brand that gives none gets the whole recipe', () => {
  const { kinds, assumptions } = fitted('gold-tuesdays', demo)
  assert.deepEqual(kinds, ['earnsAlready', 'alsoEarns', 'expires'])
  assert.match(JSON.stringify(assumptions), /Another point per dollar for gold members on Tuesdays/)
  const bare = fitted('gold-tuesdays', { programs: [{ id: 'rewards', valueTypes: [] }] })
  assert.equal(bare.rules.length, 2)
  assert.deepEqual(bare.kinds, [])
})

test('products, levels and money of a recipe are the brand’s own, and an exception is never another product', () => {
  const punch = fitted('morning-bun', earningBrand)
  assert.doesNotMatch(JSON.stringify(punch.rules), /BUN/)
  assert.match(JSON.stringify(punch.rules), /A1/)
  const gift = fitted('gold-gift', earningBrand)
  assert.equal(gift.rules[0].then[0].issue.balanceCode, 'EUR')
  const except = fitted('all-but-gift-cards', earningBrand)
  assert.deepEqual(except.rules[0].then[0].discount.on.where.except.category, ['gift-cards'])
  assert.deepEqual(except.kinds, ['unknown'])
  assert.deepEqual(fitted('gift-card-block', earningBrand).kinds, ['unknown'])
})

test('every assumption has a sentence in both languages', () => {
  for (const language of ['en', 'de'] as const)
    for (const recipe of recipes)
      for (const file of [demo, earningBrand])
        for (const one of adaptRecipe(recipe, file).assumptions) {
          const words = assumptionWords(one, { language, currency: 'USD', nameOf: () => undefined })
          assert.match(words, /^[A-ZÄÖÜ„“].*[.]$/, words)
          assert.doesNotMatch(words, /undefined|…|\[object/, words)
        }
})
