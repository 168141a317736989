import { draftSections } from '../../brand/entries/entry-text.ts'
import { fileOf } from '../../brand-store/drafts/live-entries.ts'
import { list, model, text } from '../../contract/field.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { adaptRecipe, type DraftEntry } from './adapt-recipe.ts'
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
  response: {
    entries: list('The entries.', entryModel).required(),
    needs: list(
      'Programs that need something of the recipe first, such as levels: they are changed in the settings, not in drafts.',
      text('A program.'),
    ).required(),
  },
  run: async ({ request: { title }, brand }) => {
    const recipe = cookbook().find((one) => one.title === title)
    if (!recipe) return turnDown('notFound', 'The cookbook has no such campaign.')
    const entries = adaptRecipe(recipe.yaml, fileOf(brand))
    const isOfDraft = ({ section }: DraftEntry) => draftSections.some((one) => one === section)
    return {
      entries: entries.filter(isOfDraft),
      needs: entries.filter(({ section }) => section === 'programs').map(({ key }) => key),
    }
  },
})
