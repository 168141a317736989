/** ISO/IEC 15417: the alternating widths of bars and spaces of each symbol character, by its value. */
const widths = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232`
  .trim()
  .split(/\s+/)
const stop = '2331112'

const toCodeB = 100
const startB = 104
const startC = 105
/** The check character is the weighted sum modulo this. */
const modulus = 103
/** Blank modules that a reader needs before and after the bars. */
const quietZone = 10
/** With more characters, the bars become too narrow for a reader on the screen of a phone. */
const charactersMax = 40
const height = 40

/** The text as a Code 128 barcode; undefined if it has characters that are not ASCII, or is too long to be read. */
export function renderCode128(text: string): string | undefined {
  const values = toValues(text)
  if (!values) return undefined
  const bars: string[] = []
  let x = quietZone
  for (const [index, width] of [...toWidths(values)].entries()) {
    if (index % 2 === 0) bars.push(`M${x} 0h${width}v${height}h-${width}z`)
    x += Number(width)
  }
  const total = x + quietZone
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${height}" preserveAspectRatio="none" ` +
    `shape-rendering="crispEdges"><rect width="${total}" height="${height}" fill="white"/>` +
    `<path d="${bars.join('')}" fill="black"/></svg>`
  )
}

const toWidths = (values: readonly number[]) => values.map((value) => widths[value] ?? '').join('') + stop

/** Start, content and check character. Digits are encoded in pairs (code C), so the bars can be twice as wide. */
function toValues(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text) || text.length > charactersMax) return undefined
  const isPaired = /^\d{2,}$/.test(text)
  const content = isPaired ? [startC, ...toPairs(text)] : [startB, ...toCharacters(text)]
  const sum = content.reduce((total, value, place) => total + value * Math.max(place, 1), 0)
  return [...content, sum % modulus]
}

/** An odd last digit is encoded in code B. */
function toPairs(text: string): number[] {
  const pairs = (text.match(/\d\d/g) ?? []).map(Number)
  return text.length % 2 === 0 ? pairs : [...pairs, toCodeB, ...toCharacters(text.slice(-1))]
}

const toCharacters = (text: string) => Array.from(text, (character) => character.charCodeAt(0) - 32)
