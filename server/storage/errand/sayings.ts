import type { FileFault } from '../../domain/brand/faults/fault.ts'
import { faultWords } from '../../domain/brand/faults/fault-words.ts'
import type { Language } from '../../ground/kernel/language.ts'

/** What long work can say of itself, and with which values. No personal data. */
interface SayingValues {
  readonly deciding: object
  readonly checking: { readonly check: string }
  readonly checked: object
  readonly notATime: { readonly given: string }
  readonly endsTooEarly: object
  readonly triesSeveral: object
  readonly faulty: { readonly faults: readonly FileFault[] }
  readonly wrongInput: { readonly text: string }
  readonly unknownKind: { readonly kind: string }
  readonly brandGone: object
  readonly resultTooLarge: { readonly megabytes: string }
  readonly checkpointTooLarge: object
  readonly tookTooLong: { readonly hours: number }
  readonly neededTooMuch: { readonly megabytes: number }
  readonly failedOften: { readonly times: number; readonly fault: string }
  readonly cutOffOften: { readonly times: number }
}

type SayingName = keyof SayingValues

/** One of them: a value, printed where somebody reads it. */
export type Saying = { [N in SayingName]: { readonly saying: N } & SayingValues[N] }[SayingName]

type SayingWords = { readonly [N in SayingName]: (values: SayingValues[N]) => string }

const faultsIn = (faults: readonly FileFault[], language: Language) =>
  faults.map((fault) => `${fault.path}: ${faultWords(fault, language)}`).join('; ')

const en: SayingWords = {
  deciding: () => 'Deciding checkouts and returns again.',
  checking: ({ check }) => `Checking: ${check}.`,
  checked: () => 'Everything is checked.',
  notATime: ({ given }) =>
    `${given} is not a time. Write a date, or "2026-11-01 08:00:00", in the time zone of the brand.`,
  endsTooEarly: () => 'to: must be after from',
  triesSeveral: () => 'Only one of today, draftId, version and campaigns can be tried at once.',
  faulty: ({ faults }) => faultsIn(faults, 'en'),
  wrongInput: ({ text }) => text,
  unknownKind: ({ kind }) => `This version of the server cannot carry out ${kind}.`,
  brandGone: () => 'The brand does not exist any more.',
  resultTooLarge: ({ megabytes }) => `The result has ${megabytes} MB, and 1 MB is all that is kept. Ask for less.`,
  checkpointTooLarge: () => 'What it would have to remember for another attempt has more than 1 MB.',
  tookTooLong: ({ hours }) => `It took more than ${hours} hours.`,
  neededTooMuch: ({ megabytes }) => `It needed more than ${megabytes} MB of memory, which is all that it may use.`,
  failedOften: ({ times, fault }) =>
    `It failed ${times} times, the last time with: ${fault}. The server's log has more, under its id.`,
  cutOffOften: ({ times }) =>
    `It was begun ${times} times, and each time the server that ran it ended. ` +
    'If it needs more memory than the machine has, ask for less; otherwise ask for it again.',
}

const de: SayingWords = {
  deciding: () => 'Verkäufe und Rückgaben werden neu entschieden.',
  checking: () => 'Die Bücher werden geprüft.',
  checked: () => 'Alles ist geprüft.',
  notATime: ({ given }) =>
    `${given} ist keine Zeit. Schreiben Sie ein Datum oder „2026-11-01 08:00:00“ in der Zeitzone der Marke.`,
  endsTooEarly: () => 'to: muss nach from liegen',
  triesSeveral: () => 'Nur eines von today, draftId, version und campaigns kann auf einmal versucht werden.',
  faulty: ({ faults }) => faultsIn(faults, 'de'),
  // A refusal of the interface, which speaks English.
  wrongInput: ({ text }) => text,
  unknownKind: ({ kind }) => `Diese Version des Servers kann ${kind} nicht ausführen.`,
  brandGone: () => 'Die Marke gibt es nicht mehr.',
  resultTooLarge: ({ megabytes }) =>
    `Das Ergebnis hat ${megabytes} MB, und mehr als 1 MB wird nicht aufbewahrt. Fragen Sie nach weniger.`,
  checkpointTooLarge: () => 'Was für einen weiteren Versuch zu merken wäre, hat mehr als 1 MB.',
  tookTooLong: ({ hours }) => `Es dauerte länger als ${hours} Stunden.`,
  neededTooMuch: ({ megabytes }) => `Es brauchte mehr als ${megabytes} MB Speicher, und mehr darf es nicht benutzen.`,
  failedOften: ({ times, fault }) =>
    `Es schlug ${times}-mal fehl, zuletzt mit: ${fault}. Das Protokoll des Servers hat unter seiner Kennung mehr.`,
  cutOffOften: ({ times }) =>
    `Es wurde ${times}-mal begonnen, und jedes Mal endete der Server, auf dem es lief. ` +
    'Braucht es mehr Speicher, als die Maschine hat, fragen Sie nach weniger; sonst fragen Sie noch einmal danach.',
}

const dictionaries: Readonly<Record<Language, SayingWords>> = { en, de }

export function sayingWords<N extends SayingName>(
  saying: { readonly saying: N } & SayingValues[N],
  language: Language,
): string {
  return dictionaries[language][saying.saying](saying)
}

/** As it was kept. A server of another version may have said what this one has no words for, and has its English text. */
export function keptWords(
  { text, saying }: { readonly text: string | null; readonly saying: Saying | null },
  language: Language,
): string | undefined {
  if (saying !== null && Object.hasOwn(dictionaries[language], saying.saying)) return sayingWords(saying, language)
  return text ?? undefined
}
