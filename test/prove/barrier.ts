import { request as httpRequest } from 'node:http'
import type { Body } from '../model/till.ts'
import type { ProveBrand } from './prove-brand.ts'

/** A call that lacks its last byte. */
export interface ReadyCall {
  /** Sends it; answers with the body. */
  go(): Promise<Body>
}

interface Call {
  readonly operation: string
  readonly body: object
}

/** Sends a call but for its last byte, so that several can be let go in the same moment, each on a connection of its own. */
export async function readyCall(port: number, { id, key, secret }: ProveBrand, call: Call): Promise<ReadyCall> {
  const bytes = Buffer.from(JSON.stringify(call.body))
  const headers = {
    authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    brand: id,
    location: 'L1',
    terminal: 'T1',
    'content-length': String(bytes.length),
    connection: 'close',
  }
  const sent = httpRequest({ port, path: `/merchant/${call.operation}`, method: 'POST', headers, agent: false })
  const answered = new Promise<Body>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(JSON.parse(text)))
    })
  })
  // It may fail before anybody waits for it; whoever lets it go is told.
  answered.catch(() => undefined)
  sent.setNoDelay(true)
  await new Promise<void>((resolve) => {
    sent.write(bytes.subarray(0, -1), () => resolve())
  })
  return {
    go: () => {
      sent.end(bytes.subarray(-1))
      return answered
    },
  }
}
