import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { entriesOf, type FileData, keyOf } from '../../../domain/brand/edits.ts'
import { draftSections } from '../../../domain/brand/entries/entry-text.ts'
import { namesIn } from '../../../domain/sentence/names.ts'
import { flag, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'
import { takenKeys } from '../drafts/free-key.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { adaptRecipe, type RecipeEntry } from './adapt-recipe.ts'
import { assumptionWords } from './assumption-words.ts'
import { cookbook } from './cookbook.ts'
import { recipeIds } from './recipe-ids.ts'

const entryModel = model('RecipeEntry', 'An entry of the brand file, for a draft.', {
  section: text('Its section.').required(),
  key: text('What it is called by.').required(),
  text: text('The entry as YAML.').required(),
})

const neededProgram = model('NeededProgram', 'A program that a recipe needs something of.', {
  program: text('The program.').required(),
  name: text('What people call it.').required(),
  isNew: flag('Whether the brand has no such program yet.').required(),
  parts: list('Which of its keys lack something: tiers, valueTypes, cardSets.', text('A key.')).required(),
})

export const recipeEntries = brandRoute({
  name: 'recipeEntries',
  summary: 'Return the entries of a campaign of the cookbook, for a draft of this brand.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: { id: oneOf('The campaign of the cookbook.', recipeIds).required() },
  response: {
    entries: list('The entries.', entryModel).required(),
    assumes: list('What it takes for granted about the brand, a sentence each.', text('A sentence.')).required(),
    needs: list(
      'Programs that need something of the recipe first, such as levels: they are changed in the settings, not in drafts.',
      neededProgram,
    ).required(),
  },
  run: async ({ request: { id }, brand, services, language }) => {
    const recipe = cookbook().find((one) => one.id === id)
    if (!recipe) return turnDown('notFound', 'The cookbook has no such campaign.')
    const file = fileOf(brand)
    const taken = await takenKeys(services.pool, brand, 'campaigns')
    const { entries, assumptions } = adaptRecipe(recipe, file, taken)
    const telling = { language, currency: brand.currency, nameOf: namesIn(file) }
    const isOfDraft = ({ section }: RecipeEntry) => draftSections.some((one) => one === section)
    return {
      entries: entries.filter(isOfDraft),
      assumes: assumptions.map((one) => assumptionWords(one, telling)),
      needs: entries.filter(({ section }) => section === 'programs').map((entry) => neededOf(entry, file)),
    }
  },
})

/** What of a program the recipe brings that the brand's own does not have. */
function neededOf({ key, text }: RecipeEntry, file: FileData) {
  const known = entriesOf(file, 'programs').find((one) => keyOf(one, 'programs') === key)
  const own: Readonly<Record<string, unknown>> = { ...Object(known) }
  const wanted: Readonly<Record<string, unknown>> = Object(parse(text))
  const parts = Object.keys(wanted).filter((name) => !isDeepStrictEqual(wanted[name], own[name]))
  return { program: key, name: String(own.name ?? wanted.name ?? key), isNew: known === undefined, parts }
}
