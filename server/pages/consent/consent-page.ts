import { readFileSync } from 'node:fs'
import { html } from '../../html/markup.ts'
import type { Page } from '../../html/page.ts'
import { pageStyle, smallPage } from '../../html/small-page.ts'
import type { ConsentTicket } from '../../link/consent-link.ts'

type Wish = ConsentTicket['wish']

const style = pageStyle(readFileSync(new URL('consent-page.css', import.meta.url), 'utf8'), { hasForms: true })

/** What is said by whom: the brand's name is all that these pages show. */
const words: Readonly<
  Record<Wish, { ask: (brand: string) => string; button: string; done: (brand: string) => string }>
> = {
  unsubscribe: {
    ask: (brand) => `Do you want to get no more of these e-mails from ${brand}?`,
    button: 'Unsubscribe',
    done: (brand) => `Done. You will get no more of these e-mails from ${brand}.`,
  },
  confirm: {
    ask: (brand) => `Do you want to get e-mail from ${brand} at this address?`,
    button: 'Confirm',
    done: (brand) => `Thank you. You have confirmed that you want e-mail from ${brand}.`,
  },
}

/** Opening a page changes nothing, because programs that look for harmful links open them all; its button does. */
export function askPage(wish: Wish, brandName: string): Page {
  const { ask, button } = words[wish]
  const content = html`<h1>${brandName}</h1>
<p>${ask(brandName)}</p>
<form method="post"><button type="submit">${button}</button></form>`
  return smallPage(brandName, content, style)
}

export const donePage = (wish: Wish, brandName: string): Page => say(brandName, words[wish].done(brandName))

/** Whoever opted out since they were asked stays so. */
export const nothingToConfirmPage = (brandName: string): Page =>
  say(brandName, `There is nothing to confirm any more: ${brandName} sends no e-mail to this address.`)

export const tryAgainPage = (brandName: string): Page => ({
  ...say(brandName, 'This did not work. Please try again in a minute.'),
  status: 503,
})

/** The same for a link that is wrong, that has ended, or whose message is gone. */
export const noConsentPage = (): Page => ({
  ...say('No such link', 'This link does not exist or is no longer valid.'),
  status: 404,
})

function say(title: string, text: string): Page {
  const content = html`<h1>${title}</h1>
<p>${text}</p>`
  return smallPage(title, content, style)
}
