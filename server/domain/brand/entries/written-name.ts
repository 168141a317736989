/** The name that an entry's text gives it, however incomplete the text still is. */
export function writtenName(text: string): string | undefined {
  const [, written = ''] = /^name:[ \t]*(.+)$/m.exec(text) ?? []
  const name = written
    .trim()
    .replace(/\s+#.*$/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
  return name === '' ? undefined : name
}
