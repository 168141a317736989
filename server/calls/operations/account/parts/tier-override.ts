import type { NewAuditEntry } from '../../../../domain/audit/entry.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { needKey } from '../../../../domain/campaign/needs.ts'
import type { TierPast } from '../../../../domain/campaign/tier/tier-state.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { originOf } from '../../../../domain/decision/audit-origin.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import { dateTime, model, text, type Values } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import { formatDateTime } from '../../../../ground/kernel/time.ts'

export const tierOverride = model('TierOverride', 'A level that is given by hand, for a time.', {
  level: text('The level of the card’s program. Without one, the manual level ends now.').max(64),
  reason: text('Why. Required with a level.').max(200),
  until: dateTime('Its end. Required with a level.'),
})

type Override = Values<typeof tierOverride.fields>
type Wished = Pick<Outcome<object>, 'tierWish' | 'audits'>

/** A manual level needs a reason and an end, which must lie ahead. */
export function checkOverride(given: Override | undefined, isChild: boolean): Refusal | undefined {
  if (!given) return undefined
  if (isChild) return refuseField(100, 'tierOverride', 'a child card has the level of its root')
  if (given.level === undefined) return undefined
  if (given.reason === undefined) return refuseField(100, 'tierOverride.reason', 'is required with a level')
  return given.until === undefined ? refuseField(100, 'tierOverride.until', 'is required with a level') : undefined
}

/** What the call asks of the card's level, and the entry about it in the audit log. The reason may name a person. */
export function overrideTier(
  root: Card,
  given: Override,
  { brand, call, now, past }: Pick<DecisionContext<unknown>, 'brand' | 'call' | 'now' | 'past'>,
): Wished | Refusal | Needs {
  const program = programOf(brand, root)
  const { level, until, reason } = given
  if (!program?.tiers)
    return refuseField(100, 'tierOverride', `the card's program has no levels (${program?.id ?? 'none'})`)
  const { levels } = program.tiers
  if (level !== undefined && !levels.some(({ id }) => id === level))
    return refuseField(100, 'tierOverride.level', `is none of ${levels.map(({ id }) => id).join(', ')}`)
  if (until !== undefined && until <= now) return refuseField(100, 'tierOverride.until', 'must be in the future')
  const need = { kind: 'tier', program: program.id } as const
  const before = past(root.id).answers.get(needKey(need)) as TierPast | undefined
  if (!before) return { kind: 'needs', needs: [{ kind: 'facts', card: root.id, facts: [need] }] }
  const override = level !== undefined && until !== undefined ? { level, until } : undefined
  const stateOf = (one: TierPast['state']['override']) =>
    one ? { level: one.level, until: formatDateTime(one.until) } : { level: null }
  const audit: NewAuditEntry = {
    ...originOf(call),
    action: 'tier.overridden',
    subject: root.number,
    before: stateOf(before.state.override),
    after: stateOf(override),
  }
  return { tierWish: defined({ kind: 'override', override, reason }), audits: [audit] }
}
