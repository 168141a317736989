import { gap, textIn } from '../../brand/facts/draft.ts'
import type { Lists } from './phrases.ts'

interface ListMarks {
  readonly and: string
  readonly or: string
  readonly quotes: readonly [open: string, close: string]
  /** What may have commas that separate nothing. */
  readonly aside: RegExp
}

export function listsOf({ and, or, quotes: [open, close], aside }: ListMarks): Lists {
  const quoted = (text: string) => `${open}${text}${close}`
  const joined = (items: readonly string[], word: string): string => {
    if (items.length < 2) return items[0] ?? gap
    // Parts that have commas of their own are kept apart by semicolons.
    const comma = items.some((item) => item.replace(aside, '').includes(', ')) ? ';' : ','
    return `${items.slice(0, -1).join(`${comma} `)}${comma === ';' ? ';' : ''} ${word} ${items.at(-1)}`
  }
  return {
    andList: (items) => joined(items, and),
    orList: (items) => joined(items, or),
    quoted,
    quotedIn: (value) => {
      const text = textIn(value)
      return text === undefined || text === gap ? gap : quoted(text)
    },
  }
}

/** A group that stands alone needs no brackets around it. */
export function unwrapped(text: string): string {
  let depth = 0
  const end = [...text].findIndex((letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    return depth === 0
  })
  return text.startsWith('(') && end === text.length - 1 ? text.slice(1, -1) : text
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

export const spaced = (words: readonly string[]): string => words.filter((word) => word !== '').join(' ')
