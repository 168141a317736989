/** What a browser says of itself, as people call it. */
export function browserName(said: string): string {
  const [, browser] = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(said.replace(/.*(Edg|OPR)\//, '$1/')) ?? []
  const [, system] = /(iPhone|iPad|Android|Windows|Mac OS X|CrOS|Linux)/.exec(said) ?? []
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'Mac', CrOS: 'ChromeOS' }
  const known = [browser, system].flatMap((one) => (one === undefined ? [] : [names[one] ?? one]))
  return known.length > 0 ? known.join(', ') : '–'
}
