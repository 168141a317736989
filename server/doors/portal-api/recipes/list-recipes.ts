import { list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { cookbook } from './cookbook.ts'
import { recipeGroups, recipeIds } from './recipe-ids.ts'

const recipeModel = model('Recipe', 'A campaign of the cookbook.', {
  id: oneOf('What it is asked for by.', recipeIds).required(),
  title: text('What the page calls it.').required(),
  about: text('What it is about.').required(),
  group: oneOf('The part of the cookbook that it is in.', recipeGroups).required(),
  groupTitle: text('What the page calls that part.').required(),
})

export const listRecipes = brandRoute({
  name: 'listRecipes',
  summary: 'List the campaigns of the cookbook, to begin a campaign with one of them.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: { recipes: list('The campaigns, in the order of the cookbook.', recipeModel).required() },
  run: async () => ({ recipes: cookbook().map(({ yaml: _, ...recipe }) => recipe) }),
})
