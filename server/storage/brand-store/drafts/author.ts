import type { AuditActor, AuditOrigin } from '../../../domain/audit/entry.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import type { DraftEntryRow, DraftRow } from './draft.sql.ts'

/** Who somebody is, as drafts keep it: without where they were. */
export const authorOf = ({ actor: { kind, name } }: AuditOrigin): string => `${kind}:${name}`

/** The same for people. */
export function authorName(author: string, language: Language = 'en'): string {
  const at = author.indexOf(':')
  const [kind, name] = [author.slice(0, at) as AuditActor['kind'], author.slice(at + 1)]
  const told = words[language]
  return kind === 'key' ? `${told.key} ${name}` : kind === 'commandLine' ? `${name} (${told.commandLine})` : name
}

const words: { readonly [L in Language]: { readonly key: string; readonly commandLine: string } } = {
  en: { key: 'key', commandLine: 'command line' },
  de: { key: 'Schlüssel', commandLine: 'Kommandozeile' },
}

/** Everybody who has a hand in a draft: none of them approves it. */
export const authorsOf = (
  row: Pick<DraftRow, 'created_by' | 'changed_by'>,
  entries: readonly Pick<DraftEntryRow, 'written_by'>[],
): ReadonlySet<string> => new Set([row.created_by, ...writersOf(row, entries)])

/** Those of whom something is in a draft as it is: whoever began it may have nothing left in it. */
export const writersOf = (
  { changed_by }: Pick<DraftRow, 'changed_by'>,
  entries: readonly Pick<DraftEntryRow, 'written_by'>[],
): ReadonlySet<string> => new Set([changed_by, ...entries.map(({ written_by }) => written_by)])
