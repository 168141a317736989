import type { PassView } from '../wallet-pass-view.ts'
import { loyaltyClassId, objectIdOf } from './pass-ids.ts'
import { textModules } from './text-modules.ts'

/** What all passes of a brand have in common. */
export function loyaltyClass(view: PassView, issuer: string, brandId: string) {
  const { looks, shared = view } = view
  return {
    id: loyaltyClassId(issuer, brandId),
    issuerName: shared.organization.slice(0, 20),
    programName: shared.logoText.slice(0, 20),
    programLogo: { sourceUri: { uri: looks.logoUrl ?? '' } },
    hexBackgroundColor: looks.colors.background,
    reviewStatus: 'UNDER_REVIEW',
  }
}

/** One pass, as Google's reference describes it. What is null is taken away from a pass that has it. */
export function loyaltyObject(view: PassView, issuer: string, brandId: string) {
  const { card } = view
  const ids = { id: objectIdOf(issuer, view.id), classId: loyaltyClassId(issuer, brandId) }
  if (!card) return { ...ids, state: 'INACTIVE', ...emptied }
  const [first, second] = card.balances.map(({ label, amount }) => ({ label, balance: { string: amount } }))
  return {
    ...ids,
    state: 'ACTIVE',
    accountId: card.number,
    barcode: { type: 'QR_CODE', value: card.number, alternateText: card.number },
    loyaltyPoints: first ?? null,
    secondaryLoyaltyPoints: second ?? null,
    textModulesData: textModules(view, card.balances.slice(2)),
  }
}

const emptied = {
  accountId: null,
  barcode: null,
  loyaltyPoints: null,
  secondaryLoyaltyPoints: null,
  textModulesData: [],
}
