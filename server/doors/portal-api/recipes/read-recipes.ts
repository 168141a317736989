import { type RecipeGroup, type RecipeId, recipeGroups, recipeIds } from './recipe-ids.ts'

/** A campaign of the cookbook, to begin with. */
export interface Recipe {
  readonly id: RecipeId
  readonly title: string
  /** What it is about, in a sentence or two. */
  readonly about: string
  /** The part of the page that it is in. */
  readonly group: RecipeGroup
  readonly groupTitle: string
  /** Sections of a brand file, with comments. */
  readonly yaml: string
}

/** Headings with a mark below them that names a recipe, in parts with a mark that names their group. */
export function readRecipes(page: string): readonly Recipe[] {
  return page.split(/^## /m).flatMap((part) => {
    const group = recipeGroups.find((id) => part.includes(`<!-- recipes ${id} -->`))
    if (group === undefined) return []
    const groupTitle = firstLine(part)
    return part.split(/^### /m).flatMap((section) => recipeOf(section).map((one) => ({ ...one, group, groupTitle })))
  })
}

function recipeOf(section: string): readonly Omit<Recipe, 'group' | 'groupTitle'>[] {
  const id = recipeIds.find((one) => section.includes(`<!-- recipe ${one} -->`))
  const [, yaml] = /^```yaml\n([\s\S]*?)^```/m.exec(section) ?? []
  if (id === undefined || yaml === undefined) return []
  const [before = ''] = section.split(/^```/m)
  const about = before.slice(before.indexOf('-->') + 3).trim()
  return [{ id, title: firstLine(section), about: plain(withoutCode(about)), yaml }]
}

/** Whoever chooses a recipe does not know the rule language yet: sentences with words of it are left out. */
function withoutCode(about: string): string {
  const sentences = about.replaceAll(/\s*\n\s*/g, ' ').split(/(?<=[.?!]) (?=[A-Z`])/)
  const plainOnes = sentences.filter((sentence) => !sentence.includes('`'))
  return plainOnes.length > 0 ? plainOnes.join(' ') : (sentences[0] ?? '')
}

const firstLine = (text: string) => (text.split('\n', 1)[0] ?? '').trim()

/** Without the marks of the page's own markup. */
const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\s*\n\s*/g, ' ')
