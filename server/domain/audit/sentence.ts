import type { Language } from '../../ground/kernel/language.ts'
import { formatDateTime } from '../../ground/kernel/time.ts'
import type { AuditActor, AuditEntry } from './entry.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import type { AuditWords } from './words/words.ts'

const languages: Readonly<Record<Language, AuditWords>> = { en, de }

/** `2026-11-15 18:02 ana at till-7 (command line): made key till-3 with scope merchant` */
export function lineOf(entry: AuditEntry, timeZone?: string): string {
  return `${formatDateTime(entry.at, timeZone).slice(0, 16)} ${sentenceOf(entry)}`
}

export function sentenceOf(entry: AuditEntry, language: Language = 'en'): string {
  const { action, subject, actor, before = {}, after = {} } = entry
  const { actions } = languages[language]
  const told = Object.hasOwn(actions, action) ? actions[action]({ subject, before, after }) : `${action} ${subject}`
  return `${nameOf(actor, language)}: ${told}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}

/** `ana at till-7 (command line)`, `key till from 10.0.0.7, employee E1` */
export const nameOf = (actor: AuditActor, language: Language = 'en'): string => languages[language].actor(actor)
