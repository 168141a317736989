import { wordsOf } from '../pass-words.ts'
import type { PassView } from '../wallet-pass-view.ts'

/** Ids may have letters, digits, dots, hyphens and underscores. */
const plain = (text: string) => text.replace(/[^A-Za-z0-9._-]/g, '_')

const classIdOf = (issuer: string, brandId: string) => `${issuer}.${plain(brandId)}`
const objectIdOf = (issuer: string, passId: string) => `${issuer}.${passId}`

/** What all passes of a brand have in common. */
export function loyaltyClass(view: PassView, issuer: string, brandId: string) {
  const { looks } = view
  return {
    id: classIdOf(issuer, brandId),
    issuerName: view.organization.slice(0, 20),
    programName: view.logoText.slice(0, 20),
    programLogo: { sourceUri: { uri: looks.logoUrl ?? '' } },
    hexBackgroundColor: looks.colors.background,
    reviewStatus: 'UNDER_REVIEW',
  }
}

/** One pass, as Google's reference describes it. What is null is taken away from a pass that has it. */
export function loyaltyObject(view: PassView, issuer: string, brandId: string) {
  const { card, looks } = view
  const ids = { id: objectIdOf(issuer, view.id), classId: classIdOf(issuer, brandId) }
  if (!card) return { ...ids, state: 'INACTIVE', ...emptied }
  const [first, second] = card.balances.map(({ label, amount }) => ({ label, balance: { string: amount } }))
  const words = wordsOf(view.language)
  const { level } = card
  const lines = [
    ...card.balances.slice(2).map(({ label, amount }) => ({ header: label, body: amount })),
    ...(level?.name ? [{ header: words.level, body: level.name }] : []),
    ...(level?.next ? [{ header: level.next.name, body: words.next(level.next.missing, level.next.name) }] : []),
    ...looks.fields.map(({ label, text }) => ({ header: label, body: text })),
  ]
  return {
    ...ids,
    state: 'ACTIVE',
    accountId: card.number,
    barcode: { type: 'QR_CODE', value: card.number, alternateText: card.number },
    loyaltyPoints: first ?? null,
    secondaryLoyaltyPoints: second ?? null,
    textModulesData: lines.map((line, index) => ({ id: `text${index}`, ...line })),
  }
}

const emptied = {
  accountId: null,
  barcode: null,
  loyaltyPoints: null,
  secondaryLoyaltyPoints: null,
  textModulesData: [],
}
