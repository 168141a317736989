import { operations } from '../../server/calls/operations/all.ts'
import { memberRoutes } from '../../server/doors/member/all.ts'
import { portalRoutes } from '../../server/doors/portal-api/all.ts'
import type { Model } from '../../server/ground/contract/field.ts'
import { runPurser } from '../model/server-seat.ts'
import { post } from './poster.ts'
import type { ProveBrand } from './prove-brand.ts'
import type { ProveServers } from './prove-servers.ts'

/** Something that takes a body of a contract. */
export interface FuzzDoor {
  readonly name: string
  readonly kind: 'interface' | 'portal' | 'member'
  readonly path: string
  readonly request: Model
  readonly headers: Readonly<Record<string, string>>
}

/** What would end the session that all others need, or the key. */
const leftOut = new Set([
  'logOut',
  'endSession',
  'changePassword',
  'revokeKey',
  'rotateKey',
  'changeKey',
  'removeUser',
  'endUserSessions',
  'resetUser',
  'leave',
  'eraseMe',
  'reportLost',
])

/** Everything that has a contract: the operations of all groups, the routes of the portal and those of members. */
export function fuzzDoors(brand: ProveBrand, { cookie, token }: { cookie: string; token: string }): FuzzDoor[] {
  const json = { 'content-type': 'application/json' }
  const basic = `Basic ${Buffer.from(`${brand.key}:${brand.secret}`).toString('base64')}`
  const till = { ...json, authorization: basic, brand: brand.id, location: 'L1', terminal: 'T1' }
  const page = { ...json, 'purser-portal': '1', 'sec-fetch-site': 'same-origin', brand: brand.id, cookie }
  const member = { ...json, authorization: `Bearer ${token}` }
  const doors: FuzzDoor[] = [
    ...operations.map(({ name, group, request }) => {
      const path = `/${group}/${name}`
      return { name, kind: 'interface' as const, path, request, headers: till }
    }),
    ...portalRoutes.map(({ name, request }) => {
      const path = `/portal/api/${name}`
      return { name, kind: 'portal' as const, path, request, headers: page }
    }),
    ...memberRoutes.map(({ name, request }) => {
      const path = `/member/${brand.id}/${name}`
      return { name, kind: 'member' as const, path, request, headers: member }
    }),
  ]
  return doors.filter(({ name }) => !leftOut.has(name))
}

/** Somebody with a role in the brand, made and let in as an operator would. Answers their cookie. */
export async function logIn(servers: ProveServers, brand: string, role: string): Promise<string> {
  const name = `${role}@${brand}.example`
  const words = ['user', 'create', name, '--role', role, '--brand', brand, '--data', servers.folder]
  const { output } = await runPurser(words)
  const link = /#(\S+)/.exec(output)?.[1]
  if (link === undefined) throw new Error(`user create prints no link: ${output}`)
  const headers = { 'content-type': 'application/json', 'purser-portal': '1', 'sec-fetch-site': 'same-origin' }
  const bytes = Buffer.from(JSON.stringify({ link, password: 'correct horse battery staple' }))
  const reply = await post(servers.ports()[0] ?? 0, '/portal/api/useLink', { headers, bytes })
  const [cookie] = reply?.cookies ?? []
  if (cookie === undefined) throw new Error(`useLink: ${reply?.status} ${reply?.text}`)
  return cookie
}
