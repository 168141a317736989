import type { Brand } from '../../../domain/brand/brand.ts'
import { html } from '../../../ground/html/markup.ts'
import type { SentDocument } from '../../../ground/html/page.ts'
import { pageStyle, smallPage } from '../../../ground/html/small-page.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { isReferralCode, printedReferralCode, referralKey, referralPath } from '../../../ground/kernel/referral-code.ts'

/** Where brands are found. */
interface Brands {
  load(brandId: BrandId): Promise<Brand | undefined>
}

const style = pageStyle('.number { font-size: 2rem; letter-spacing: 0.1em }')

const words = {
  en: { say: 'Name this code when you buy for the first time:', no: 'No code', gone: 'There is nothing here.' },
  de: { say: 'Nennen Sie diesen Code beim ersten Einkauf:', no: 'Kein Code', gone: 'Hier ist nichts.' },
} as const

/** The path of the pages, and what shows them. */
export const referralPages = (brands: Brands) =>
  [referralPath(''), { show: (rest: string) => referralPage(brands, rest) }] as const

/**
 * The page behind a member's link: brand/code. It shows the code that its address has, and does not say whether there is
 * such a code: nobody learns from it which codes exist.
 */
async function referralPage(brands: Brands, rest: string): Promise<SentDocument> {
  const [brandId = '', text = '', ...more] = rest.split('/')
  const code = referralKey(text)
  const isMeant = more.length === 0 && isReferralCode(code)
  const brand = isMeant ? await brands.load(brandId) : undefined
  if (!brand?.document.referrals) return noReferralPage()
  const { name, language } = brand.document.brand
  const said = language === 'de' ? 'de' : 'en'
  const content = html`<h1>${name}</h1>
<p>${words[said].say}</p>
<p class="number">${printedReferralCode(code)}</p>`
  return smallPage(name, content, style, said)
}

function noReferralPage(): SentDocument {
  const { no, gone } = words.en
  return { ...smallPage(no, html`<h1>${no}</h1><p>${gone}</p>`, style), status: 404 }
}
