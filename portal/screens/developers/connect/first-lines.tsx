import { Stack, Text, Title } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { toCurl } from '../curl.ts'

export interface TillPlace {
  readonly location: string | undefined
  readonly terminal: string | undefined
}

interface FirstLinesProps {
  readonly place: TillPlace
  readonly made?: { readonly key: string; readonly secret: string }
  /** Where free cards are. */
  readonly cardSet?: string
}

/** Stands for the number of a card: only whoever has done the line before knows it. */
const cardPlace = 'CARD'

/** What whoever connects a till sends first: a try, a card, a sale. */
export function FirstLines({ place, made, cardSet }: FirstLinesProps) {
  const { begin } = useTexts()
  const brand = useBrand()
  const line = (operation: string, body?: object) =>
    toCurl({
      path: `/merchant/${operation}`,
      brand: brand.id,
      ...place,
      ...made,
      ...(body && { body: JSON.stringify(body) }),
    })
  const products = [{ sku: 'ANY', unitPrice: 4.5, amountPurchased: 1 }]
  return (
    <Stack>
      <Title order={2}>{begin.lines}</Title>
      <CodeBlock title={begin.lineTry} text={line('listEventTypes')} />
      {cardSet !== undefined && <CodeBlock title={begin.lineCard} text={line('allocate', { cardSetId: cardSet })} />}
      {cardSet !== undefined && (
        <CodeBlock title={begin.lineSale} text={line('checkout', { cardNumber: cardPlace, products })} />
      )}
      <Text size="sm">
        <BrandLink to="developers/reference">{begin.reference}</BrandLink>
      </Text>
    </Stack>
  )
}
