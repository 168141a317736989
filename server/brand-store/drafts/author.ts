import type { AuditActor, AuditOrigin } from '../../audit/entry.ts'

/** Who somebody is, as drafts keep it: without where they were. */
export const authorOf = ({ actor: { kind, name } }: AuditOrigin): string => `${kind}:${name}`

/** The same for people. */
export function authorName(author: string): string {
  const at = author.indexOf(':')
  const [kind, name] = [author.slice(0, at) as AuditActor['kind'], author.slice(at + 1)]
  return kind === 'key' ? `key ${name}` : kind === 'commandLine' ? `${name} (command line)` : name
}
