import { operationNames } from '../server/domain/brand/keys/scope.ts'
import { brandParts, type PartRule } from '../server/domain/judge/brand-parts.ts'
import { type OperationRight, operationRights } from '../server/domain/judge/operation-rights.ts'
import {
  type Permission,
  permissionNames,
  permissions,
  type Role,
  roleNames,
  roles,
} from '../server/domain/judge/permissions.ts'

const includes = (role: Role, permission: Permission) => (roles[role] as readonly Permission[]).includes(permission)

const head = (...columns: readonly string[]) => [
  `| ${[...columns, ...roleNames].join(' | ')} |`,
  `|${[...columns, ...roleNames].map(() => '---|').join('')}`,
]

/** The table of docs/portal.md: what each role may do. */
export function roleTable(): string {
  const lines = permissionNames.map((permission) => {
    const cells = roleNames.map((role) => (includes(role, permission) ? 'yes' : ''))
    return `| ${permissions[permission]} | ${cells.join(' | ')} |`
  })
  return [...head(''), ...lines].join('\n')
}

/** The first table of docs/security.md: what each role may change of the brand file, and what a key needs for it. */
export function partTable(): string {
  const lines = rowsOf(brandParts as unknown as Rows, '').map(([part, rule]) => {
    const { permission, isConfirmed, secondPerson, key } = rule
    const scope = key === undefined ? '' : key === 'admin' ? '`admin`' : key.map((one) => `\`${one}\``).join(', ')
    const needs = [isConfirmed ? 'yes' : '', secondPerson ?? '', scope]
    return `| \`${part}\` | ${needs.join(' | ')} | ${roleNames.map((role) => (includes(role, permission) ? 'yes' : '')).join(' | ')} |`
  })
  return [...head('part', 'proof', 'second person', 'scope of a key'), ...lines].join('\n')
}

/** The second one: what each role may call. */
export function operationTable(): string {
  const lines = Object.values(operationNames)
    .flat()
    .map((name) => {
      const right: OperationRight | 'machines' = operationRights[name]
      if (right === 'machines') return `| \`${name}\` | keys only | ${roleNames.map(() => '').join(' | ')} |`
      const { permission, orAny = [], isConfirmed } = right
      const cells = roleNames.map((role) =>
        includes(role, permission) ? 'yes' : orAny.some((one) => includes(role, one)) ? 'in part' : '',
      )
      return `| \`${name}\` | ${isConfirmed ? 'yes' : ''} | ${cells.join(' | ')} |`
    })
  return [...head('operation', 'proof'), ...lines].join('\n')
}

type Row = PartRule | { readonly inside: Rows }
interface Rows {
  readonly [key: string]: Row
}

/** Every part, and of one whose parts have the same rule only the whole. */
function rowsOf(rows: Rows, path: string): readonly (readonly [string, PartRule])[] {
  return Object.entries(rows).flatMap(([key, row]) => {
    const part = path === '' ? key : `${path}.${key}`
    return 'inside' in row ? rowsOf(row.inside, part) : [[part, row] as const]
  })
}
