import type { Language } from '../../ground/kernel/language.ts'
import { fillForm, type TextPair, toTextForms } from '../../ground/kernel/text-forms.ts'

/** What long work says of itself: its runner speaks English only, as do the kinds. A star stands for a value. */
export const errandTexts: readonly TextPair[] = [
  ['Deciding checkouts and returns again.', 'Verkäufe und Rückgaben werden neu entschieden.'],
  ['Everything is checked.', 'Alles ist geprüft.'],
  ['Checking: *.', 'Die Bücher werden geprüft.'],
  [
    '* is not a time. Write a date, or "2026-11-01 08:00:00", in the time zone of the brand.',
    '* ist keine Zeit. Schreiben Sie ein Datum oder „2026-11-01 08:00:00“ in der Zeitzone der Marke.',
  ],
  ['This version of the server cannot carry out *.', 'Diese Version des Servers kann * nicht ausführen.'],
  ['The brand does not exist any more.', 'Die Marke gibt es nicht mehr.'],
  [
    'The result has * MB, and 1 MB is all that is kept. Ask for less.',
    'Das Ergebnis hat * MB, und mehr als 1 MB wird nicht aufbewahrt. Fragen Sie nach weniger.',
  ],
  [
    'What it would have to remember for another attempt has more than 1 MB.',
    'Was für einen weiteren Versuch zu merken wäre, hat mehr als 1 MB.',
  ],
  ['It took more than * hours.', 'Es dauerte länger als * Stunden.'],
  [
    'It needed more than * MB of memory, which is all that it may use.',
    'Es brauchte mehr als * MB Speicher, und mehr darf es nicht benutzen.',
  ],
  [
    "It failed * times, the last time with: *. The server's log has more, under its id.",
    'Es schlug *-mal fehl, zuletzt mit: *. Das Protokoll des Servers hat unter seiner Kennung mehr.',
  ],
  [
    'It was begun * times, and each time the server that ran it ended. If it needs more memory than the machine has, ask for less; otherwise ask for it again.',
    'Es wurde *-mal begonnen, und jedes Mal endete der Server, auf dem es lief. Braucht es mehr Speicher, als die Maschine hat, fragen Sie nach weniger; sonst fragen Sie noch einmal danach.',
  ],
]

const forms = toTextForms(errandTexts)

/** How far long work is, or why it failed, in the words of a language. What has no words there stays as it is. */
export function errandWords(text: string, language: Language): string {
  if (language === 'en') return text
  return fillForm(text, forms) ?? text
}
