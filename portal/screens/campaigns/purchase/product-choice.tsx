import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../../cards/amounts.ts'
import type { TriedLine } from './tried.ts'

interface ProductChoiceProps {
  readonly onAdd: (line: TriedLine) => void
  readonly isSmall?: boolean
}

/** Finds a product of the catalogue and puts it into the basket, at what it was last sold for. */
export function ProductChoice({ onAdd, isSmall = false }: ProductChoiceProps) {
  const { simulator: texts } = useTexts()
  const { currency } = useBrand()
  const money = useMoneyWords()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 150)
  const { data } = useAsking('tryoutProducts', { text })
  const products = data?.products ?? []
  const add = (sku: string | null) => {
    const product = products.find((one) => one.sku === sku)
    if (product) onAdd({ sku: product.sku, quantity: 1, price: product.price ?? 0 })
    setTyped('')
  }
  return (
    <Select
      {...(isSmall ? { 'aria-label': texts.addProduct, size: 'xs' } : { label: texts.addProduct })}
      placeholder={isSmall ? texts.addProduct : texts.addProductHint}
      nothingFoundMessage={texts.noProduct}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={add}
      // The server has chosen already, by more than the name.
      filter={({ options }) => options}
      data={products.map(({ sku, name, price }) => ({
        value: sku,
        label: price === undefined ? name : `${name} · ${money(price, currency)}`,
      }))}
    />
  )
}
