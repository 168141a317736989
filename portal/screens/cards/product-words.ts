import { useTexts } from '../../texts/texts.ts'

/** What stands in a sale for an amount that is no product of the catalogue. */
export const anySku = 'AMOUNT'

/** The name of a product; an amount without one has none in the catalogue. */
export function useProductName(): (name: string) => string {
  const { till: texts } = useTexts()
  return (name) => (name === anySku ? texts.anything : name)
}
