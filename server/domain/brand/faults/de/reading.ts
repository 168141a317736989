import type { ReadingFaults } from '../reading-faults.ts'
import type { WordsOf } from '../words-of.ts'
import { advice, found, knownForms, nouns, textForms } from './phrases.ts'

export const reading: WordsOf<ReadingFaults> = {
  moreFaults: ({ max }) => `hat mehr als ${max} Fehler; die übrigen sind nicht aufgeführt`,
  unknownKey: (values) => `diesen Schlüssel gibt es nicht${advice(values.advice)}`,
  missingKey: ({ name, example }) => `fehlt: ergänzen Sie ${name}: ${example}`,
  valueless: ({ name, example }) => `hat keinen Wert: schreiben Sie ${name}: ${example}`,
  notObject: ({ example, ...values }) => `hier steht ein Objekt wie ${example}, gefunden: ${found(values.found)}`,
  notList: ({ example, ...values }) =>
    `hier steht eine Liste wie ${example}, gefunden: ${found(values.found)}${advice(values.advice)}`,
  tooFewEntries: ({ min, example }) =>
    `hier ${min === 1 ? 'steht mindestens ein Eintrag' : `stehen mindestens ${min} Einträge`}, etwa ${example}`,
  tooManyEntries: ({ max, count }) => `hier stehen höchstens ${max} Einträge, gefunden: ${count}`,
  listedTwice: ({ name }) => `„${name}“ steht zweimal da`,
  notText: ({ example, ...values }) => `hier steht ein Text wie ${example}, gefunden: ${found(values.found)}`,
  unquoted: ({ spelling, isNumber }) =>
    `hier steht ein Text, gefunden: ${isNumber ? 'die Zahl ' : ''}${spelling}; setzen Sie es in Anführungszeichen: "${spelling}"`,
  emptyText: ({ example }) => `darf nicht leer sein: schreiben Sie ${example}`,
  tooShort: ({ min }) => `muss mindestens ${min} Zeichen haben`,
  tooLong: ({ max, length }) => `darf höchstens ${max} Zeichen haben und hat ${length}`,
  controlCharacters: () => 'darf keine Steuerzeichen wie Tabulatoren oder Zeilenumbrüche enthalten',
  brokenCharacters: () => 'darf keine kaputten Zeichen enthalten',
  notOfForm: ({ form, example, ...values }) =>
    `hier ${textForms[form]}, gefunden: ${found(values.found)}${example === undefined ? '' : `; schreiben Sie zum Beispiel ${example}`}`,
  notKnown: ({ form, example, ...values }) =>
    `hier steht ${knownForms[form]} wie ${example}, gefunden: ${found(values.found)}${advice(values.advice)}`,
  notChoice: ({ choices, ...values }) =>
    `hier steht ${choices.length === 1 ? choices[0] : `eines von: ${choices.join(', ')}`}; gefunden: ${found(values.found)}${advice(values.advice)}`,
  notFlag: (values) => `hier steht true oder false, gefunden: ${found(values.found)}${advice(values.advice)}`,
  notNumber: ({ example, ...values }) =>
    `hier steht eine Zahl wie ${example}, gefunden: ${found(values.found)}${advice(values.advice)}`,
  notWhole: ({ example, ...values }) =>
    `hier steht eine ganze Zahl wie ${example}, gefunden: ${found(values.found)}${advice(values.advice)}`,
  notAbove: ({ bound, given }) => `muss mehr als ${bound} sein und ist ${given}`,
  tooSmall: ({ min, given }) => `muss mindestens ${min} sein und ist ${given}`,
  tooLarge: ({ max, given }) => `darf höchstens ${max} sein und ist ${given}`,
  outOfRange: ({ min, max, given }) => `muss zwischen ${min} und ${max} liegen und ist ${given}`,
  undefinedName: ({ noun, name, more, isPerhaps, ...values }) =>
    [
      `in dieser Datei gibt es „${name}“ nicht (${nouns[noun]})${advice(values.advice)}`,
      more === 0 ? '' : ` (und noch an ${more === 1 ? 'einer Stelle' : `${more} Stellen`} genannt)`,
      isPerhaps ? '; bekannt ist es nur, wenn ein Aufruf es angelegt hat' : '',
    ].join(''),
  definedTwice: ({ noun, name, ...first }) =>
    `der Name „${name}“ (${nouns[noun]}) ist zweimal vergeben, zuerst ${place(first)}`,
  addsUnknown: ({ name, ...values }) =>
    `kein Produkt dieser Datei hat die SKU „${name}“, also kommt es ohne Namen, Kategorie und Kosten hinzu${advice(values.advice)}`,
  notInCatalogue: ({ noun, name, ...values }) => {
    const missing = noun === 'product' ? `die SKU „${name}“` : `„${name}“ (${nouns[noun]})`
    return `kein Produkt dieser Datei hat ${missing}, also passt nichts dazu${advice(values.advice)}`
  },
}

function place({ path, line, isSamePath }: Omit<ReadingFaults['definedTwice'], 'noun' | 'name'>): string {
  if (line === undefined) return `bei ${path}`
  return isSamePath ? `in Zeile ${line}; benennen Sie einen um oder entfernen Sie ihn` : `bei ${path} (Zeile ${line})`
}
