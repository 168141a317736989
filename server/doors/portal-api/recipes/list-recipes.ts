import { list, model, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { cookbook } from './cookbook.ts'

const recipeModel = model('Recipe', 'A campaign of the cookbook.', {
  title: text('What it is called.').required(),
  about: text('What it is about.').required(),
  group: text('The part of the cookbook that it is in.').required(),
})

export const listRecipes = brandRoute({
  name: 'listRecipes',
  summary: 'List the campaigns of the cookbook, to begin a campaign with one of them.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: { recipes: list('The campaigns, in the order of the cookbook.', recipeModel).required() },
  run: async () => ({ recipes: cookbook().map(({ title, about, group }) => ({ title, about, group })) }),
})
