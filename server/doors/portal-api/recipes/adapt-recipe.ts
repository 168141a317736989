import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, isSeq, type ParsedNode, parseDocument, visit } from 'yaml'
import {
  entriesOf,
  type FileData,
  isListSection,
  keyOf,
  type ListSection,
  listSections,
} from '../../../domain/brand/edits.ts'

import { firstFree } from '../drafts/free-key.ts'
import type { Assumption } from './assumption.ts'
import { fitRecipe } from './fit-recipe.ts'
import type { Recipe } from './read-recipes.ts'

/** An entry of a draft: the text of an entry of the brand file. */
export interface RecipeEntry {
  readonly section: ListSection
  readonly key: string
  readonly text: string
}

/**
 * A recipe's entries for a brand. What the brand has already is kept: levels are only added to a program without any, and a
 * campaign whose id is taken, or ever was, gets another one. Names for which the brand has nothing stay, and are shown as faults.
 */
export function adaptRecipe(
  { id, yaml }: Pick<Recipe, 'id' | 'yaml'>,
  file: FileData,
  taken = liveKeys(file),
): AdaptedRecipe {
  const document = parseDocument(yaml)
  renamePrograms(document, file)
  const assumptions = fitRecipe(document, id, file)
  const entries = Object.keys(listSections)
    .filter((section): section is ListSection => isListSection(section as ListSection))
    .flatMap((section) => {
      const list = document.get(section)
      if (!isSeq(list)) return []
      return list.items.flatMap((item) => (isMap(item) ? entryOf(item as ParsedNode, section, { file, taken }) : []))
    })
  return { entries, assumptions }
}

const liveKeys = (file: FileData): ReadonlySet<string> =>
  new Set(entriesOf(file, 'campaigns').map((one) => String(keyOf(one, 'campaigns'))))

export interface AdaptedRecipe {
  readonly entries: readonly RecipeEntry[]
  readonly assumptions: readonly Assumption[]
}

interface BrandAround {
  readonly file: FileData
  /** What campaigns are called by, or ever were. */
  readonly taken: ReadonlySet<string>
}

/** A recipe is written for the program of the demo brand. A brand without it has another one that is meant. */
function renamePrograms(document: Document, file: FileData): void {
  const own = entriesOf(file, 'programs').map((program) => String(keyOf(program, 'programs')))
  const [first] = own
  if (first === undefined || own.includes(demoProgram)) return
  visit(document, {
    Scalar(_key, node) {
      if (node.value === demoProgram) node.value = first
    },
  })
}

const demoProgram = 'rewards'

function entryOf(item: ParsedNode, section: ListSection, { file, taken }: BrandAround): readonly RecipeEntry[] {
  const value: unknown = item.toJSON()
  const key = String(keyOf(value, section))
  const known = entriesOf(file, section).find((one) => keyOf(one, section) === key)
  if (section === 'campaigns') {
    const free = firstFree(key, taken)
    return [{ section, key: free, text: textOf(free === key ? item : renamed(item, key, free)) }]
  }
  if (known === undefined) return [{ section, key, text: textOf(item) }]
  const grown = { ...known, ...missingIn(known as FileData, (value ?? {}) as FileData) }
  return isDeepStrictEqual(grown, known) ? [] : [{ section, key, text: textOf(grown) }]
}

/** The keys that an entry lacks, and its lists with the rows that they lack, such as a card set of a program. */
function missingIn(known: FileData, wanted: FileData): FileData {
  const added = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    const own = known[name]
    if (own === undefined) return [[name, value]]
    if (!Array.isArray(own) || !Array.isArray(value)) return []
    const ids = new Set(own.map(idOf))
    return [[name, [...own, ...value.filter((row) => idOf(row) !== undefined && !ids.has(idOf(row)))]]]
  })
  return Object.fromEntries(added)
}

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined)

/** Its id and every mention of its own rules, as in `{ fact: counter, rule: earn/per-dollar }`. */
function renamed(item: ParsedNode, key: string, next: string): ParsedNode {
  visit(item, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && node.value.startsWith(`${key}/`))
        node.value = `${next}${node.value.slice(key.length)}`
    },
  })
  const map: unknown = item
  if (isMap(map)) map.set('id', next)
  return item
}

function textOf(content: unknown): string {
  const document = new Document(content)
  return document.toString({ lineWidth: 0 })
}
