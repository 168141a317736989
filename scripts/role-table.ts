import { permissionNames, permissions, roleNames, roles } from '../server/judge/permissions.ts'

/** The table of docs/portal.md: what each role may do. */
export function roleTable(): string {
  const lines = permissionNames.map((permission) => {
    const cells = roleNames.map((role) => ((roles[role] as readonly string[]).includes(permission) ? 'yes' : ''))
    return `| ${permissions[permission]} | ${cells.join(' | ')} |`
  })
  return [`| | ${roleNames.join(' | ')} |`, `|---|${roleNames.map(() => '---|').join('')}`, ...lines].join('\n')
}
