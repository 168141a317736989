import { apiKey, numberBase } from '../stock.ts'
import type { CallShape, Run } from './run.ts'

/** The request that all calls of a run are made of. */
export function composeRequest({ path, body }: CallShape, brand: string): Pick<Run, 'request' | 'numberAt'> {
  const number = String(numberBase)
  const text = JSON.stringify(body(number))
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Basic ${Buffer.from(`${apiKey.key}:${apiKey.secret}`).toString('base64')}`,
    `Brand: ${brand}`,
    'Location: L1',
    'Terminal: T1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  const request = `${head.join('\r\n')}\r\n\r\n${text}`
  return { request, numberAt: request.indexOf(number) }
}
