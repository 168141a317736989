import type { Brand } from '../../../domain/brand/brand.ts'
import { placeOf } from '../../../ground/log/log.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { isAddress } from '../../access/login/login-name.ts'
import type { LoginNotice } from '../../access/login/login-notice.ts'
import type { PortalServices } from '../portal-services.ts'

type Mailing = Pick<PortalServices, 'pool' | 'brands' | 'senders' | 'log' | 'newRef' | 'now'>

/** Whoever works in every brand is written to by the first of these that has a mail server. */
const brandsMax = 5

/** By e-mail, where the name is an address and a brand of theirs can send. The portal shows the same at the next login. */
export function tellByMail(services: Mailing, notice: LoginNotice): void {
  if (!isAddress(notice.name)) return
  mail(services, notice).catch((error) => services.log.warn('portal.login.notice', { text: placeOf(error) }))
}

async function mail(services: Mailing, notice: LoginNotice): Promise<void> {
  const brand = await findSendingBrand(services, notice)
  const settings = brand?.document.senders.email
  if (!settings) return
  const ref = services.newRef()
  const now = services.now()
  const written = { ...wordsOf(notice), requestRef: ref, createdAt: now, attemptedAt: now }
  const result = await services.senders.email({ id: `login-${ref}`, recipient: notice.name, ...written }, settings)
  if (result.kind !== 'sent') services.log.warn('portal.login.notice', { text: result.kind })
}

async function findSendingBrand({ pool, brands }: Mailing, { grants }: LoginNotice): Promise<Brand | undefined> {
  const own = grants.flatMap(({ brand }) => (brand === undefined ? [] : [brand]))
  const ids = own.length === grants.length ? own : [...own, ...(await listBrandIds(pool))]
  for (const id of ids.slice(0, brandsMax)) {
    const brand = await brands.load(id)
    if (brand?.document.senders.email) return brand
  }
  return undefined
}

function wordsOf({ kind, language, address, browser = '' }: LoginNotice): { subject: string; text: string } {
  const from = browser === '' ? address : `${address} (${browser.slice(0, 200)})`
  const words = language === 'de' ? german : english
  return { subject: words[kind].subject, text: `${words[kind].text(from)}\n\n${words.advice}` }
}

const english = {
  newDevice: {
    subject: 'A new login to Purser',
    text: (from: string) =>
      `Somebody has logged in with your name from a device or place that was not used before: ${from}.`,
  },
  locked: {
    subject: 'Too many wrong passwords for your login to Purser',
    text: (from: string) =>
      `There were too many wrong passwords or codes for your login, the last from ${from}. It has to wait for half an hour.`,
  },
  advice: 'If this was not you, change your password, and tell an administrator. Nobody will ever ask you for it.',
}

const german: typeof english = {
  newDevice: {
    subject: 'Eine neue Anmeldung bei Purser',
    text: (from: string) =>
      `Jemand hat sich mit Ihrem Namen von einem Gerät oder Ort angemeldet, der bisher nicht benutzt wurde: ${from}.`,
  },
  locked: {
    subject: 'Zu viele falsche Kennwörter für Ihre Anmeldung bei Purser',
    text: (from: string) =>
      `Für Ihre Anmeldung gab es zu viele falsche Kennwörter oder Codes, zuletzt von ${from}. Sie muss eine halbe Stunde warten.`,
  },
  advice:
    'Wenn Sie das nicht waren, ändern Sie Ihr Kennwort und sagen Sie einem Administrator Bescheid. Niemand wird Sie je danach fragen.',
}
