/** The beginning of a text, with at most so many UTF-16 units. No character is cut in half: servers refuse halves. */
export const beginningOf = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
