import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
} from 'yaml'
import { yamlOptions } from './entry-text.ts'
import { isEntry, isSame, type Path, valueAt } from './plain.ts'

/**
 * The text with another value at a path. Only what differs is touched: comments, the order of keys and everything else
 * that somebody wrote stay as they are. Undefined takes the key, or the row of a list, away.
 */
export function editText(text: string, path: Path, next: unknown): string {
  const document = parseDocument(text, yamlOptions)
  if (document.errors.length > 0) return text
  const before = valueAt(document.toJS(), path)
  if (isSame(before, next)) return text
  if (document.contents === null || path.length === 0) {
    if (next === undefined) return text
    if (isMap(document.contents) && isEntry(before) && isEntry(next)) patch(document, document.contents, before, next)
    else document.contents = newNode(document, next) as typeof document.contents
  } else if (next === undefined) takeAway(document, path)
  else place(document, path, next)
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

/** A new text for an entry that was no text before. */
export function textOf(entry: unknown): string {
  return editText('', [], entry)
}

function place(document: Document, path: Path, next: unknown): void {
  const parentPath = path.slice(0, -1)
  const parent = parentPath.length === 0 ? document.contents : document.getIn(parentPath, true)
  const last = path.at(-1)
  if (isMap(parent) && last !== undefined) setKey(document, parent, String(last), next)
  else if (isSeq(parent) && typeof last === 'number') setRow(document, parent, last, next)
  // The object that should have it is not there yet: it comes with it.
  else if (parentPath.length > 0 && last !== undefined)
    place(document, parentPath, typeof last === 'number' ? [next] : { [last]: next })
  unfold(document, path)
}

function takeAway(document: Document, path: Path): void {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const last = path.at(-1)
  if (isSeq(parent) && typeof last === 'number') parent.items.splice(last, 1)
  else if (isMap(parent)) parent.delete(last)
}

function setRow(document: Document, list: { items: unknown[] }, index: number, next: unknown): void {
  list.items[index] = changed(document, list.items[index], next)
}

interface Keyed {
  items: Pair<unknown, unknown>[]
  flow?: boolean | undefined
}

function setKey(document: Document, map: Keyed, key: string, next: unknown): void {
  const pair = map.items.find((one) => nameOf(one) === key)
  if (pair) {
    pair.value = changed(document, pair.value, next)
    return
  }
  const made = document.createPair(key, undefined)
  made.value = newNode(document, next)
  const rank = rankOf(key)
  const at = map.items.findIndex((one) => rankOf(nameOf(one)) > rank)
  map.items.splice(at < 0 ? map.items.length : at, 0, made)
}

const nameOf = ({ key }: Pair<unknown, unknown>) => String(isScalar(key) ? key.value : key)

/** The node as it is to be: itself with what differs changed, or another one with its comments. */
function changed(document: Document, node: unknown, next: unknown): unknown {
  const before: unknown = isNode(node) ? node.toJS(document) : node
  if (isSame(before, next)) return node
  if (isMap(node) && isEntry(before) && isEntry(next)) {
    patch(document, node, before, next)
    if (hasList(next)) fold(node, next)
    return node
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(next)) {
    patchList(document, node, before, next)
    return node
  }
  const made = newNode(document, next)
  if (isNode(node)) keepComments(node, made)
  return made
}

function patch(
  document: Document,
  map: Keyed,
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): void {
  map.items = map.items.filter((pair) => Object.hasOwn(next, nameOf(pair)) && next[nameOf(pair)] !== undefined)
  for (const [key, value] of Object.entries(next)) {
    if (value !== undefined && !isSame(before[key], value)) setKey(document, map, key, value)
  }
}

/** Rows that stay, even elsewhere in the list, keep their text. */
function patchList(
  document: Document,
  list: { items: unknown[] },
  before: readonly unknown[],
  next: readonly unknown[],
): void {
  const { items } = list
  const used = new Set<number>()
  const kept = next.map((value, index) => {
    const same = isSame(before[index], value) && !used.has(index) ? index : -1
    const found = same >= 0 ? same : before.findIndex((one, at) => !used.has(at) && isSame(one, value))
    if (found >= 0) used.add(found)
    return found
  })
  list.items = next.map((value, index) => {
    const from = kept[index] ?? -1
    if (from >= 0) return items[from]
    // A row that was changed in its place keeps its comments.
    if (before.length === next.length && !used.has(index)) return changed(document, items[index], value)
    return newNode(document, value)
  })
}

function keepComments(from: Node, to: Node): void {
  if (from.commentBefore) to.commentBefore = from.commentBefore
  if (from.comment) to.comment = from.comment
  if (from.spaceBefore) to.spaceBefore = true
}

/** What fits into a line is written on one, as people write it by hand; longer lists and objects get a line for each part. */
const lineMax = 90

function newNode(document: Document, value: unknown): Node {
  const node = document.createNode(value)
  fold(node, value)
  visit(document.createNode([node]), { Scalar: quote })
  return node as Node
}

/** Signs are quoted, so that nobody has to know which of them mean something else. */
function quote(_key: unknown, node: Scalar): void {
  if (typeof node.value === 'string' && !/^[\p{L}\d][\p{L}\d ._-]*$/u.test(node.value) && !node.value.includes('\n'))
    node.type = Scalar.QUOTE_DOUBLE
}

function fold(node: unknown, value: unknown): void {
  if (!isCollection(node)) return
  const isShort = JSON.stringify(value).length <= lineMax
  const hasObjects = Array.isArray(value) && value.some(isEntry)
  node.flow = isShort && !hasObjects && !hasList(value)
  for (const item of node.items) {
    const inner: unknown = isNode(item) ? item : (item as Pair<unknown, unknown>).value
    if (isNode(inner)) fold(inner, inner.toJSON())
  }
}

/** Conditions, results and rules have a line each, however short or few they are. */
const hasList = (value: unknown) =>
  isEntry(value) &&
  Object.entries(value).some(([key, one]) => Array.isArray(one) && (one.some(isEntry) || lineLists.has(key)))

const lineLists: ReadonlySet<string> = new Set(['rules', 'when', 'then', 'all', 'any', 'none'])

/** An object on one line that has become too long for it gets a line for each of its keys. */
function unfold(document: Document, path: Path): void {
  for (let length = 1; length <= path.length; length += 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (!isCollection(node) || !node.flow) continue
    if (JSON.stringify(node.toJSON()).length > lineMax + 40) fold(node, node.toJSON())
    return
  }
}

/** The order in which people expect the keys of campaigns, rules, conditions and results. New keys go where they belong. */
const order = [
  ...['id', 'sku', 'name', 'active', 'trigger', 'date', 'schedule', 'segment', 'tier', 'from', 'until', 'priority'],
  ...['holdout', 'variants', 'target', 'variant', 'fact', 'give', 'per', 'when', 'limit', 'budget', 'window'],
  ...['exclusive', 'option', 'rules', 'then'],
  ...['all', 'any', 'none', 'atLeast', 'balanceType', 'balanceCode', 'subtrack', 'where', 'set', 'within', 'of'],
  ...['channel', 'template', 'text', 'percent', 'amount', 'unitPrice', 'groupPrice', 'on', 'buy', 'pick', 'units'],
  ...['repeat', 'max', 'op', 'value'],
]
const ranks = new Map(order.map((key, index) => [key, index]))
const rankOf = (key: string) => ranks.get(key) ?? order.length
