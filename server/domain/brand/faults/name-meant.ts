import type { BrandFault } from './fault.ts'

/** The name that somebody most likely meant, for programs that put it in. */
export function nameMeant({ fault, values }: BrandFault): string | undefined {
  if (fault === 'otherResult') return values.name
  const advice = 'advice' in values ? values.advice : undefined
  return advice?.advice === 'meant' ? advice.name : undefined
}
