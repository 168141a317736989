import { defined } from '../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** The answers to one sending of a survey. */
export interface SurveyInstance {
  readonly surveyId: string
  readonly instanceId: string
  readonly sentAt?: Instant
  readonly channel?: string
  /** When an answer was last given or withdrawn. */
  readonly changedAt: Instant
  /** By field, each once. */
  readonly fields: readonly SurveyField[]
}

interface SurveyField {
  readonly fieldName: string
  readonly numericalValue?: number
  readonly numericalValues?: readonly number[]
  readonly stringValue?: string
  readonly stringValues?: readonly string[]
}

export interface SurveyChange {
  readonly surveyId: string
  readonly instanceId: string
  readonly sentDate?: Instant
  readonly responseChannel?: string
  readonly removeRegistration: boolean
  readonly fieldResponses: readonly (SurveyField & { readonly setValue: boolean })[]
}

/** The answers of one card are read and written as a whole, as JSON. */
const surveysCharactersMax = 262_144

export function checkSurveys(changes: readonly SurveyChange[] = []): Refusal | undefined {
  for (const [index, { fieldResponses }] of changes.entries()) {
    const empty = fieldResponses.findIndex((one) => one.setValue && !hasValue(one))
    if (empty >= 0) return refuseField(100, `surveyResponses[${index}].fieldResponses[${empty}]`, 'needs a value')
  }
  return undefined
}

const hasValue = ({ numericalValue, numericalValues, stringValue, stringValues }: SurveyField) =>
  [numericalValue, numericalValues, stringValue, stringValues].some((value) => value !== undefined)

/** The answers with the updates. A new answer to a field replaces the earlier one completely. */
export function changeSurveys(
  before: readonly SurveyInstance[],
  changes: readonly SurveyChange[],
  now: Instant,
): readonly SurveyInstance[] | Refusal {
  const keyOf = (one: { surveyId: string; instanceId: string }) => JSON.stringify([one.surveyId, one.instanceId])
  const instances = new Map(before.map((instance) => [keyOf(instance), instance]))
  for (const change of changes) {
    const key = keyOf(change)
    if (change.removeRegistration) instances.delete(key)
    else instances.set(key, changeInstance(instances.get(key), change, now))
  }
  const after = [...instances.values()]
  const isTooMuch = JSON.stringify(after).length > surveysCharactersMax
  return isTooMuch ? refuseField(100, 'surveyResponses', 'the card has too many answers') : after
}

function changeInstance(before: SurveyInstance | undefined, change: SurveyChange, now: Instant): SurveyInstance {
  const { surveyId, instanceId, sentDate, responseChannel, fieldResponses } = change
  const fields = new Map(before?.fields.map((field) => [field.fieldName, field]))
  for (const { setValue, ...field } of fieldResponses) {
    if (setValue) fields.set(field.fieldName, field)
    else fields.delete(field.fieldName)
  }
  const sentAt = sentDate ?? before?.sentAt
  const channel = responseChannel ?? before?.channel
  return defined({
    surveyId,
    instanceId,
    sentAt,
    channel,
    changedAt: now,
    fields: [...fields.values()],
  })
}
