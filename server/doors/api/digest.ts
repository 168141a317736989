import { hash } from 'node:crypto'

/** By way of text, because Node makes that in half the time it takes to make a buffer. */
export function sha256(data: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'latin1')
}
