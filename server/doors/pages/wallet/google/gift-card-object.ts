import { wordsOf } from '../pass-words.ts'
import type { PassView } from '../wallet-pass-view.ts'
import { giftCardClassId, objectIdOf } from './pass-ids.ts'
import { textModules } from './text-modules.ts'

/** What all gift cards of a brand have in common. */
export function giftCardClass(view: PassView, issuer: string, brandId: string) {
  const { looks, shared = view } = view
  return {
    id: giftCardClassId(issuer, brandId),
    issuerName: shared.organization.slice(0, 20),
    merchantName: shared.logoText.slice(0, 20),
    programLogo: { sourceUri: { uri: looks.logoUrl ?? '' } },
    // Without it Google shows the number alone, and no till can scan it.
    allowBarcodeRedemption: true,
    cardNumberLabel: wordsOf(shared.language).cardNumber,
    hexBackgroundColor: looks.colors.background,
    reviewStatus: 'UNDER_REVIEW',
  }
}

/** One gift card, as Google's reference describes it. What is null is taken away from a pass that has it. */
export function giftCardObject(view: PassView, issuer: string, brandId: string) {
  const { card } = view
  const ids = { id: objectIdOf(issuer, view.id), classId: giftCardClassId(issuer, brandId) }
  if (!card) return { ...ids, state: 'INACTIVE', ...emptied }
  const { money } = card
  const others = card.balances.filter(({ label }) => label !== money?.label)
  return {
    ...ids,
    state: 'ACTIVE',
    cardNumber: card.number,
    barcode: { type: 'QR_CODE', value: card.number, alternateText: card.number },
    balance: money ? { micros: money.micros, currencyCode: money.currencyCode } : null,
    textModulesData: textModules(view, others),
  }
}

/** A gift card must have a number, so that of a void one is replaced. */
const emptied = { cardNumber: '-', barcode: null, balance: null, textModulesData: [] }
