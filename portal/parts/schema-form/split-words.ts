/** The key's own words, split at capitals: `maxBalance` is "Max balance". */
export function splitWords(key: string): string {
  const words = key.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
  )
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
