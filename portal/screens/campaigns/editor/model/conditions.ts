import { isEntry, listOf, type Path, type PlainEntry, valueAt, withValueAt } from './plain.ts'

/** How the conditions of a group hold together. */
export type GroupKind = 'all' | 'any' | 'none' | 'atLeast'
export const groupKinds: readonly GroupKind[] = ['all', 'any', 'none', 'atLeast']

export interface ConditionGroup {
  readonly kind: GroupKind
  /** The key that has the conditions of the group. */
  readonly listKey: 'all' | 'any' | 'none' | 'of'
  readonly conditions: readonly unknown[]
  /** Of a group with `atLeast`. */
  readonly count?: number
}

/** The condition as a group, if it is one. */
export function groupOf(condition: unknown): ConditionGroup | undefined {
  if (!isEntry(condition)) return undefined
  for (const kind of ['all', 'any', 'none'] as const)
    if (Array.isArray(condition[kind])) return { kind, listKey: kind, conditions: listOf(condition[kind]) }
  if (!Object.hasOwn(condition, 'atLeast') || !Array.isArray(condition.of)) return undefined
  const count = typeof condition.atLeast === 'number' ? condition.atLeast : 1
  return { kind: 'atLeast', listKey: 'of', conditions: listOf(condition.of), count }
}

export function makeGroup(kind: GroupKind, conditions: readonly unknown[], count = 1): PlainEntry {
  if (kind !== 'atLeast') return { [kind]: conditions }
  return { atLeast: Math.max(1, Math.min(count, Math.max(conditions.length, 1))), of: conditions }
}

/** A comparison: not a group, and with a fact to compare. */
export const isComparison = (condition: unknown): condition is PlainEntry & { readonly fact: string } =>
  isEntry(condition) && typeof condition.fact === 'string'

/** A list of conditions with one of them, however deep, changed. Paths begin with the place in the list. */
const withCondition = (list: readonly unknown[], path: Path, next: unknown): readonly unknown[] =>
  listOf(withValueAt(list, path, next))

/** Without the condition; a group that is then empty goes with it. */
export function withoutCondition(list: readonly unknown[], path: Path): readonly unknown[] {
  const [index, key] = split(path)
  const parent = path.slice(0, -1)
  const siblings = listOf(parent.length === 0 ? list : valueAt(list, parent))
  const left = siblings.filter((_, at) => at !== index)
  if (parent.length === 0) return left
  const owner = parent.slice(0, -1)
  if (left.length === 0) return withoutCondition(list, owner)
  const group = groupOf(valueAt(list, owner))
  if (group?.kind === 'atLeast') return withCondition(list, owner, makeGroup('atLeast', left, group.count))
  return key === undefined ? list : withCondition(list, parent, left)
}

/** The condition in a new group of its own. */
export const grouped = (list: readonly unknown[], path: Path, kind: GroupKind): readonly unknown[] =>
  withCondition(list, path, makeGroup(kind, [valueAt(list, path)]))

/** The conditions of a group in its place. */
export function dissolved(list: readonly unknown[], path: Path): readonly unknown[] {
  const group = groupOf(valueAt(list, path))
  if (!group) return list
  const [index] = split(path)
  const parent = path.slice(0, -1)
  const siblings = listOf(parent.length === 0 ? list : valueAt(list, parent))
  const next = siblings.toSpliced(index, 1, ...group.conditions)
  return parent.length === 0 ? next : withCondition(list, parent, next)
}

/** One place up or down among its neighbours. */
export function moved(list: readonly unknown[], path: Path, by: -1 | 1): readonly unknown[] {
  const [index] = split(path)
  const parent = path.slice(0, -1)
  const siblings = listOf(parent.length === 0 ? list : valueAt(list, parent))
  const to = index + by
  if (to < 0 || to >= siblings.length) return list
  const next = siblings.toSpliced(index, 1).toSpliced(to, 0, siblings[index])
  return parent.length === 0 ? next : withCondition(list, parent, next)
}

/** Into the group before or after it. */
export function movedInto(list: readonly unknown[], path: Path, by: -1 | 1): readonly unknown[] {
  const [index] = split(path)
  const parent = path.slice(0, -1)
  const siblings = listOf(parent.length === 0 ? list : valueAt(list, parent))
  const group = groupOf(siblings[index + by])
  if (!group) return list
  const inner = by < 0 ? [...group.conditions, siblings[index]] : [siblings[index], ...group.conditions]
  const next = siblings.with(index + by, makeGroup(group.kind, inner, group.count)).filter((_, at) => at !== index)
  return parent.length === 0 ? next : withCondition(list, parent, next)
}

/** Out of its group, to the place behind it. */
export function movedOut(list: readonly unknown[], path: Path): readonly unknown[] {
  if (path.length < 3) return list
  const owner = path.slice(0, -2)
  const [ownerIndex] = split(owner)
  const condition = valueAt(list, path)
  const ownerList = owner.slice(0, -1)
  const before = listOf(ownerList.length === 0 ? list : valueAt(list, ownerList)).length
  const without = withoutCondition(list, path)
  const siblings = listOf(ownerList.length === 0 ? without : valueAt(without, ownerList))
  // A group that is empty has gone, and what was behind it has moved up.
  const at = siblings.length < before ? ownerIndex : ownerIndex + 1
  const next = siblings.toSpliced(at, 0, condition)
  return ownerList.length === 0 ? next : withCondition(without, ownerList, next)
}

function split(path: Path): readonly [index: number, key: string | undefined] {
  const index = path.at(-1)
  const key = path.at(-2)
  return [typeof index === 'number' ? index : 0, typeof key === 'string' ? key : undefined]
}
