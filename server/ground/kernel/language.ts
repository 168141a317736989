/** The languages in which people are told things. Programs and tills are always told in English. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

export const isLanguage = (text: string): text is Language => languages.some((one) => one === text)
