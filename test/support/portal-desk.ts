import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Role } from '../../server/domain/judge/permissions.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { makeLogin, PortalUser } from './portal-room.ts'
import { type Answer, type Shop, testDatabase, testService } from './shop.ts'

/** Where somebody may do something, and whether they proved just now who they are. */
interface Reach {
  readonly location?: string
  readonly group?: string
  readonly isConfirmed?: boolean
}

interface CallHeaders {
  readonly note?: string
  readonly location?: string
  readonly customRequestId?: string
}

/** Somebody at the portal. Both return what came back, refusals as `{ error }`. */
export interface Clerk {
  readonly name: string
  ask(route: string, body?: object): Promise<Answer['body']>
  call(operation: string, body: object, headers?: CallHeaders): Promise<Answer['body']>
}

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

/** People at the portal of a shop, on the server of the test process. */
export function openDesk(shop: Shop) {
  return {
    as: async (role: Role, { isConfirmed = true, ...reach }: Reach = {}): Promise<Clerk> => {
      const { port } = await testService()
      const name = await makeLogin(pool, [{ brand: shop.id, role, ...reach }])
      const user = new PortalUser(port, name, shop.id)
      await user.logIn()
      if (!isConfirmed) await forgetConfirmation(name)
      return {
        name,
        ask: async (route, body = {}) => bodyOf(await user.ask(route, body)),
        call: async (operation, body, headers = {}) => bodyOf(await user.call(operation, body, { ...headers })),
      }
    },
  }
}

function bodyOf({ status, body }: Answer) {
  assert.notEqual(status, 500, JSON.stringify(body))
  return body
}

function forgetConfirmation(name: string) {
  return pool.rows`
    update portal_session
    set confirmed_at = confirmed_at - interval '1 hour'
    where login_id = (select login_id from login where name = ${name})`
}
