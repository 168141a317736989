/** `ersten`, `11.` */
export function inflected(number: number): string {
  const words = ['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt']
  const word = words[number - 1]
  return word === undefined ? `${number}.` : `${word}en`
}
