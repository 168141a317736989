import type { BrandTexts } from '../../domain/brand/texts/brand-texts.ts'
import type { ConsentLinks } from '../../domain/message/link/consent-links.ts'
import type { OutboxMessage } from '../../domain/message/outbox-message.ts'
import { html as markup } from '../../ground/html/markup.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Instant } from '../../ground/kernel/time.ts'

type Text = Pick<OutboxMessage, 'text' | 'html'>

/** A message, and the name of the subscription list that it belongs to. */
interface ListedMessage extends OutboxMessage {
  readonly listName?: string | undefined
}

interface WayOut {
  readonly line: string
  readonly link: string
}

/** The content of a message with its consent links. Only e-mail has any. */
export function withConsentLinks(
  message: ListedMessage,
  texts: BrandTexts,
  links: ConsentLinks | undefined,
  now: Instant,
): Text {
  const { channel, purpose, recipient, text, html } = message
  const content = defined({ text, html })
  if (!links || channel !== 'email') return content
  if (purpose !== 'confirmation') return withWayOut(content, wayOut(message, texts), links.unsubscribe(message))
  return recipient === undefined ? content : { ...content, text: `${text}\n\n${links.confirm(message, now)}` }
}

/** A message of a list leads out of that list, any other out of all e-mail. */
function wayOut({ listName: list }: ListedMessage, { say }: BrandTexts): WayOut {
  const line = list === undefined ? say('unsubscribeLine') : say('unsubscribeListLine', { list })
  return { line, link: say('unsubscribeLink') }
}

/** Few people know where their mail program shows the List-Unsubscribe header; everybody finds a line at the end. */
function withWayOut({ text, html }: Text, words: WayOut, url: string): Text {
  const withLine = `${text}\n\n${words.line} ${url}\n`
  if (html === undefined) return { text: withLine }
  const link = markup`<p><a href="${url}">${words.link}</a></p>`.source
  const end = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? html.length
  return { text: withLine, html: html.slice(0, end) + link + html.slice(end) }
}
