/**
 * The language in which amounts and times are written: that of the words around them, which is also how typed amounts
 * are read. A brand that says more of the same language, such as de-CH, is followed in it.
 */
export const writtenIn = (spoken: string, ofBrand: string): string =>
  ofBrand.split('-')[0]?.toLowerCase() === spoken ? ofBrand : spoken
