import { connect, type Socket } from 'node:net'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import type { SenderSettings } from '../../domain/brand/shapes/message-shape.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { lookupOf, type Network, type VettedHost, vetHost, withinMs } from './network.ts'
import { classOf } from './post.ts'
import { failed, type OutgoingMessage, postponed, rejected, type Send, type SendResult } from './send-result.ts'
import { isUnknownRecipient } from './smtp-refusal.ts'

export type EmailSettings = NonNullable<SenderSettings['email']>

const publicPorts: ReadonlySet<number> = new Set([25, 465, 587, 2525])

/** Hands e-mail to the brand's SMTP server, over a connection to a vetted address. */
export const openEmailSender =
  (network: Network): Send<EmailSettings> =>
  async (message, settings) => {
    const mail = mailOf(message, settings)
    if (!mail) return rejected('message refused')
    const server = toServer(settings.smtp)
    if (!server || (!network.allowsPrivate && !publicPorts.has(server.port))) return failed('address refused')
    const answered = network.answers?.(server.host)
    if (answered) return answered
    const { createTransport } = await import('nodemailer')
    const began = performance.now()
    const host = await withinMs(network.timeouts.connectMs, vetHost(server.host, network))
    if (typeof host === 'string') return failed(host)
    const left = (limitMs: number) => Math.max(limitMs - (performance.now() - began), 1)
    const socket = await openSocket(host, server.port, left(network.timeouts.connectMs))
    if (!('write' in socket)) return socket
    try {
      const transport = createTransport({
        ...server,
        host: host.host,
        connection: socket,
        // An attacker could strip the offer to encrypt. Only inside the operator's own network is that harmless.
        requireTLS: !network.allowsPrivate,
        tls: { rejectUnauthorized: true },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const sent = await withinMs(left(network.timeouts.totalMs), transport.sendMail(mail).then(toSent, toResult))
      return sent === 'timeout' ? failed('timeout') : sent
    } finally {
      socket.destroy()
    }
  }

/** The parts of an SMTP address. Its options are ignored: they could switch off protections such as TLS. */
function toServer(address: string) {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return undefined
  const secure = url.protocol === 'smtps:'
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === undefined || pass === undefined) return undefined
  return {
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user !== '' && { auth: { user, pass } }),
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function openSocket(host: VettedHost, port: number, limitMs: number): Promise<Socket | SendResult> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.host, port, lookup: lookupOf(host), autoSelectFamily: true })
    const timer = setTimeout(() => end(failed('timeout')), limitMs)
    const end = (result: SendResult) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(result)
    }
    // Never removed: an error of a socket without a listener would end the process.
    socket.on('error', (error) => end(failed(classOf(error))))
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/** Undefined when a value could start another header, or when the recipient would be more than one address. */
function mailOf(message: OutgoingMessage, { from }: EmailSettings): SendMailOptions | undefined {
  const { id, recipient, subject, text, html, unsubscribe, attachment } = message
  const bound = [id, from, recipient, subject, unsubscribe ?? '', attachment?.name ?? '']
  if (bound.some((value) => /[\p{Cc}\u2028\u2029]/u.test(value)) || /[\s<>,;]/.test(recipient)) return undefined
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '')
  return defined({
    from,
    to: { name: '', address: recipient },
    subject,
    text,
    html,
    attachments: attachment && [
      { filename: attachment.name, content: attachment.content, contentType: 'text/csv; charset=utf-8' },
    ],
    messageId: `<${id}@${domain}>`,
    date: new Date(message.createdAt),
    headers: {
      'X-Message-Id': id,
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        // RFC 8058 allows one-click unsubscription for HTTPS addresses only.
        ...(unsubscribe.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }),
    },
  })
}

const toSent = (): SendResult => ({ kind: 'sent' })

/** A refusal of these commands is about this message. Any other is about the brand's settings, which can be fixed. */
const aboutMessage: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

function toResult(error: NodemailerError): SendResult {
  const { code, originalCode = code, command = '', response = '', responseCode = 0, permanent } = error
  if (code === 'EAUTH') return failed('authentication')
  if (code === 'ETLS') return failed('tls')
  if (responseCode >= 400) {
    const why = responseCode >= 500 ? 'status 5xx' : 'status 4xx'
    if (!aboutMessage.has(command)) return failed(why)
    if (!permanent) return postponed(why)
    return rejected(command === 'RCPT TO' && isUnknownRecipient(response) ? 'recipient refused' : why)
  }
  // The library found the address or the message itself invalid: trying again would not help.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return rejected('message refused')
  return failed(classOf({ code: originalCode }))
}
