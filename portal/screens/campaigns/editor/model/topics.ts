import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import { groupOf, isComparison } from './conditions.ts'

/** Which part of the form a condition belongs to. */
export type Topic = 'time' | 'customer' | 'basket'
const topics: readonly Topic[] = ['time', 'customer', 'basket']

/** The part of a fact: those of a card tell of the customer; those of a call of the basket, or of when and where it is. */
function topicOfFact(name: string): Topic {
  if (/^(request|location|terminal|employee)\./.test(name)) return 'time'
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  return fact?.of === 'card' || name === 'checkout.hasCard' ? 'customer' : 'basket'
}

/** A group belongs where most of what is in it belongs. What is no condition yet is shown with the customer. */
export function topicOf(condition: unknown): Topic {
  const found = leavesOf(condition).map(topicOfFact)
  if (found.length === 0) return 'customer'
  const count = (topic: Topic) => found.filter((one) => one === topic).length
  return topics.toSorted((a, b) => count(b) - count(a))[0] ?? 'customer'
}

function leavesOf(condition: unknown): readonly string[] {
  const group = groupOf(condition)
  if (group) return group.conditions.flatMap(leavesOf)
  return isComparison(condition) ? [condition.fact] : []
}

/** The facts that a part of the form offers, in the order of the language. */
export const factsOf = (topic: Topic): readonly string[] =>
  Object.keys(facts).filter((name) => topicOfFact(name) === topic)
