import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, type Language } from '../../ground/kernel/language.ts'

/** The language that somebody reads the portal in: the first of those they ask for that there is. */
export function languageOf({ 'accept-language': wanted = '' }: IncomingHttpHeaders): Language {
  const asked = wanted.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  return asked.find(isLanguage) ?? 'en'
}
