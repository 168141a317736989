/**
 * What public codes are compared by: the same for two spellings of one code, whatever their case. Compatibility forms
 * count as what they stand for (NFKC), so that full-width letters from a phone's keyboard are found too. Upper case
 * after lower case makes ẞ, ß and SS the same.
 */
export function codeKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}
