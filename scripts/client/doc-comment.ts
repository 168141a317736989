const columns = 118

/** A doc comment of these sentences, in lines that fit. */
export function docComment(text: string, indent = ''): string {
  const safe = text.replaceAll('*/', '* /')
  const short = `${indent}/** ${safe} */`
  if (short.length <= columns) return short
  const lines = wrap(safe, columns - indent.length - ' * '.length)
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
