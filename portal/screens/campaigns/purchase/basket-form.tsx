import { CloseButton, Stack, Table, TagsInput, Text } from '@mantine/core'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { FormProps } from './form-props.ts'
import { ProductChoice } from './product-choice.tsx'
import type { TriedLine } from './tried.ts'
import { useProductNames } from './use-product-names.ts'

type BasketProps = Pick<FormProps, 'tried' | 'change'> & {
  /** Whether there is little room. */
  readonly isSmall?: boolean
}

/** What is bought. */
export function BasketForm({ tried, change, isSmall = false }: BasketProps) {
  const { simulator: texts } = useTexts()
  const { lines } = tried
  const add = (line: TriedLine) => change({ lines: [...lines, line] })
  return (
    <Stack gap={isSmall ? 'xs' : 'md'}>
      {lines.length === 0 ? (
        <Text c="dimmed">{texts.basketEmpty}</Text>
      ) : (
        <Lines lines={lines} change={change} isSmall={isSmall} />
      )}
      <ProductChoice onAdd={add} isSmall={isSmall} />
    </Stack>
  )
}

/** What else is at the till: coupons that are shown, and what sending it costs. */
export function BasketExtras({ tried: { coupons, shipping }, change }: BasketProps) {
  const { simulator: texts } = useTexts()
  return (
    <>
      <TagsInput
        label={texts.coupons}
        description={texts.couponsHint}
        value={[...coupons]}
        onChange={(chosen) => change({ coupons: chosen })}
      />
      <AmountInput
        label={texts.shipping}
        maw={160}
        value={shipping}
        onChange={(next) => typeof next !== 'string' && change({ shipping: next })}
      />
    </>
  )
}

interface LinesProps {
  readonly lines: readonly TriedLine[]
  readonly change: FormProps['change']
  readonly isSmall: boolean
}

function Lines({ lines, change, isSmall }: LinesProps) {
  const { simulator: texts } = useTexts()
  const nameOf = useProductNames(lines.map(({ sku }) => sku))
  const put = (index: number, line: TriedLine) => change({ lines: lines.with(index, line) })
  const size = isSmall ? 'xs' : 'sm'
  return (
    <Table aria-label={texts.basket} verticalSpacing={isSmall ? 2 : 6} horizontalSpacing={isSmall ? 4 : 'xs'} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th fz={size}>{texts.product}</Table.Th>
          <Table.Th fz={size} w={isSmall ? 76 : 90}>
            {texts.quantity}
          </Table.Th>
          <Table.Th fz={size} w={isSmall ? 84 : 120}>
            {texts.price}
          </Table.Th>
          <Table.Td w={36} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be there twice.
          <Table.Tr key={index}>
            <Table.Td>{nameOf(line.sku)}</Table.Td>
            <Table.Td>
              <AmountInput
                {...{ size, scale: 6 }}
                aria-label={`${texts.quantity}: ${nameOf(line.sku)}`}
                value={line.quantity}
                onChange={(quantity = 0) => typeof quantity === 'number' && put(index, { ...line, quantity })}
              />
            </Table.Td>
            <Table.Td>
              <AmountInput
                size={size}
                aria-label={`${texts.price}: ${nameOf(line.sku)}`}
                value={line.price}
                onChange={(price = 0) => typeof price === 'number' && put(index, { ...line, price })}
              />
            </Table.Td>
            <Table.Td>
              <CloseButton
                aria-label={texts.remove(nameOf(line.sku))}
                onClick={() => change({ lines: lines.filter((_, other) => other !== index) })}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
