import { apiKey, numberBase } from '../stock.ts'
import type { CallShape, Run } from './run.ts'

/** The requests that all calls of a run are made of. */
export function composeRequests(call: CallShape, brand: string): Pick<Run, 'requests' | 'numberBase'> {
  const base = call.numberBase ?? numberBase
  const turns = Array.from({ length: call.turns ?? 1 }, (_, turn) => call.body(String(base), turn))
  return { requests: turns.map((body) => composeRequest(call.path, body, brand)), numberBase: base }
}

export function composeRequest(path: string, body: object, brand: string): string {
  const text = JSON.stringify(body)
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
  return `${head.join('\r\n')}\r\n\r\n${text}`
}
