import { refuse } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { failureBody } from './envelope.ts'

/** Why a server that is alive should be sent no calls. */
export type Unready = 'starting' | 'stopping' | 'database' | 'storage'

/** Undefined when there is nothing in the way. */
export type Readiness = () => Unready | undefined | Promise<Unready | undefined>

/** Anybody may read them, so they say what is the matter and nothing about what is inside. */
const texts: Readonly<Record<Unready, string>> = {
  starting: 'The server is still starting.',
  stopping: 'The server is stopping.',
  database: 'The database does not answer.',
  storage: 'The database takes no writes: its disk is full or it is read-only.',
}

export function unreadyBody(reason: Unready, ref: RequestRef): string {
  return `{"reason":"${reason}",${failureBody(refuse(109, texts[reason]), ref).slice(1)}`
}
