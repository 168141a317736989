import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultFields, type Log } from '../../log/log.ts'
import { within } from '../../waiting/within.ts'
import { metricsContentType } from './merge-metrics.ts'

export interface MetricsListener {
  readonly port: number
  readonly address: string
  stop(): Promise<void>
}

/** Whoever asks hears something by then. Prometheus waits ten seconds when nothing else is said. */
const answerMsMax = 8000
/** Of one or two Prometheus servers, and of a person who looks. */
const connectionsMax = 20

const limits = { headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 60_000, maxHeaderSize: 16 * 1024 }

/** Serves GET /metrics and nothing else. However many ask at once, they share one collection. */
export async function startMetricsListener(
  { host, port }: { readonly host: string; readonly port: number },
  collect: () => Promise<string>,
  log: Log,
): Promise<MetricsListener> {
  let running: Promise<string | undefined> | undefined
  // One that hangs is given up, so that the next may try again.
  const collectOnce = () => {
    running ??= within(answerMsMax, collect()).finally(() => {
      running = undefined
    })
    return running
  }
  const server = createServer(limits, (request, response) => {
    answer(request, response, collectOnce).catch((error) => {
      log.error('metrics', faultFields(error))
      send(response, 503, 'The metrics could not be collected.\n')
    })
  })
  server.maxConnections = connectionsMax
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { port: bound.port, address: bound.address, stop }
}

async function answer(request: IncomingMessage, response: ServerResponse, collect: () => Promise<string | undefined>) {
  const [path] = (request.url ?? '').split('?')
  if (path !== '/metrics') return send(response, 404, 'There is nothing here but /metrics.\n')
  if (request.method !== 'GET') {
    response.setHeader('Allow', 'GET')
    return send(response, 405, 'Only GET is possible here.\n')
  }
  const text = await collect()
  if (text === undefined) return send(response, 503, 'The metrics were not collected in time.\n')
  return send(response, 200, text, metricsContentType)
}

function send(response: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
  if (response.headersSent) return
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}
