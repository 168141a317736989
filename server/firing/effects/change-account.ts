import type { Account } from '../../account/account.ts'
import type { Effect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { type Act, nothingOf } from '../carry-out.ts'
import type { RuleRun } from '../rule-run.ts'

type EnrollEffect = Extract<Effect, { kind: 'enroll' }>
type SetEffect = Extract<Effect, { kind: 'setDemographic' }>

/** Being enrolled already changes nothing. */
export function enroll(run: RuleRun, act: Act<EnrollEffect>): EffectSummary {
  const { program } = act.effect
  return change(run, act, (account) => {
    if (Object.hasOwn(account.programs, program)) return account
    run.happened.enrolled.push({ cardId: account.cardId, program })
    return { ...account, programs: { ...account.programs, [program]: run.surroundings.now } }
  })
}

/** A field that is a list gets the value besides those that it has; any other has it instead. */
export function setDemographic(run: RuleRun, act: Act<SetEffect>): EffectSummary {
  const { name, value } = act.effect
  const isList = run.surroundings.brand.document.demographicFields.find((field) => field.name === name)?.list ?? false
  return change(run, act, (account) => {
    const before = account.demographics[name] ?? []
    const after = isList ? [...new Set([...before, value])] : [value]
    run.happened.demographics.push({ cardId: account.cardId, name, before, after })
    return { ...account, demographics: { ...account.demographics, [name]: after } }
  })
}

function change(run: RuleRun, act: Act<EnrollEffect | SetEffect>, to: (account: Account) => Account): EffectSummary {
  const cardId = run.cardId
  if (cardId === undefined) return nothingOf(act, 'noCard')
  const account = run.happened.accounts.get(cardId)
  if (account) {
    const changed = to(account)
    run.happened.accounts.set(cardId, changed)
    run.scene.showAccount(changed)
  } else {
    run.wants.facts.push({ kind: 'account' })
  }
  return summarize(act.effect)
}
