import { facts } from '../brand/facts/all.ts'
import type { Condition } from '../brand/rules/conditions.ts'

/**
 * What of a rule's conditions can be judged again without its call: conditions about the card alone. Conditions that
 * must all hold are separated from those about the call; a choice between both was made when the rule fired, and stands.
 * Where so many must hold that those about the call cannot be all of them, the rest is about the card.
 */
export function aboutCard(conditions: readonly Condition[]): readonly Condition[] {
  return partsOf(conditions, true)
}

const partsOf = (conditions: readonly Condition[], wanted: boolean) =>
  conditions.flatMap((condition) => partOf(condition, wanted) ?? [])

/** `wanted` is false inside a `none`, where a condition must not hold: there `any` demands something of each of its parts. */
function partOf(condition: Condition, wanted: boolean): Condition | undefined {
  if (isAboutCard(condition)) return condition
  if ('all' in condition && wanted) return group('all', partsOf(condition.all, wanted))
  if ('any' in condition && !wanted) return group('any', partsOf(condition.any, wanted))
  if ('none' in condition && wanted) return group('none', partsOf(condition.none, !wanted))
  return 'atLeast' in condition ? someOf(condition, wanted) : undefined
}

/** Of three of which two must hold, one may be about the call: then one of the others held, and must still hold. */
function someOf({ atLeast, of }: Extract<Condition, { atLeast: number }>, wanted: boolean): Condition | undefined {
  const parts = partsOf(of, wanted)
  const left = wanted ? atLeast - (of.length - parts.length) : atLeast
  return left < 1 || left > parts.length ? undefined : { atLeast: left, of: parts }
}

function group(kind: 'all' | 'any' | 'none', parts: readonly Condition[]): Condition | undefined {
  return parts.length === 0 ? undefined : ({ [kind]: parts } as unknown as Condition)
}

function isAboutCard(condition: Condition): boolean {
  if ('fact' in condition) return facts[condition.fact]?.of === 'card'
  if ('all' in condition) return condition.all.every(isAboutCard)
  if ('any' in condition) return condition.any.every(isAboutCard)
  return ('none' in condition ? condition.none : condition.of).every(isAboutCard)
}
