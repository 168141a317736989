/** Ids may have letters, digits, dots, hyphens and underscores. */
const plain = (text: string) => text.replace(/[^A-Za-z0-9._-]/g, '_')

/** Unique among all classes of the issuer, of whatever kind. */
export const loyaltyClassId = (issuer: string, brandId: string) => `${issuer}.${plain(brandId)}`
export const giftCardClassId = (issuer: string, brandId: string) => `${issuer}.${plain(brandId)}.gift-cards`
export const objectIdOf = (issuer: string, passId: string) => `${issuer}.${passId}`
