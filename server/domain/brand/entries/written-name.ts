/** The name that an entry's text gives it, however incomplete the text still is. Of a line that never ends, the beginning. */
export function writtenName(text: string): string | undefined {
  const [, written = ''] = /^name:[ \t]*(.{1,300})/m.exec(text) ?? []
  const line = written.trim()
  const comment = line.search(/\s#/)
  const name = (comment === -1 ? line : line.slice(0, comment).trimEnd()).replace(/^(["'])(.*)\1$/, '$2')
  return name === '' ? undefined : name
}
