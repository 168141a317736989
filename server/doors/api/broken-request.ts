import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { codeOf } from '../../ground/kernel/code-of.ts'
import { catalogue, type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { addRefusalHeaders, failureBody, headersOf, type WireRefusal } from './envelope.ts'
import type { ReplyLine } from './reply-line.ts'

/** How long the caller may still send before the connection is cut: long enough for the answer to arrive. */
const lingering = 500

/**
 * Answers bytes that are no HTTP request. Nothing is said when an earlier request of the connection is still
 * being carried out: the caller would take it for that request's answer.
 */
export function answerBrokenRequest(error: Error, socket: Duplex, line: ReplyLine | undefined, ref: RequestRef): void {
  if (line?.broken) return
  if (line) line.broken = true
  const half = line?.receiving
  const unanswered = line?.unanswered ?? 0
  if (!socket.writable || codeOf(error) === 'ECONNRESET' || isUnused(socket)) socket.destroy()
  else if (unanswered === 0) answerRaw(socket, faultOf(error), ref)
  else if (unanswered === 1 && half) half.refuse(faultOf(error))
  else socket.destroy()
  setTimeout(() => socket.destroy(), lingering).unref()
}

/** Writes an answer past Node's HTTP server, where that gives us no response to write it to. */
export function answerRaw(socket: Duplex, refusal: WireRefusal, ref: RequestRef): void {
  const body = failureBody(refusal, ref)
  const headers = headersOf(body)
  addRefusalHeaders(headers, refusal)
  headers.push('Connection', 'close')
  let head = `HTTP/1.1 ${catalogue[refusal.code].status} Refused\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  socket.on('error', () => socket.destroy())
  socket.end(`${head}\r\n${body}`)
  setTimeout(() => socket.destroy(), lingering).unref()
}

function faultOf(error: Error): Refusal {
  switch (codeOf(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return refuse(100, 'The headers are too large.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse(100, 'The request did not arrive in time.')
    case 'HPE_INVALID_EOF_STATE':
      return refuse(100, 'The request ends too early.')
    default:
      return refuse(100, 'This is not a valid HTTP request.')
  }
}

/** Browsers and balancers open connections in advance: an answer to nothing would be taken for that of the next request. */
function isUnused(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead === 0
}
