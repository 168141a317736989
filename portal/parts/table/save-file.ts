/** Gives the browser a file to keep. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  // Spreadsheets know by the mark that the file is UTF-8.
  keep(name, new Blob(['\uFEFF', text], { type }))
}

/** The same of a file that is no text, as the server answers it. */
export function saveBytes(name: string, base64: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  keep(name, new Blob([bytes], { type }))
}

function keep(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
