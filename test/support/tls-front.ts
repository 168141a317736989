import { once } from 'node:events'
import { request as plainRequest, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { makeCertificate } from './wallet-files.ts'

/** Takes https at a port of its own, on a name below localhost, as a proxy in front of a server would. */
export async function openTlsFront(t: TestContext, listener: RequestListener): Promise<number> {
  // Nobody has signed it but itself: the browser of a test is told not to mind.
  const { keyPem: key, pem: cert } = makeCertificate({ subject: [{ type: '2.5.4.3', value: 'localhost' }] })
  const server = createServer({ key, cert }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Passes everything on, the name that it was asked by included. */
export const passedOnTo =
  (port: number): RequestListener =>
  (request, response) => {
    const { url: path, method, headers } = request
    const passed = plainRequest({ port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }
