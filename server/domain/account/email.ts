const addressCharactersMax = 254
const localPartCharactersMax = 64
const localPart = /^[^\s\p{Cc}@<>()[\]\\,;:"]+$/u
const label = /^[\p{L}\p{M}\p{N}-]{1,63}$/u

/** Whether mail can be sent to it: unquoted, with a domain of at least two parts, in any script. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (text.length > addressCharactersMax || local.length > localPartCharactersMax || !localPart.test(local))
    return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = text.slice(at + 1).split('.')
  return labels.length > 1 && labels.every((one) => label.test(one) && !one.startsWith('-') && !one.endsWith('-'))
}
