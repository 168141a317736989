import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { TLSSocket } from 'node:tls'
import type { WalletFiles } from './wallet-files.ts'

interface Pushed {
  readonly token: string
  readonly topic: string
  readonly body: string
  readonly clientSubject: string
}

/** A made-up push service of Apple: HTTP/2 over TLS, with the certificate of whoever pushes. */
export async function openPushService({ wwdr, pushServer }: WalletFiles) {
  const pushed: Pushed[] = []
  const answers = new Map<string, readonly [status: number, body: string]>()
  const state = { usual: [200, ''] as readonly [number, string], isSilent: false }
  const server = createSecureServer({ cert: pushServer.pem, key: pushServer.keyPem, ca: wwdr.pem, requestCert: true })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined)
  })
  server.on('stream', async (stream, headers) => {
    stream.on('error', () => undefined)
    let body = ''
    for await (const chunk of stream.setEncoding('utf8')) body += chunk
    const token = String(headers[':path']).replace('/3/device/', '')
    const socket = stream.session?.socket as TLSSocket | undefined
    const clientSubject = JSON.stringify(socket?.getPeerCertificate().subject ?? {})
    pushed.push({ token, topic: String(headers['apns-topic']), body, clientSubject })
    if (state.isSilent) return
    const [status, text] = answers.get(token) ?? state.usual
    stream.respond({ ':status': status })
    stream.end(text)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  after(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}`, pushed, answers, state }
}

interface GoogleCall {
  readonly method: string
  readonly path: string
  readonly authorization: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  readonly body: any
}

/** A made-up Google: hands out tokens, and keeps the objects that it was told to know. */
export async function openGoogle() {
  const calls: GoogleCall[] = []
  const assertions: string[] = []
  const known = new Set<string>()
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request)
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const path = decodeURIComponent(request.url ?? '')
    if (path === '/token') {
      assertions.push(new URLSearchParams(text).get('assertion') ?? '')
      return answer(200, { access_token: 'made-up', expires_in: 3600 })
    }
    const { method = '', headers } = request
    calls.push({ method, path, authorization: headers.authorization ?? '', body: JSON.parse(text) })
    if (state.status !== 200) return answer(state.status, {})
    const id = path.split('/').at(-1) ?? ''
    return known.has(id) ? answer(200, { id, hasUsers: true }) : answer(404, {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const objects = () => calls.filter(({ path }) => path.includes('loyaltyObject'))
  const giftCards = () => calls.filter(({ path }) => path.includes('/giftCardObject/'))
  return { url, tokenUrl: `${url}/token`, calls, objects, giftCards, assertions, known, state }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
