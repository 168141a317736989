const scales = new Map<string, number>()

/** How many decimals a currency has. */
export function currencyScale(currency: string): number {
  const known = scales.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const scale = format.resolvedOptions().maximumFractionDigits ?? 2
  scales.set(currency, scale)
  return scale
}
