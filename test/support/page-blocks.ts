import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * What a page shows to be typed, and what is printed then. The words after the language say what becomes of it:
 * `run`: it is run, and must exit with 0; `background`: a server, which runs until the end of the page or the next `stop`;
 * `stop`: the servers are stopped before it; `untried`: it cannot be run here; `answer`: what the commands before it print
 * (test/support/page-answers.ts says how that is compared); `file=NAME`: a file, which is saved; `part`, `part=PLACE`: a
 * part of a brand file, which test/page-blocks.test.ts puts into the demo's.
 */
export interface Block {
  readonly place: string
  readonly language: string
  readonly marks: readonly string[]
  readonly text: string
}

/** Every block of a page between fences, also one within a list. */
export function allBlocksOf(page: string): readonly Block[] {
  const text = readFileSync(resolve(root, page), 'utf8')
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', words = '', content = ''] = match
    const before = text.slice(0, match.index)
    const [language = '', ...written] = words.split(/\s+/).filter(Boolean)
    const marks = page === 'README.md' ? readmeMarks(before) : written
    const place = `${page}:${before.split('\n').length}`
    return { place, language, marks, text: content.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** The blocks of a page that are commands, of a shell or of SQL, and what belongs to them. */
export function blocksOf(page: string): readonly Block[] {
  return allBlocksOf(page).flatMap((block) => {
    const { language, marks, text } = block
    const isPart = marks.includes('answer') || fileOf(marks) !== undefined
    if (!/^(sh|bash|console|sql)$/.test(language) && !isPart) return []
    const isPrompted = language === 'console' && !isPart
    return [{ ...block, text: isPrompted ? promptedIn(text) : text }]
  })
}

const promptedIn = (text: string) => [...text.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command).join('\n')

/** The README has plain blocks, as every reader and tool expects them there: those under "Try it" are run. */
function readmeMarks(before: string): readonly string[] {
  return before.lastIndexOf('\n## ') === before.lastIndexOf('\n## Try it\n') ? ['run'] : ['untried']
}

/** The one example of a page that is JSON and no answer. */
export function jsonExampleOf(page: string): unknown {
  const examples = allBlocksOf(page).filter(({ language, marks }) => language === 'json' && marks.length === 0)
  assert.equal(examples.length, 1, page)
  return JSON.parse(examples[0]?.text ?? '')
}

export const fileOf = (marks: readonly string[]) =>
  marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
