import { defined } from '../../../ground/kernel/defined.ts'
import type { Arrival } from '../../access/session/begin-session.ts'
import type { Visit } from '../route.ts'

export const arrivalOf = ({ address, isLocal, browser, token }: Visit<unknown>): Arrival =>
  defined({ address, isLocal, browser, token })
