import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a receiver behaves: with a status, by never answering, by breaking the connection, by talking without end, or as it sees fit. */
export type Behaviour = number | 'hangs' | 'resets' | 'chatters' | ((request: Received) => number | 'hangs')

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** How it behaves from now on. */
  behaves(next: Behaviour): void
  /** Breaks all connections, with what hangs on them. */
  letGo(): void
  /** The most requests that it had at a time. */
  readonly busiest: () => number
}

export async function openReceiver(t: TestContext, first: Behaviour = 200): Promise<Receiver> {
  let behaviour = first
  let now = 0
  let busiest = 0
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const listener: RequestListener = async (request, response) => {
    now += 1
    busiest = Math.max(busiest, now)
    response.once('close', () => {
      now -= 1
    })
    const got = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    received.push(got)
    const status = typeof behaviour === 'function' ? behaviour(got) : behaviour
    if (status === 'resets') request.socket.resetAndDestroy()
    else if (status === 'chatters') for (let part = 0; part < 64; part += 1) response.write('x'.repeat(64 * 1024))
    else if (status !== 'hangs') {
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {})
      response.end('an answer that nobody may see')
    }
  }
  const server = createServer(listener)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const letGo = () => {
    for (const socket of sockets) socket.destroy()
  }
  t.after(() => {
    letGo()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    behaves: (next) => {
      behaviour = next
    },
    letGo,
    busiest: () => busiest,
  }
}
