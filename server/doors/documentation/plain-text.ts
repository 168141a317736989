import type { Token, Tokens } from 'marked'

/** What a reader sees of a piece of a page, without any markup and without examples. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(textOf)
    .join('')
    .replace(/[ \t]+/g, ' ')
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'html':
    case 'code':
      return ''
    case 'br':
    case 'space':
      return ' '
    case 'table':
      return tableText(token as Tokens.Table)
    case 'list':
      return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)} `).join('')
    default: {
      const inner = 'tokens' in token ? token.tokens : undefined
      const text = inner ? plainText(inner) : 'text' in token ? String(token.text) : ''
      return isBlock.has(token.type) ? `${text} ` : text
    }
  }
}

const isBlock: ReadonlySet<string> = new Set(['paragraph', 'heading', 'blockquote', 'list_item'])

export const rowText = (cells: readonly Tokens.TableCell[]): string =>
  cells.map(({ tokens }) => plainText(tokens)).join(' ')

function tableText({ header, rows }: Tokens.Table): string {
  return [header, ...rows].map((cells) => `${rowText(cells)} `).join('')
}
