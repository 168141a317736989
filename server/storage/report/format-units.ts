/** Whole numbers of 10^-scale as decimal text: sums over a brand may be larger than a number holds exactly. */
export function formatUnits(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  if (scale === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** An amount of a currency with its scale, such as `USD/2`. */
export const formatMoney = (amount: bigint, unit: string) => formatUnits(amount, Number(unit.split('/')[1]))

export const codeOf = (unit: string) => unit.split('/', 1)[0] ?? ''
