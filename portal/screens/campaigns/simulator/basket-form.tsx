import { CloseButton, NumberInput, Stack, Table, TagsInput, Text } from '@mantine/core'
import { useBrand } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { FormProps } from './form-props.ts'
import { ProductChoice } from './product-choice.tsx'
import type { TriedLine } from './tried.ts'
import { useProductNames } from './use-product-names.ts'

/** What is bought, and the coupons that are shown at the till. */
export function BasketForm({ tried, change }: FormProps) {
  const { simulator: texts } = useTexts()
  const { lines, coupons } = tried
  const add = (line: TriedLine) => change({ lines: [...lines, line] })
  return (
    <Stack gap="md">
      {lines.length === 0 ? <Text c="dimmed">{texts.basketEmpty}</Text> : <Lines lines={lines} change={change} />}
      <ProductChoice onAdd={add} />
      <TagsInput
        label={texts.coupons}
        description={texts.couponsHint}
        value={[...coupons]}
        onChange={(chosen) => change({ coupons: chosen })}
      />
    </Stack>
  )
}

interface LinesProps {
  readonly lines: readonly TriedLine[]
  readonly change: FormProps['change']
}

function Lines({ lines, change }: LinesProps) {
  const { simulator: texts } = useTexts()
  const { language } = useBrand()
  const nameOf = useProductNames()
  const point = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const put = (index: number, line: TriedLine) => change({ lines: lines.with(index, line) })
  return (
    <Table aria-label={texts.basket} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.product}</Table.Th>
          <Table.Th w={90}>{texts.quantity}</Table.Th>
          <Table.Th w={120}>{texts.price}</Table.Th>
          <Table.Td w={40} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be there twice.
          <Table.Tr key={index}>
            <Table.Td>{nameOf(line.sku)}</Table.Td>
            <Table.Td>
              <NumberInput
                aria-label={`${texts.quantity}: ${nameOf(line.sku)}`}
                min={0}
                decimalSeparator={point}
                value={line.quantity}
                onChange={(value) => put(index, { ...line, quantity: Number(value) || 0 })}
              />
            </Table.Td>
            <Table.Td>
              <NumberInput
                aria-label={`${texts.price}: ${nameOf(line.sku)}`}
                min={0}
                decimalSeparator={point}
                hideControls
                value={line.price}
                onChange={(value) => put(index, { ...line, price: Number(value) || 0 })}
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
