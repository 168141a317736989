/** What is wrong with a text that is not YAML. A star stands for a value. */
export const yaml: readonly (readonly [english: string, german: string])[] = [
  [
    'takes too long to read: divide it, or write it more simply',
    'braucht zu lange, um gelesen zu werden: teilen Sie es auf, oder schreiben Sie es einfacher',
  ],
  [
    'is one key too many: an object has at most * keys',
    'ist ein Schlüssel zu viel: ein Objekt hat höchstens * Schlüssel',
  ],
  [
    'this line is indented with a tab; YAML needs spaces: replace every tab with two spaces',
    'diese Zeile ist mit einem Tabulator eingerückt; YAML braucht Leerzeichen: ersetzen Sie jeden Tabulator durch zwei',
  ],
  [
    'a tab is used as a space here; YAML needs spaces: replace every tab with two spaces',
    'hier steht ein Tabulator statt eines Leerzeichens: ersetzen Sie jeden Tabulator durch zwei Leerzeichen',
  ],
  [
    'this quote is never closed: put * at the end of the text',
    'dieses Anführungszeichen wird nicht geschlossen: setzen Sie * ans Ende des Textes',
  ],
  [
    'a list that was opened with [ is not closed with ] before this line',
    'eine mit [ geöffnete Liste ist vor dieser Zeile nicht mit ] geschlossen',
  ],
  [
    'an object that was opened with { is not closed with } before this line',
    'ein mit { geöffnetes Objekt ist vor dieser Zeile nicht mit } geschlossen',
  ],
  [
    'a text cannot begin with * unless it is in quotes: write *; anchors and aliases (& and *) are not supported',
    'ein Text kann nur in Anführungszeichen mit $1 beginnen: schreiben Sie $2',
  ],
  [
    'a text cannot begin with * unless it is in quotes: write *',
    'ein Text kann nur in Anführungszeichen mit * beginnen: schreiben Sie *',
  ],
  [
    'a text that begins with { must be in quotes: write "{{ date }}"',
    'ein Text, der mit { beginnt, steht in Anführungszeichen: schreiben Sie "{{ date }}"',
  ],
  [
    'a list with dashes cannot be inside brackets: write [a, b]',
    'eine Liste mit Strichen kann nicht in Klammern stehen: schreiben Sie [a, b]',
  ],
  [
    'a comma is missing between two entries: write { id: a, name: b }',
    'zwischen zwei Einträgen fehlt ein Komma: schreiben Sie { id: a, name: b }',
  ],
  [
    'this line is indented differently from its neighbours: all keys of one object begin in the same column',
    'diese Zeile ist anders eingerückt als ihre Nachbarn: alle Schlüssel eines Objekts beginnen in derselben Spalte',
  ],
  [
    'this line is indented further than the key above it, which has a value already: keys of one object begin in the same column',
    'diese Zeile ist weiter eingerückt als der Schlüssel darüber, der schon einen Wert hat: alle Schlüssel eines Objekts beginnen in derselben Spalte',
  ],
  [
    'the escape * does not exist: write * for a backslash, or use single quotes',
    'das Zeichen * gibt es nicht: schreiben Sie * für einen Backslash, oder nehmen Sie einfache Anführungszeichen',
  ],
  [
    'a line that begins with % is read as an instruction to YAML: put the text in quotes: *',
    'eine Zeile, die mit % beginnt, ist eine Anweisung an YAML: setzen Sie den Text in Anführungszeichen: *',
  ],
  [
    'a second document begins here (---): a brand file is one document',
    'hier beginnt ein zweites Dokument (---): eine Markendatei ist ein einziges',
  ],
  [
    'the tag * means nothing here; if it is a text, put it in quotes: *',
    'die Marke * bedeutet hier nichts; ein Text gehört in Anführungszeichen: *',
  ],
  [
    'anchors and tags (& and !) are not supported; if it is a text, put it in quotes',
    'Anker und Marken (& und !) gibt es hier nicht; ein Text gehört in Anführungszeichen',
  ],
  [
    'anchors and aliases (& and *) are not supported; write it out',
    'Anker und Verweise (& und *) gibt es hier nicht; schreiben Sie es aus',
  ],
  [
    'anchors and aliases (& and *) are not supported: write it out, or put a text that begins with * in quotes',
    'Anker und Verweise (& und *) gibt es hier nicht: schreiben Sie es aus, oder setzen Sie einen Text, der mit * beginnt, in Anführungszeichen',
  ],
  [
    'a second colon on this line: put the text in quotes: *',
    'ein zweiter Doppelpunkt in dieser Zeile: setzen Sie den Text in Anführungszeichen: *',
  ],
  ['a space is missing after the colon: write *', 'nach dem Doppelpunkt fehlt ein Leerzeichen: schreiben Sie *'],
  ['a colon is missing after the key: write *', 'nach dem Schlüssel fehlt ein Doppelpunkt: schreiben Sie *'],
  [
    'a key without a value: a colon and a space are missing, or the line is indented wrongly',
    'ein Schlüssel ohne Wert: Doppelpunkt und Leerzeichen fehlen, oder die Zeile ist falsch eingerückt',
  ],
  ['a key must be a text', 'ein Schlüssel muss ein Text sein'],
  ['a space is missing before *', 'vor * fehlt ein Leerzeichen'],
  [
    'a list or object that was opened with [ or { is not closed, or a comma is missing between two entries',
    'eine mit [ oder { geöffnete Liste ist nicht geschlossen, oder zwischen zwei Einträgen fehlt ein Komma',
  ],
  ['* must be in quotes: write *', '* gehört in Anführungszeichen: schreiben Sie *'],
  ['a list entry (- ) must begin on a line of its own', 'ein Eintrag einer Liste (- ) beginnt auf einer eigenen Zeile'],
  [
    '* closes nothing: there is one bracket too many, or one too few before it',
    '* schließt nichts: eine Klammer ist zu viel, oder davor fehlt eine',
  ],
  [
    "the text in single quotes ends here: write '' for an apostrophe in it, or use double quotes",
    "der Text in einfachen Anführungszeichen endet hier: schreiben Sie '' für einen Apostroph, oder nehmen Sie doppelte",
  ],
  [
    'the text in quotes ends before this: put the quotes around the whole text, and write * for a quote in it',
    'der Text in Anführungszeichen endet davor: setzen Sie sie um den ganzen Text, und schreiben Sie darin * für ein Anführungszeichen',
  ],
  [
    '* is not expected here: the lines before it may be indented wrongly, or a bracket or quote is closed too early',
    '* gehört nicht hierher: vielleicht sind die Zeilen davor falsch eingerückt, oder eine Klammer oder ein Anführungszeichen ist zu früh geschlossen',
  ],
  ['this is not YAML: *', 'das ist kein YAML: *'],
]
