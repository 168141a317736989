import { useBrand } from '../../ask/brand-context.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'

/** How figures of campaigns are said. */
export interface MyManner {
  readonly language: string
  readonly currency: string
  readonly texts: Texts['campaigns']
}

export function useManner(): MyManner {
  const { language, currency } = useBrand()
  const { campaigns: texts } = useTexts()
  return { language, currency, texts }
}
