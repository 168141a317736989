import { readFileSync } from 'node:fs'
import type { Brand } from '../../../domain/brand/brand.ts'
import { textsOf } from '../../../domain/brand/texts/brand-texts.ts'
import type { ConsentTicket } from '../../../domain/message/link/consent-link.ts'
import { html } from '../../../ground/html/markup.ts'
import type { SentDocument } from '../../../ground/html/page.ts'
import { pageStyle, smallPage } from '../../../ground/html/small-page.ts'

type ConsentWish = ConsentTicket['wish']

const style = pageStyle(readFileSync(new URL('consent-page.css', import.meta.url), 'utf8'), { hasForms: true })

/** Whose page it is, and the language of who reads it, if that is known. */
export interface PageReader {
  readonly brand: Brand
  readonly language?: unknown
}

/** Only the button changes something. Opening the page does not, because mail scanners open every link. */
export function askPage(wish: ConsentWish, { brand, language: wanted }: PageReader): SentDocument {
  const { say, language } = textsOf(brand, wanted)
  const content = html`<h1>${brand.name}</h1>
<p>${say(`${wish}Ask`)}</p>
<form method="post"><button type="submit">${say(`${wish}Button`)}</button></form>`
  return smallPage(brand.name, content, style, language)
}

export const donePage = (wish: ConsentWish, reader: PageReader): SentDocument => pageOf(reader, `${wish}Done`)

/** For users who opted out after they were asked: they stay opted out. */
export const nothingToConfirmPage = (reader: PageReader): SentDocument => pageOf(reader, 'nothingToConfirm')

export const tryAgainPage = (reader: PageReader): SentDocument => ({ ...pageOf(reader, 'tryAgain'), status: 503 })

/** The same page for a link that is wrong, has expired, or whose message is gone: it reveals nothing. */
export const noConsentPage = (): SentDocument => ({
  ...page('No such link', 'This link does not exist or is no longer valid.', 'en'),
  status: 404,
})

function pageOf(
  { brand, language: wanted }: PageReader,
  name: Parameters<ReturnType<typeof textsOf>['say']>[0],
): SentDocument {
  const { say, language } = textsOf(brand, wanted)
  return page(brand.name, say(name), language)
}

function page(title: string, text: string, language: string): SentDocument {
  const content = html`<h1>${title}</h1>
<p>${text}</p>`
  return smallPage(title, content, style, language)
}
