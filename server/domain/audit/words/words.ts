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

const toState = (value: unknown): AuditState => (typeof value === 'object' && value !== null ? { ...value } : {})

export const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))
