import { parse } from 'yaml'

/** A campaign of the cookbook: what a marketer calls it, what goes into the brand file, and what happens then. */
export interface Recipe {
  readonly title: string
  readonly yaml: string
  /** Sections of a brand file. */
  readonly sections: Readonly<Record<string, unknown>>
  readonly scenes: readonly Scene[]
  /** What is said about the last call, as `purser explain` prints it. */
  readonly explanation: string
}

/** Something that somebody does, and what is printed then. */
export interface Scene {
  readonly action: string
  readonly printed: string
}

/** Every heading of the third level with a block of YAML below it is a recipe. */
export function readRecipes(page: string): Recipe[] {
  return page
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const title = section.slice(0, section.indexOf('\n'))
      const yaml = blockOf(section, 'yaml')
      if (yaml === undefined) return []
      const scenes = readScenes(blockOf(section, 'story') ?? '')
      return [{ title, yaml, sections: parse(yaml), scenes, explanation: blockOf(section, 'explanation') ?? '' }]
    })
}

/** The page with what really happened in place of what it said. */
export function rewritten(page: string, title: string, story: string, explanation: string): string {
  const start = page.indexOf(`### ${title}\n`)
  const next = page.indexOf('\n### ', start + 1)
  const end = next < 0 ? page.length : next
  const section = page
    .slice(start, end)
    .replace(fence('story'), () => `\`\`\`story\n${story}\n\`\`\``)
    .replace(fence('explanation'), () => `\`\`\`explanation\n${explanation}\n\`\`\``)
  return page.slice(0, start) + section + page.slice(end)
}

export const toText = (scenes: readonly Scene[]) =>
  scenes.map(({ action, printed }) => [`> ${action}`, ...(printed === '' ? [] : [printed])].join('\n')).join('\n')

const fence = (language: string) => new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm')

function blockOf(section: string, language: string): string | undefined {
  return fence(language).exec(section)?.[1]?.trimEnd()
}

function readScenes(block: string): Scene[] {
  return block
    .split(/^> /m)
    .slice(1)
    .map((scene) => {
      const [action = '', ...printed] = scene.trimEnd().split('\n')
      return { action, printed: printed.join('\n') }
    })
}
