import type { TextFaults } from '../text-faults.ts'
import type { WordsOf } from '../words-of.ts'

export const text: WordsOf<TextFaults> = {
  fileTooLarge: ({ mebibytes }) => `die Datei ist größer als ${mebibytes} MiB`,
  tooDeep: ({ levels }) => `ist mehr als ${levels} Ebenen tief verschachtelt`,
  tooManyKeys: ({ max }) => `ist ein Schlüssel zu viel: ein Objekt hat höchstens ${max.toLocaleString('de')} Schlüssel`,
  tooSlow: () => 'braucht zu lange, um gelesen zu werden: teilen Sie es auf, oder schreiben Sie es einfacher',
  unreadable: ({ why }) => `ist nicht zu lesen: ${why}`,
  keyMissing: () => 'ein Schlüssel fehlt',
  entryMissing: () => 'ein Eintrag der Liste fehlt',
  duplicateKey: ({ name, line, isList }) => `der Schlüssel „${name}“ steht schon in Zeile ${line}: ${oneOfTwo(isList)}`,
  protoKey: () => 'der Schlüssel __proto__ ist nicht erlaubt',
  keyNotText: () => 'ein Schlüssel muss ein Text sein',
  braceUnquoted: () => 'ein Text, der mit { beginnt, steht in Anführungszeichen: schreiben Sie "{{ date }}"',
  dashWithoutSpace: ({ name }) => `nach dem Strich fehlt ein Leerzeichen: schreiben Sie - ${name}:`,
  aliases: () =>
    'Anker und Verweise (& und *) gibt es hier nicht: schreiben Sie es aus, oder setzen Sie einen Text, der mit * beginnt, in Anführungszeichen',
  tabIndent: () =>
    'diese Zeile ist mit einem Tabulator eingerückt; YAML braucht Leerzeichen: ersetzen Sie jeden Tabulator durch zwei',
  tabAsSpace: () =>
    'hier steht ein Tabulator statt eines Leerzeichens: ersetzen Sie jeden Tabulator durch zwei Leerzeichen',
  quoteOpen: ({ mark }) => `dieses Anführungszeichen wird nicht geschlossen: setzen Sie ${mark} ans Ende des Textes`,
  listOpen: () => 'eine mit [ geöffnete Liste ist vor dieser Zeile nicht mit ] geschlossen',
  objectOpen: () => 'ein mit { geöffnetes Objekt ist vor dieser Zeile nicht mit } geschlossen',
  badStart: ({ mark, write }) => `ein Text kann nur in Anführungszeichen mit ${mark} beginnen: schreiben Sie ${write}`,
  dashesInBrackets: () => 'eine Liste mit Strichen kann nicht in Klammern stehen: schreiben Sie [a, b]',
  commaMissing: () => 'zwischen zwei Einträgen fehlt ein Komma: schreiben Sie { id: a, name: b }',
  indentDiffers: () =>
    'diese Zeile ist anders eingerückt als ihre Nachbarn: alle Schlüssel eines Objekts beginnen in derselben Spalte',
  indentBelowValue: () =>
    'diese Zeile ist weiter eingerückt als der Schlüssel darüber, der schon einen Wert hat: alle Schlüssel eines Objekts beginnen in derselben Spalte',
  badEscape: ({ sequence }) =>
    `das Zeichen ${sequence} gibt es nicht: schreiben Sie \\\\ für einen Backslash, oder nehmen Sie einfache Anführungszeichen`,
  directive: ({ write }) =>
    `eine Zeile, die mit % beginnt, ist eine Anweisung an YAML: setzen Sie den Text in Anführungszeichen: ${write}`,
  secondDocument: () => 'hier beginnt ein zweites Dokument (---): eine Markendatei ist ein einziges',
  unknownTag: ({ tag, write }) =>
    `die Marke ${tag} bedeutet hier nichts; ein Text gehört in Anführungszeichen: ${write}`,
  anchorsAndTags: () => 'Anker und Marken (& und !) gibt es hier nicht; ein Text gehört in Anführungszeichen',
  aliasMeant: ({ write }) => `ein Text kann nur in Anführungszeichen mit * beginnen: schreiben Sie ${write}`,
  aliasHere: () => 'Anker und Verweise (& und *) gibt es hier nicht; schreiben Sie es aus',
  secondColon: ({ write }) =>
    `ein zweiter Doppelpunkt in dieser Zeile: setzen Sie den Text in Anführungszeichen: ${write}`,
  colonWithoutSpace: ({ write }) => `nach dem Doppelpunkt fehlt ein Leerzeichen: schreiben Sie ${write}`,
  colonMissing: ({ write }) => `nach dem Schlüssel fehlt ein Doppelpunkt: schreiben Sie ${write}`,
  keyWithoutValue: () =>
    'ein Schlüssel ohne Wert: Doppelpunkt und Leerzeichen fehlen, oder die Zeile ist falsch eingerückt',
  spaceMissing: ({ before }) => (before === '' ? 'hier fehlt ein Leerzeichen' : `vor ${before} fehlt ein Leerzeichen`),
  bracketOpen: () =>
    'eine mit [ oder { geöffnete Liste ist nicht geschlossen, oder zwischen zwei Einträgen fehlt ein Komma',
  quotesNeeded: ({ text: found, write }) => `${found} gehört in Anführungszeichen: schreiben Sie ${write}`,
  entryOnOwnLine: () => 'ein Eintrag einer Liste (- ) beginnt auf einer eigenen Zeile',
  bracketTooMany: ({ bracket }) => `${bracket} schließt nichts: eine Klammer ist zu viel, oder davor fehlt eine`,
  singleQuotesEnd: () =>
    "der Text in einfachen Anführungszeichen endet hier: schreiben Sie '' für einen Apostroph, oder nehmen Sie doppelte",
  quotesEnd: () =>
    'der Text in Anführungszeichen endet davor: setzen Sie sie um den ganzen Text, und schreiben Sie darin \\" für ein Anführungszeichen',
  unexpected: ({ text: found }) =>
    `${found || 'dies'} gehört nicht hierher: vielleicht sind die Zeilen davor falsch eingerückt, oder eine Klammer oder ein Anführungszeichen ist zu früh geschlossen`,
  notYaml: ({ why }) => `das ist kein YAML: ${why}`,
}

const oneOfTwo = (isList: boolean) =>
  isList
    ? 'nehmen Sie diese Einträge in jene Liste auf und entfernen Sie diesen Schlüssel'
    : 'behalten Sie einen der beiden und entfernen Sie den anderen'
