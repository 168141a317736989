import { lexer, type Token, type Tokens } from 'marked'
import { plainText, rowText } from './plain-text.ts'
import { slugger } from './slug.ts'

/** A piece of a page that a search can find. */
export interface PageSection {
  /** What it is below: the heading's id; empty at the page's own beginning. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** What a page has below each of its headings. Each row of the table of errors is a piece of its own. */
export function sectionsOf(page: string, text: string): readonly PageSection[] {
  const idOf = slugger()
  const sections: { id: string; heading: string; tokens: Token[] }[] = [{ id: '', heading: '', tokens: [] }]
  const rows: PageSection[] = []
  for (const token of lexer(text)) {
    if (token.type === 'heading') {
      const heading = plainText((token as Tokens.Heading).tokens)
      const id = idOf(heading)
      if ((token as Tokens.Heading).depth > 1) sections.push({ id, heading, tokens: [] })
    } else if (token.type === 'table' && page === 'errors') rows.push(...errorRows(token as Tokens.Table))
    else sections.at(-1)?.tokens.push(token)
  }
  const found = sections.map(({ id, heading, tokens }) => ({ id, heading, text: oneLine(plainText(tokens)) }))
  return [...found.filter(({ id, text: words }) => id === '' || words !== ''), ...rows]
}

function errorRows({ rows }: Tokens.Table): readonly PageSection[] {
  return rows.map((cells) => {
    const code = cells[0]?.text ?? ''
    return { id: `error-${code}`, heading: `Error ${code}`, text: oneLine(rowText(cells.slice(2))) }
  })
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
