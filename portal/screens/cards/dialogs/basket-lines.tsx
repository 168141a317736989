import { Button, CloseButton, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { showNotDone } from '../../../parts/done-message.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { exactSum, useMoneyWords } from '../amounts.ts'
import { NumberPad } from '../number-pad.tsx'
import { anySku } from '../product-words.ts'
import { useKnownPrices } from '../quick-keys.ts'
import { useScanTarget } from '../scans.tsx'
import type { TillDialog } from '../till-dialog.ts'

export interface BasketLine {
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly price: number
}

/** Some is sold by weight. */
const quantityScale = 6

interface NewLineProps {
  readonly products: TillDialog['setup']['products']
  /** How many decimals prices have at least, where a point and three digits could be either; else undefined. */
  readonly priceScale: number | undefined
  /** Then Enter in an empty line checks out. */
  readonly hasLines: boolean
  /** The sale is being sent: what is scanned is no part of it. */
  readonly isFrozen: boolean
  readonly onAdd: (line: BasketLine) => void
}

/** What is being typed of the next line. */
function useNewLine({ products, priceScale, isFrozen, onAdd }: Omit<NewLineProps, 'hasLines'>) {
  const { till: texts } = useTexts()
  const { priceOf, remember, lastFirst } = useKnownPrices()
  const field = useRef<HTMLInputElement>(null)
  const [sku, setSku] = useState(anySku)
  const [quantity, setQuantity] = useState('1')
  const [price, setPrice] = useState('')
  const [isChecked, setChecked] = useState(false)
  const name = products.find((one) => one.sku === sku)?.name ?? texts.anything
  const readTyped = useAmountReader()
  const { amount: count, fault: countFault } = readTyped(quantity, { scale: quantityScale })
  const { amount: each, fault: priceFault } = readTyped(price, { scale: priceScale })
  const isCountWrong = count === undefined || count === 0
  /** Whether it could be. */
  const add = (): boolean => {
    setChecked(true)
    if (isCountWrong || each === undefined) return false
    setChecked(false)
    onAdd({ sku, name, quantity: count, price: each })
    if (sku !== anySku) remember(sku, each)
    setSku(anySku)
    setPrice('')
    setQuantity('1')
    return true
  }
  /** One more of a product whose price this device knows; otherwise its price is asked for. What is not taken is told. */
  const take = (product: (typeof products)[number]) => {
    // A line with a price, or another product that waits for one, comes first.
    const isOpen = price.trim() !== '' || (sku !== anySku && sku !== product.sku)
    const isWaiting = !isOpen && sku === product.sku
    // A quantity that cannot be read is not taken for one.
    const isUnread = !isOpen && isCountWrong && quantity.trim() !== ''
    const known = isOpen && sku === product.sku ? each : priceOf(product.sku)
    if (isOpen ? !add() : isUnread || (isWaiting && known === undefined)) {
      setChecked(true)
      return showNotDone(texts.notAdded(product.name), texts.notAddedWhat)
    }
    if (known !== undefined) {
      onAdd({ ...product, quantity: isOpen ? 1 : (count ?? 1), price: known })
      setSku(anySku)
      return setQuantity('1')
    }
    setSku(product.sku)
    field.current?.focus()
  }
  useScanTarget((text) => {
    const product = products.find((one) => one.sku === text)
    if (product && !isFrozen) take(product)
    return product !== undefined
  })
  const typed = { sku, setSku, quantity, setQuantity, price, setPrice }
  const wrong = {
    ...(isChecked && isCountWrong && { quantity: countFault ?? texts.quantityWrong }),
    ...(isChecked && each === undefined && { price: priceFault ?? texts.priceWrong }),
  }
  return { ...typed, wrong, field, add, take, priceOf, quick: lastFirst(products) }
}

/** The next product or amount. */
export function NewLine({ products, priceScale, hasLines, isFrozen, onAdd }: NewLineProps) {
  const { till: texts } = useTexts()
  const line = useNewLine({ products, priceScale, isFrozen, onAdd })
  const { sku, quantity, price, wrong, add } = line
  const isEmpty = price.trim() === '' && sku === anySku
  return (
    <>
      <QuickKeys products={line.quick} priceOf={line.priceOf} onTake={line.take} />
      <Group
        align="flex-start"
        gap="sm"
        // Enter adds the product; in an empty line, once there is something in the basket, it checks out.
        onKeyDown={(event) => !(isEmpty && hasLines) && isEnterInField(event) && add()}
      >
        <NativeSelect
          style={{ flexGrow: 1 }}
          label={texts.product}
          value={sku}
          onChange={({ currentTarget }) => line.setSku(currentTarget.value)}
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
          error={wrong.quantity}
          onChange={({ currentTarget }) => line.setQuantity(currentTarget.value)}
        />
        <TextInput
          w={110}
          label={texts.price}
          inputMode="decimal"
          value={price}
          ref={line.field}
          data-autofocus
          error={wrong.price}
          onChange={({ currentTarget }) => line.setPrice(currentTarget.value)}
        />
        <Button variant="default" mt={24} onClick={add}>
          {texts.addLine}
        </Button>
      </Group>
      <NumberPad value={price} quick={[]} onChange={line.setPrice} />
    </>
  )
}

interface QuickKeysProps {
  readonly products: NewLineProps['products']
  readonly priceOf: (sku: string) => number | undefined
  readonly onTake: (product: NewLineProps['products'][number]) => void
}

const quickMax = 8

/** What was sold last at this till, one touch each. */
function QuickKeys({ products, priceOf, onTake }: QuickKeysProps) {
  const { till: texts } = useTexts()
  const { language } = useSpoken()
  const priceWords = (price: number | undefined) => (price === undefined ? [] : [formatAmount(price, { language })])
  if (products.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={texts.quickKeys}>
      {products.slice(0, quickMax).map((product) => (
        <Button key={product.sku} variant="light" size="md" tabIndex={-1} onClick={() => onTake(product)}>
          {[product.name, ...priceWords(priceOf(product.sku))].join(' · ')}
        </Button>
      ))}
    </Group>
  )
}

function isEnterInField(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return false
  event.preventDefault()
  return true
}

/** The basket with one more line: more of the same is counted, not listed again. */
export function withLine(lines: readonly BasketLine[], line: BasketLine): readonly BasketLine[] {
  const isSame = ({ sku, price }: BasketLine) => sku !== anySku && sku === line.sku && price === line.price
  if (!lines.some(isSame)) return [...lines, line]
  return lines.map((one) => (isSame(one) ? { ...one, quantity: exactSum(one.quantity + line.quantity) } : one))
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
  const { language } = useSpoken()
  const money = useMoneyWords()
  if (lines.length === 0)
    return <Text {...(isLacking ? { c: 'red.9', role: 'alert' } : { c: 'dimmed' })}>{texts.basketEmpty}</Text>
  return (
    <Table aria-label={texts.basket} verticalSpacing={6}>
      <Table.Tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be there twice.
          <Table.Tr key={index}>
            <Table.Td>{`${formatAmount(line.quantity, { language })} × ${line.name}`}</Table.Td>
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
