import type { Instant } from '../../../../ground/kernel/time.ts'
import type { PassView } from '../wallet-pass-view.ts'
import { googlePass } from './google-pass.ts'
import type { ServiceAccount } from './service-account.ts'

export interface SaveLinkOf {
  readonly view: PassView
  readonly issuer: string
  readonly brandId: string
  readonly now: Instant
}

const saveUrl = 'https://pay.google.com/gp/v/save/'

/** The link by which a customer saves the pass. Google makes the class and the object from it if they do not exist. */
export async function saveLink(account: ServiceAccount, { view, issuer, brandId, now }: SaveLinkOf): Promise<string> {
  const { ofClass, object } = googlePass(view, issuer, brandId)
  const [classes, objects] = view.isGiftCard
    ? ['giftCardClasses', 'giftCardObjects']
    : ['loyaltyClasses', 'loyaltyObjects']
  const payload = { [classes]: [ofClass.body], [objects]: [withoutNulls(object.body)] }
  const { SignJWT } = await import('jose')
  const token = await new SignJWT({ typ: 'savetowallet', origins: [], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.email)
    .setAudience('google')
    .setIssuedAt(Math.floor(now / 1000))
    .sign(account.key)
  return saveUrl + token
}

const withoutNulls = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
