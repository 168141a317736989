import type { CallFacts } from './call-facts.ts'
import type { CompiledRule } from './campaigns.ts'
import type { CompiledCondition } from './condition-groups.ts'
import type { Silent } from './judge.ts'

/**
 * Of a rule that did not fire for one reason: whether everything else held, or only what was at hand, so that nothing was
 * fetched to find out.
 */
export type Rest = 'held' | 'unseen'

/** Reasons that are found before the conditions are judged. They stand alone if all conditions hold. */
const foundFirst: ReadonlySet<Silent['kind']> = new Set(['outsideWindow', 'excluded', 'notChosen', 'tooManyChosen'])

/**
 * Undefined if the rule was not near to firing, or if nobody can tell. The outcome of a call does not depend on it, so
 * its steps are counted apart: explaining must not make a call too much work.
 */
export function restOf(rule: CompiledRule, silent: Silent, facts: CallFacts): Rest | undefined {
  const { members = [], isInOrder = false } = rule.conditions
  if (silent.kind === 'failed') {
    const { path } = silent.failure
    const place = isInOrder ? members.findIndex((member) => member.path === path) : -1
    if (place === members.length - 1) return 'held'
    return facts.work.aside(() => judgeOthers(members.slice(place + 1), members[place], facts))
  }
  return foundFirst.has(silent.kind) ? facts.work.aside(() => judgeAll(members, facts)) : undefined
}

/** Whether exactly one condition fails. They are judged as far as their facts are at hand; `known` is one that fails. */
function judgeOthers(
  others: readonly CompiledCondition[],
  known: CompiledCondition | undefined,
  facts: CallFacts,
): Rest | undefined {
  let failing = known
  let rest: Rest = 'held'
  for (const member of others) {
    // Facts that must be fetched are never at hand where one that needs no fetching has failed.
    if (failing?.cost === 0 && member.cost > 0) return 'unseen'
    const finding = member.judge(facts)
    if (finding.kind === 'needs') rest = 'unseen'
    if (finding.kind !== 'fails') continue
    if (failing) return undefined
    failing = member
  }
  return failing && rest
}

function judgeAll(members: readonly CompiledCondition[], facts: CallFacts): Rest | undefined {
  for (const member of members) {
    if (member.cost > 0) return 'unseen'
    if (member.judge(facts).kind !== 'holds') return undefined
  }
  return 'held'
}
