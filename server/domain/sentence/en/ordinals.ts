/** `first`, `11th`. */
export function ordinal(number: number): string {
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
  return words[number - 1] ?? shortOrdinal(number)
}

/** `1st`, `22nd`. */
export function shortOrdinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as const
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(number)
  return `${number}${ending[rule as keyof typeof ending] ?? 'th'}`
}
