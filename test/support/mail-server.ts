import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers by their lower-case names, unfolded. */
  readonly headers: Readonly<Record<string, string>>
  readonly source: string
}

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
}

interface MailServerOptions extends SMTPServerOptions {
  readonly refuses?: { at: 'recipient' | 'data'; code: number; text?: string }
  /** Of a mail that it has taken: so long it keeps to itself that it has. */
  readonly holds?: (taken: number) => Promise<void>
}

/** A mail server that takes what it gets, or refuses it with a code: at the recipient, or at the end of the message. */
export async function openMailServer(t: TestContext, options: MailServerOptions = {}): Promise<MailServer> {
  const { refuses, holds, ...more } = options
  const mails: ReceivedMail[] = []
  const { code: responseCode, text: said = 'no such user ana@example.com' } = refuses ?? {}
  const refusal = refuses && Object.assign(new Error(said), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuses?.at === 'recipient' ? refusal : undefined),
    onData: async (stream, session, done) => {
      const source = await text(stream)
      if (refuses?.at === 'data') return done(refusal)
      const { mailFrom, rcptTo } = session.envelope
      mails.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        headers: headersOf(source),
        source,
      })
      await holds?.(mails.length)
      done()
    },
    ...more,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `${more.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`, port, mails }
}

function headersOf(source: string): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}
