import { askIn } from '../ask/post.ts'
import { isLanguage, type SpokenLanguage } from './texts.ts'

const place = 'purser.language'

/** What was chosen here before, or else what the browser asks for. */
export function chosenLanguage(): SpokenLanguage {
  const kept = localStorage.getItem(place)
  const wanted = [kept ?? '', ...navigator.languages].map((one) => one.slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? 'en'
}

export function keepLanguage(language: SpokenLanguage): void {
  localStorage.setItem(place, language)
  document.documentElement.lang = language
  askIn(language)
}
