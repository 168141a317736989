import type { Language } from '../../../ground/kernel/language.ts'
import type { AuditAction, AuditActor, AuditState } from '../entry.ts'

interface AuditFigures {
  readonly subject: string
  readonly before: AuditState
  readonly after: AuditState
}

/**
 * What the audit log says in a language: other languages have exactly what English has. What a release before or after
 * this one wrote may be of another form, so nothing here relies on one.
 */
export interface AuditWords {
  /** `ana at till-7 (command line)`, `key till from 10.0.0.7, employee E1` */
  readonly actor: (actor: AuditActor) => string
  readonly actions: { readonly [Action in AuditAction]: (told: AuditFigures) => string }
}

const shownMax = 5

/** The first lines of a change of the configuration, and how many there are besides. */
export function changesOf({ changes, furtherChanges = 0 }: AuditState) {
  const lines = Array.isArray(changes) ? changes.map(show) : []
  const more = lines.length - shownMax + (typeof furtherChanges === 'number' ? furtherChanges : 0)
  return { lines: lines.slice(0, shownMax), more: Math.max(0, more) }
}

export function listed(word: string, names: unknown): string[] {
  return Array.isArray(names) && names.length > 0 ? [`${word} ${names.map(show).join(', ')}`] : []
}

/** A part of a balance, with what is special about it. */
export function balanceOf(part: unknown, words: { readonly held: string; readonly delayed: string }): string {
  const { amount, balanceType, balanceCode, isHold, balanceBucket, balanceActiveDate } = toState(part)
  const { type, id } = toState(balanceBucket)
  const remarks = [
    ...(isHold === true ? [words.held] : []),
    ...(balanceActiveDate === undefined ? [] : [words.delayed]),
    ...(type === undefined ? [] : [`${show(type)} ${show(id)}`]),
  ]
  return `${show(amount)} ${show(balanceCode ?? balanceType)}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`
}

/** An amount as the readers of a language write it, with the name that people have for it. */
export function givenOf(state: AuditState, language: Language, names: Readonly<Record<string, string>> = {}): string {
  const { amount, balanceType, balanceCode, valueName } = state
  const name = show(valueName ?? balanceCode ?? balanceType)
  return `${amountIn(amount, language)} ${valueName === undefined ? (names[name] ?? name) : name}`
}

function amountIn(amount: unknown, language: Language): string {
  const text = show(amount)
  if (!/^-?\d{1,20}(\.\d{1,6})?$/.test(text)) return text
  const digits = text.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    text as `${number}`,
  )
}

/** A place by its name; entries of earlier releases have only its id. */
export const placeOf = ({ location, locationName }: AuditState): string | undefined =>
  location === undefined ? undefined : show(locationName ?? location)

const toState = (value: unknown): AuditState => (typeof value === 'object' && value !== null ? { ...value } : {})

export const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))
