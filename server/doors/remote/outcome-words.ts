import { catalogue, type ErrorCode } from '../../ground/kernel/errors.ts'
import { errorNotes } from '../api/describe/error-notes.ts'
import type { RemoteAnswer } from './call-server.ts'

/** A refusal for people: what the server said, and what it means and what to do. */
export function refusalWords({ errorCode, body }: Pick<RemoteAnswer, 'errorCode' | 'body'>): readonly string[] {
  const said = typeof body.errorMessage === 'string' ? body.errorMessage : ''
  if (errorCode === undefined || !isKnown(errorCode))
    return [`Refused${errorCode === undefined ? '' : ` with error ${errorCode}`}: ${said}`]
  const { text } = catalogue[errorCode]
  return [`Refused with error ${errorCode}: ${said}`, ...(said === text ? [] : [text]), errorNotes[errorCode]]
}

export const isKnown = (code: number): code is ErrorCode => Object.hasOwn(catalogue, code)
