import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Recipe, readRecipes } from './read-recipes.ts'

/** The page is part of every release. */
const page = fileURLToPath(new URL('../../../../docs/campaigns.md', import.meta.url))

let recipes: readonly Recipe[] | undefined

export function cookbook(): readonly Recipe[] {
  recipes ??= readRecipes(readFileSync(page, 'utf8'))
  return recipes
}
