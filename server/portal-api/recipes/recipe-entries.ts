import { list, model, text } from '../../contract/field.ts'
import { fileOf } from '../../brand-store/drafts/live-entries.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { adaptRecipe } from './adapt-recipe.ts'
import { cookbook } from './cookbook.ts'

const entryModel = model('RecipeEntry', 'An entry of the brand file, for a draft.', {
  section: text('Its section.').required(),
  key: text('What it is called by.').required(),
  text: text('The entry as YAML.').required(),
})

export const recipeEntries = brandRoute({
  name: 'recipeEntries',
  summary: 'Return the entries of a campaign of the cookbook, for a draft of this brand.',
  permission: 'campaigns.see',
  isOfWholeBrand: true,
  request: { title: text('The campaign of the cookbook.').max(200).required() },
  response: { entries: list('The entries.', entryModel).required() },
  run: async ({ request: { title }, brand }) => {
    const recipe = cookbook().find((one) => one.title === title)
    return recipe
      ? { entries: [...adaptRecipe(recipe.yaml, fileOf(brand))] }
      : turnDown('notFound', 'The cookbook has no such campaign.')
  },
})
