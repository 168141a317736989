/** An assistant reads every character: more than this is too much for one answer. */
const charactersMax = 40_000

const textCharactersMax = 4000
/** A list of a million is short after twenty; what is not short after these consists of too many lists. */
const roundsMax = 60

/**
 * An answer as text of at most so many characters. Of the lists that take the most room only the beginning is kept, and it
 * is said how much was left out; the whole is always valid JSON.
 */
export function boundedText(answer: Readonly<Record<string, unknown>>, max = charactersMax): string {
  const whole = JSON.parse(JSON.stringify(answer, (_key, value: unknown) => shortened(value))) as Tree
  const leftOut = new Map<string, number>()
  for (let round = 0; round < roundsMax; round += 1) {
    const shown = leftOut.size === 0 ? whole : { ...whole, leftOut: wordsOf(leftOut) }
    const text = visible(JSON.stringify(shown, undefined, 1))
    if (text.length <= max) return text
    const longest = longestList(whole, '')
    if (!longest) break
    const kept = Math.floor(longest.list.length / 2)
    leftOut.set(longest.path, (leftOut.get(longest.path) ?? 0) + longest.list.length - kept)
    longest.list.length = kept
  }
  return visible(JSON.stringify({ leftOut: 'The answer is too long. Ask for less.' }))
}

type Tree = { [name: string]: unknown }

const shortened = (value: unknown) =>
  typeof value === 'string' && value.length > textCharactersMax ? `${value.slice(0, textCharactersMax)}…` : value

const wordsOf = (leftOut: ReadonlyMap<string, number>) =>
  Object.fromEntries([...leftOut].map(([path, count]) => [path, `${count} more; ask for fewer, or for the next page`]))

interface FoundList {
  readonly path: string
  readonly list: unknown[]
  readonly size: number
}

/** The list with elements that takes the most room, lists within it not counted separately unless they are larger. */
function longestList(value: unknown, path: string): FoundList | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const own =
    Array.isArray(value) && value.length > 0 ? [{ path, list: value, size: JSON.stringify(value).length }] : []
  const inner = Object.entries(value).flatMap(([name, one]) => {
    const found = longestList(one, Array.isArray(value) ? `${path}[]` : path === '' ? name : `${path}.${name}`)
    return found ? [found] : []
  })
  // A list of one element has what is long inside of it.
  const best = inner.toSorted((a, b) => b.size - a.size)[0]
  const [list] = own
  if (!list) return best
  return best && list.list.length === 1 && best.list.length > 1 ? best : list
}

/** Characters that nobody sees, or that turn a text around, could hide something from the person who reads along. */
const hidden = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}|[\u{e0000}-\u{e0fff}]/gu

const visible = (json: string) =>
  json.replace(hidden, (one) =>
    [...one.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )
