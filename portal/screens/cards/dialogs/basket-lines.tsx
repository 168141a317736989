import { Button, CloseButton, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { readNumber } from './read-number.ts'

export interface BasketLine {
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly price: number
}

/** What stands for an amount that is no product of the catalogue. */
const anySku = 'AMOUNT'

interface NewLineProps {
  readonly products: TillDialog['setup']['products']
  readonly onAdd: (line: BasketLine) => void
}

/** The next product or amount. */
export function NewLine({ products, onAdd }: NewLineProps) {
  const { till: texts } = useTexts()
  const [sku, setSku] = useState(anySku)
  const [quantity, setQuantity] = useState('1')
  const [price, setPrice] = useState('')
  const [isChecked, setChecked] = useState(false)
  const name = products.find((one) => one.sku === sku)?.name ?? texts.anything
  const count = readNumber(quantity)
  const each = readNumber(price)
  const isCountWrong = count === undefined || count === 0
  const add = () => {
    setChecked(true)
    if (isCountWrong || each === undefined) return
    setChecked(false)
    onAdd({ sku, name, quantity: count, price: each })
    setPrice('')
    setQuantity('1')
  }
  return (
    <Group
      align="flex-start"
      gap="sm"
      // Enter adds the product; it does not check out yet.
      onKeyDown={(event) => isEnterInField(event) && add()}
    >
      <NativeSelect
        style={{ flexGrow: 1 }}
        label={texts.product}
        value={sku}
        onChange={({ currentTarget }) => setSku(currentTarget.value)}
        data={[
          { value: anySku, label: texts.anything },
          ...products.map((one) => ({ value: one.sku, label: one.name })),
        ]}
      />
      <TextInput
        w={90}
        label={texts.quantity}
        inputMode="decimal"
        value={quantity}
        error={isChecked && isCountWrong ? texts.quantityWrong : undefined}
        onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
      />
      <TextInput
        w={110}
        label={texts.price}
        inputMode="decimal"
        value={price}
        error={isChecked && each === undefined ? texts.priceWrong : undefined}
        onChange={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      <Button variant="default" mt={24} onClick={add}>
        {texts.addLine}
      </Button>
    </Group>
  )
}

function isEnterInField(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return false
  event.preventDefault()
  return true
}

interface BasketProps {
  readonly lines: readonly BasketLine[]
  readonly currency: string
  /** Somebody tried to check out with an empty one. */
  readonly isLacking: boolean
  readonly onChange: (lines: readonly BasketLine[]) => void
}

export function Basket({ lines, currency, isLacking, onChange }: BasketProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  if (lines.length === 0)
    return <Text {...(isLacking ? { c: 'red.9', role: 'alert' } : { c: 'dimmed' })}>{texts.basketEmpty}</Text>
  return (
    <Table aria-label={texts.basket} verticalSpacing={6}>
      <Table.Tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be there twice.
          <Table.Tr key={index}>
            <Table.Td>{`${line.quantity} × ${line.name}`}</Table.Td>
            <Table.Td ta="right">{money(line.quantity * line.price, currency)}</Table.Td>
            <Table.Td w={40}>
              <CloseButton
                aria-label={texts.remove}
                onClick={() => onChange(lines.filter((_, other) => other !== index))}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
