import { hostname, userInfo } from 'node:os'
import type { AuditActor } from '../../domain/audit/entry.ts'

/** Who runs the command, and on which machine, as the operating system says it. */
export function currentOperator({ SUDO_USER: before }: Readonly<Record<string, string | undefined>>): AuditActor {
  const user = userName()
  return { kind: 'commandLine', name: before && before !== user ? `${before} as ${user}` : user, from: hostname() }
}

/** In a container the user often has a number only. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
