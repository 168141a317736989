import type { Account } from '../../account/account.ts'
import { withField } from '../../account/demographics.ts'
import type { Effect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { type FiredEffect, nothingOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'

type EnrollEffect = Extract<Effect, { kind: 'enroll' }>
type SetEffect = Extract<Effect, { kind: 'setDemographic' }>

/** Being enrolled already changes nothing. */
export function enrollCard(run: Run, firedEffect: FiredEffect<EnrollEffect>): EffectSummary {
  const { program } = firedEffect.effect
  return change(run, firedEffect, (account) => {
    if (Object.hasOwn(account.programs, program)) return account
    run.result.enrolled.push({ cardId: account.cardId, program })
    return { ...account, programs: { ...account.programs, [program]: run.context.now } }
  })
}

/** A list field gets the value in addition; for any other field it replaces the old value. null clears either. */
export function setDemographic(run: Run, firedEffect: FiredEffect<SetEffect>): EffectSummary {
  const { name, value } = firedEffect.effect
  const isList = run.context.brand.document.demographicFields.find((field) => field.name === name)?.list ?? false
  return change(run, firedEffect, (account) => {
    const before = account.demographics[name] ?? []
    const after = value === null ? [] : isList ? [...new Set([...before, value])] : [value]
    run.result.demographics.push({ cardId: account.cardId, name, before, after })
    return { ...account, demographics: withField(account.demographics, name, after) }
  })
}

function change(
  run: Run,
  firedEffect: FiredEffect<EnrollEffect | SetEffect>,
  to: (account: Account) => Account,
): EffectSummary {
  const cardId = run.cardId
  if (cardId === undefined) return nothingOf(firedEffect, 'noCard')
  const account = run.result.accounts.get(cardId)
  if (account) {
    const changed = to(account)
    run.result.accounts.set(cardId, changed)
    run.state.showAccount(changed)
  } else {
    run.wants.facts.push({ kind: 'account' })
  }
  return summarize(firedEffect.effect)
}
