/** A campaign of the cookbook, to begin with. */
export interface Recipe {
  readonly title: string
  /** What it is about, in a sentence or two. */
  readonly about: string
  /** The part of the page that it is in. */
  readonly group: string
  /** Sections of a brand file, with comments. */
  readonly yaml: string
}

/** Every heading of the third level with a block of YAML below it is a recipe. */
export function readRecipes(page: string): readonly Recipe[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const group = firstLine(part)
      return part
        .split(/^### /m)
        .slice(1)
        .flatMap((section) => recipeOf(section, group))
    })
}

function recipeOf(section: string, group: string): readonly Recipe[] {
  const [, yaml] = /^```yaml\n([\s\S]*?)^```/m.exec(section) ?? []
  if (yaml === undefined) return []
  const [before = ''] = section.split(/^```/m)
  const about = before.slice(before.indexOf('\n')).trim()
  return [{ title: firstLine(section), about: plain(withoutCode(about)), group, yaml }]
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
