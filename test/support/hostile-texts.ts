/** A text that is about as long as it is asked for, and bad in its own way. */
export interface HostileText {
  readonly name: string
  of(characters: number): string
}

const repeated = (name: string, piece: string, before = ''): HostileText => ({
  name,
  of: (characters) => before + piece.repeat(Math.max(1, Math.floor((characters - before.length) / piece.length))),
})

const counted = (name: string, piece: (index: number) => string, before = ''): HostileText => ({
  name,
  of: (characters) => {
    const parts = [before]
    let length = before.length
    for (let index = 0; length < characters; index += 1) {
      const part = piece(index)
      parts.push(part)
      length += part.length
    }
    return parts.join('').slice(0, Math.max(1, Math.floor(characters)))
  },
})

/** Texts for whoever reads YAML, JSON, CSV or Mustache in a request. */
export const hostileTexts: readonly HostileText[] = [
  counted('unknown keys', (index) => `k${index}: v\n`),
  repeated('nested lists', '[a, '),
  counted('entries', (index) => `- id: e${index}\n  name: n\n`),
]

/** More ways to be bad, for readers that are asked directly. */
export const moreHostileTexts: readonly HostileText[] = [
  ...hostileTexts,
  repeated('open brackets', '['),
  repeated('dashes', '- '),
  repeated('commas', ',', '['),
  repeated('tags of Mustache', '{{#a}}'),
  repeated('rows', 'a;"b""c";d,1\n'),
  repeated('open braces', '{'),
  repeated('question marks', '? '),
  counted('numbers as keys', (index) => `${index}: v\n`),
  repeated('duplicate keys', 'a: b\n'),
  counted('shortest keys', (index) => `${index.toString(36)}:\n`),
  counted('a list in brackets', (index) => `${index}, `, 'a: ['),
  counted('an object in braces', (index) => `k${index}: v, `, 'a: {'),
  counted('indentation', (index) => `${' '.repeat(index)}a:\n`),
  counted('anchors', (index) => `- &a${index} x\n`),
  repeated('aliases', '- *a\n', '- &a x\n'),
  repeated('a quote that is never closed', 'x ', 'a: "'),
  repeated('many quotes', ' "x', 'a: '),
  repeated('a block of text', '  text\n', 'a: |\n'),
  repeated('comments', '# c\n'),
  repeated('empty lines', '\n'),
  repeated('spaces', ' '),
  repeated('tabs', '\t'),
  repeated('colons', 'a: '),
  repeated('words and spaces', 'a    ', 'x '),
  repeated('documents', '---\n'),
  repeated('tags', '!a '),
  repeated('instructions', '%a\n'),
  repeated('returns', 'a\r\n'),
  repeated('open quotes', '"'),
  repeated('backslashes', '\\', '{"a": "'),
  repeated('escaped quotes', '\\"', '{"a": "'),
  repeated('sections within', '{{#a}}{{^b}}'),
  repeated('variables', '{{a.b.c}}'),
  repeated('open tags', '{{{'),
  counted('partners', (index) => `{{#s${index}}}x{{/s${index}}}`),
  repeated('emoji', '😀'),
  repeated('one word', 'x'),
]
