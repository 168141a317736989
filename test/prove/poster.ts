import { Agent, request as httpRequest } from 'node:http'

export interface Reply {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends bytes to a path as they are. Undefined where there is no answer. */
export function post(
  port: number,
  path: string,
  { headers, bytes }: { headers: Readonly<Record<string, string>>; bytes: Buffer },
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const all = { ...headers, 'content-length': String(bytes.length) }
    const sent = httpRequest({ port, path, method: 'POST', headers: all, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve(undefined))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? ''),
        }),
      )
    })
    sent.setTimeout(30_000, () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end(bytes)
  })
}

interface Addressed {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The same call, to be pasted into a shell. */
export function curlOf(port: number, { path, headers }: Addressed, text: string): string {
  const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
  const all = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)])
  return ['curl', '-s', ...all, '--data-binary', quoted(text), `http://127.0.0.1:${port}${path}`].join(' ')
}
