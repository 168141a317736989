import { parseDocument } from 'yaml'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import { type KindName, kindNames } from '../kind.ts'
import { BadFile } from './bad-file.ts'

/** How the files of another provider are read, as a mapping file says it. Whatever it does not say is left to flags. */
export interface Mapping {
  /** Their name of a column and ours; `-` leaves it out. */
  readonly columns: readonly (readonly [string, string])[]
  /** Our name of a column, and the value of all rows. */
  readonly fixed: readonly (readonly [string, string])[]
  /** Our name of a column, their word and ours. */
  readonly words: readonly (readonly [string, string, string])[]
  readonly decimal?: string
  readonly dates?: string
  readonly leavesOthers: boolean
  /** The file and the kind, as faults call them. */
  readonly at: string
}

/** A mapping is written by hand; anything longer is the wrong file. */
const charactersMax = 100_000
const common = ['decimal', 'dates', 'others'] as const
const ofKind = [...common, 'columns', 'set', 'words'] as const

/** What a mapping file says about files of one kind. `name` is what faults call it. */
export function readMapping(text: string, kind: KindName, name: string): Mapping {
  const file = parts(parse(text, name), name, [...common, ...kindNames])
  const own = file.get(kind)
  if (own === undefined)
    throw new BadFile(`${name} says nothing about ${kind}: it has ${[...file.keys()].join(', ') || 'nothing'}.`)
  const at = `${name}, ${kind}`
  const section = parts(own, at, ofKind)
  const word = (key: (typeof common)[number]) => wordOf(section.get(key) ?? file.get(key), `${at}.${key}`)
  const others = word('others')
  if (others !== undefined && others !== 'ignore' && others !== 'refuse')
    throw new BadFile(`${at}.others is ignore or refuse, and not "${others}".`)
  const words = [...parts(section.get('words'), `${at}.words`)].flatMap(([column, value]) =>
    pairsOf(value, `${at}.words.${column}`).map(([theirs, ours]) => [column, theirs, ours] as const),
  )
  const [decimal, dates] = [word('decimal'), word('dates')]
  return {
    columns: pairsOf(section.get('columns'), `${at}.columns`, '; - leaves a column out.'),
    fixed: pairsOf(section.get('set'), `${at}.set`),
    words,
    ...(decimal !== undefined && { decimal }),
    ...(dates !== undefined && { dates }),
    leavesOthers: others === 'ignore',
    at,
  }
}

function parse(text: string, name: string): unknown {
  if (text.length > charactersMax)
    throw new BadFile(`${name} has more than ${charactersMax} characters: is it a mapping file?`)
  // Everything is a text: true, 0042 and 2027-01-31 stay as they are written.
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: true })
  const [error] = document.errors
  if (error) throw new BadFile(`${name} is no YAML: ${error.message.split('\n', 1)[0]}`)
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch (fault) {
    if (!(fault instanceof ReferenceError)) throw fault
    throw new BadFile(
      `${name} has a name with & or *, which stands for something else: these are not read. Write it out.`,
    )
  }
}

/** The entries of an object, all of them known. */
function parts(value: unknown, at: string, known?: readonly string[]): ReadonlyMap<string, unknown> {
  if (value === undefined || value === null || value === '') return new Map()
  if (typeof value !== 'object' || Array.isArray(value))
    throw new BadFile(`${at} is not a list of "name: value" lines.`)
  const entries = Object.entries(value)
  const stranger = known && entries.find(([key]) => !known.includes(key))
  if (stranger) throw new BadFile(`${at} has "${stranger[0]}", which is unknown${suggestion(stranger[0], known)}`)
  return new Map(entries)
}

function pairsOf(value: unknown, at: string, emptyMeans = ': say what it is.'): (readonly [string, string])[] {
  return [...parts(value, at)].map(([key, one]) => {
    const text = wordOf(one, `${at}.${key}`)
    if (text === undefined || text === '') throw new BadFile(`${at}.${key} is empty${emptyMeans}`)
    return [key.trim(), text.trim()] as const
  })
}

function wordOf(value: unknown, at: string): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new BadFile(`${at} is not a word.`)
  return value
}
