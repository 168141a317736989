import { listRecipes } from './list-recipes.ts'
import { recipeEntries } from './recipe-entries.ts'

export const recipeRoutes = [listRecipes, recipeEntries] as const
