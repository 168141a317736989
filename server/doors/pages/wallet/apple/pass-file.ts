import { wordsOf } from '../pass-words.ts'
import { plainIcon } from '../plain-icon.ts'
import type { PassView } from '../wallet-pass-view.ts'
import type { AppleCertificate } from './certificate.ts'

/** Where devices ask for changes, and the token they do it with. */
export interface PassService {
  readonly url: string
  readonly token: string
}

interface Field {
  readonly key: string
  readonly label?: string
  readonly value: string
  readonly changeMessage?: string
}

/**
 * A signed .pkpass. `service` is absent where devices cannot reach the server over TLS. The package is loaded when the
 * first pass is made: most servers make none.
 */
export async function makePassFile(
  view: PassView,
  certificate: AppleCertificate,
  service: PassService | undefined,
): Promise<Buffer> {
  const { PKPass } = await import('passkit-generator')
  const { certificatePem: signerCert, keyPem: signerKey, wwdrPem: wwdr } = certificate
  const json = passJson(view, certificate, service)
  const files = { 'pass.json': Buffer.from(JSON.stringify(json)), ...imagesOf(view) }
  const pass = new PKPass(files, { signerCert, signerKey, wwdr })
  return pass.getAsBuffer()
}

/** pass.json, as Apple's reference describes it. */
function passJson(view: PassView, { passType, team }: AppleCertificate, service: PassService | undefined) {
  const { looks, card } = view
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    serialNumber: view.id,
    organizationName: view.organization,
    description: view.description,
    logoText: view.logoText,
    backgroundColor: cssColor(looks.colors.background),
    foregroundColor: cssColor(looks.colors.text),
    labelColor: cssColor(looks.colors.label),
    ...(service && { webServiceURL: service.url, authenticationToken: service.token }),
    ...(card ? { barcodes: barcodesOf(card.number), sharingProhibited: true } : { voided: true }),
    storeCard: fieldsOf(view),
  }
}

function fieldsOf(view: PassView) {
  const { card, language, looks } = view
  const words = wordsOf(language)
  const own = looks.fields.map(({ label, text }, index) => ({ key: `own${index}`, label, value: text }))
  if (!card) return { ...noFields, secondaryFields: [{ key: 'ended', value: words.noLongerValid }], backFields: [] }
  const [first, ...others] = card.balances.map(({ label, amount }, index): Field => {
    return { key: `balance${index}`, label, value: amount, changeMessage: `${label}: ${words.changed}` }
  })
  const { level } = card
  const levelFields: Field[] = level?.name ? [{ key: 'level', label: words.level, value: level.name }] : []
  const nextFields: Field[] = level?.next
    ? [{ key: 'next', label: '', value: words.next(level.next.missing, level.next.name) }]
    : []
  const until: Field[] = level?.until ? [{ key: 'until', label: words.until, value: level.until }] : []
  return {
    headerFields: levelFields,
    primaryFields: first ? [first] : [],
    secondaryFields: others,
    auxiliaryFields: nextFields,
    backFields: [{ key: 'number', label: words.cardNumber, value: card.number }, ...until, ...own],
  }
}

const noFields = { headerFields: [], primaryFields: [], auxiliaryFields: [] }

/** A QR code, and bars for tills that read nothing else. Only ASCII numbers have bars. */
function barcodesOf(number: string) {
  const message = { message: number, messageEncoding: 'utf-8', altText: number }
  const qr = { format: 'PKBarcodeFormatQR', ...message }
  return /^[ -~]{1,40}$/.test(number) ? [qr, { format: 'PKBarcodeFormatCode128', ...message }] : [qr]
}

function imagesOf({ looks }: PassView): Record<string, Buffer> {
  const { icon, logo, strip } = looks.images
  const decode = (image: string) => Buffer.from(image, 'base64')
  const own = icon === undefined ? undefined : decode(icon)
  return {
    'icon.png': own ?? plainIcon(looks.colors.background, 29),
    'icon@2x.png': own ?? plainIcon(looks.colors.background, 58),
    ...(logo !== undefined && { 'logo.png': decode(logo), 'logo@2x.png': decode(logo) }),
    ...(strip !== undefined && { 'strip.png': decode(strip), 'strip@2x.png': decode(strip) }),
  }
}

function cssColor(color: string): string {
  const [red, green, blue] = Buffer.from(color.slice(1), 'hex')
  return `rgb(${red}, ${green}, ${blue})`
}
