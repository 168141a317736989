/** A number as people type it, with a point or a comma; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const compact = text.trim().replace(',', '.')
  return /^\d{1,12}(\.\d{1,6})?$/.test(compact) ? Number(compact) : undefined
}
