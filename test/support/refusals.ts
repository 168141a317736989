import assert from 'node:assert/strict'
import type { Answer } from './shop.ts'

/** Asserts that a call was refused with this code, in the envelope that refusals have, and that it names the field. */
export function assertRefused(answer: Answer, code: number, field?: string, message = ''): void {
  const { body, status } = answer
  const about = `${message} ${JSON.stringify(body)}`
  assert.equal(body.errorCode, code, about)
  assert.equal(status, code === 104 ? 403 : 400, about)
  // To whoever locked the card, error 113 says how.
  const fields = Object.keys(body).filter((name) => code !== 113 || name !== 'lockedBy')
  assert.deepEqual(fields.toSorted(), ['errorCode', 'errorMessage', 'requestRef', 'success'], about)
  if (field !== undefined) assert.ok(body.errorMessage.startsWith(field), about)
}

/** A table of requests that must be refused: what is changed of a good request, the code, and how the text begins. */
export type Refusals = readonly (readonly [change: object | string, code: number, field?: string])[]
