/** Keys whose texts somebody made up: they are told as they stand, whatever else the same word may mean. */
const ownTexts: ReadonlySet<string> = new Set([
  ...['id', 'name', 'display', 'one', 'other', 'code', 'balanceCode', 'sku', 'cardNumber', 'pin'],
  ...['description', 'subject', 'text', 'body', 'label', 'title', 'organizationName', 'logoText'],
  ...['subtracks', 'categories', 'parent', 'terminals', 'prefix', 'postalCode', 'city', 'street'],
])

export const isOwnText = (key: string): boolean => ownTexts.has(key)

/** The key at the end of a path: `name` of `levels[gold].name`, `terminals` of `terminals[0]`. */
export const lastKeyOf = (path: string): string => /([A-Za-z]+)(?:\[[^\]]*\])?$/.exec(path)?.[1] ?? ''

/** What was written as JSON, as the value that it is; a shortened one stays the text that is left of it. */
export function readBack(text: string, key: string): unknown {
  if (/^[[{]/.test(text)) return parsed(text)
  return isOwnText(key) ? text : text === 'true' ? true : text === 'false' ? false : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return '…'
  }
}

/** An amount with the point or comma of a language, and all of its digits. Undefined: it is none. */
export function amountIn(amount: unknown, language: string): string | undefined {
  const text = String(amount)
  if (!/^-?\d{1,20}(\.\d{1,6})?$/.test(text)) return undefined
  const digits = text.split('.')[1]?.length ?? 0
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(language, format).format(text as `${number}`)
}

/** A number that was kept as text, such as `2.5`. Those without decimals may be a code, and stay as they are. */
export const decimalIn = (text: string, language: string): string | undefined =>
  text.includes('.') ? amountIn(text, language) : undefined
