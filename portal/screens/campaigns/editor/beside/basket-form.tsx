import {
  ActionIcon,
  Checkbox,
  Collapse,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../../texts/texts.ts'
import { useEditing } from '../editing.ts'
import { NamePicker, NamesPicker } from '../fields/name-picker.tsx'
import type { Basket, BasketLine } from './basket.ts'
import { samplePrice } from './use-sample.ts'

interface BasketFormProps {
  readonly basket: Basket
  readonly onChange: (next: Basket) => void
}

/** What is bought, by whom, when and where. */
export function BasketForm({ basket, onChange }: BasketFormProps) {
  const { editor } = useTexts()
  const { names } = useEditing()
  const [isOpen, setOpen] = useState(false)
  const { lines } = basket
  const setLine = (index: number, line: BasketLine) => onChange({ ...basket, lines: lines.with(index, line) })
  const add = (sku: string | undefined) => {
    if (sku === undefined) return
    const name = names.nameOf('product', sku) ?? sku
    onChange({ ...basket, lines: [...lines, { sku, name, quantity: 1, unitPrice: samplePrice }] })
  }
  return (
    <Stack gap={6}>
      {lines.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice.
          key={index}
          line={line}
          onChange={(next) => setLine(index, next)}
          onRemove={() => onChange({ ...basket, lines: lines.filter((_, at) => at !== index) })}
        />
      ))}
      <NamePicker noun="product" label={editor.addProduct} isLabelHidden value={undefined} onChange={add} />
      <UnstyledButton onClick={() => setOpen((was) => !was)} aria-expanded={isOpen} c="dimmed">
        <Group gap={4}>
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <Text size="sm">{editor.whoWhenWhere}</Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <Buyer basket={basket} onChange={onChange} />}</Collapse>
    </Stack>
  )
}

interface LineProps {
  readonly line: BasketLine
  readonly onChange: (next: BasketLine) => void
  readonly onRemove: () => void
}

function Line({ line, onChange, onRemove }: LineProps) {
  const { editor } = useTexts()
  const number = (value: string | number) => (typeof value === 'number' ? value : 0)
  return (
    <Group gap={6} wrap="nowrap">
      <NumberInput
        aria-label={editor.quantityOf(line.name)}
        value={line.quantity}
        onChange={(next) => onChange({ ...line, quantity: number(next) })}
        min={0}
        w={64}
        size="xs"
      />
      <Text size="sm" flex={1} truncate>
        {line.name}
      </Text>
      <NumberInput
        aria-label={editor.priceOf(line.name)}
        value={line.unitPrice}
        onChange={(next) => onChange({ ...line, unitPrice: number(next) })}
        min={0}
        decimalScale={2}
        fixedDecimalScale
        w={84}
        size="xs"
      />
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={editor.removeKey(line.name)} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}

function Buyer({ basket, onChange }: BasketFormProps) {
  const { editor } = useTexts()
  return (
    <Stack gap="xs" pt={4}>
      <Checkbox
        label={editor.hasCard}
        checked={basket.hasCard}
        onChange={({ currentTarget: { checked } }) => onChange({ ...basket, hasCard: checked })}
      />
      {basket.hasCard && <CardFields basket={basket} onChange={onChange} />}
      <PlaceFields basket={basket} onChange={onChange} />
    </Stack>
  )
}

/** The basket with another value; undefined takes it away. */
function withKey<Key extends keyof Basket>(basket: Basket, key: Key, value: Basket[Key] | undefined): Basket {
  const { [key]: _, ...others } = basket
  return (value === undefined ? others : { ...others, [key]: value }) as Basket
}

function CardFields({ basket, onChange }: BasketFormProps) {
  const { editor } = useTexts()
  const { names } = useEditing()
  const { balance } = basket
  return (
    <>
      <Checkbox
        label={editor.isMember}
        checked={basket.isEnrolled}
        onChange={({ currentTarget: { checked } }) => onChange({ ...basket, isEnrolled: checked })}
      />
      {names.listOf('tierLevel').length > 0 && (
        <NamePicker
          noun="tierLevel"
          label={editor.level}
          value={basket.level}
          onChange={(next) => onChange(withKey(basket, 'level', next))}
          isClearable
        />
      )}
      {names.listOf('segment').length > 0 && (
        <NamesPicker
          noun="segment"
          label={editor.segments}
          value={basket.segments}
          onChange={(segments) => onChange({ ...basket, segments })}
        />
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label={editor.balance}
          data={names.listOf('valueType').map(({ id, name }) => ({ value: id, label: name }))}
          value={balance?.type ?? null}
          onChange={(type) =>
            onChange(withKey(basket, 'balance', type === null ? undefined : { type, amount: balance?.amount ?? 100 }))
          }
          clearable
        />
        {balance && (
          <NumberInput
            aria-label={editor.howMuch}
            value={balance.amount}
            onChange={(next) =>
              onChange({ ...basket, balance: { ...balance, amount: typeof next === 'number' ? next : 0 } })
            }
            min={0}
            w={110}
          />
        )}
      </Group>
    </>
  )
}

function PlaceFields({ basket, onChange }: BasketFormProps) {
  const { editor } = useTexts()
  return (
    <>
      <TextInput
        type="datetime-local"
        label={editor.whenBought}
        description={editor.nowIfEmpty}
        value={basket.at ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(withKey(basket, 'at', value === '' ? undefined : value))}
      />
      <NamePicker
        noun="location"
        label={editor.whereBought}
        value={basket.location}
        onChange={(next) => onChange(withKey(basket, 'location', next))}
        isClearable
      />
      <TextInput
        label={editor.couponUsed}
        value={basket.coupon ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(withKey(basket, 'coupon', value === '' ? undefined : value))
        }
      />
      <NumberInput
        label={editor.shipping}
        value={basket.shipping ?? ''}
        onChange={(next) => onChange(withKey(basket, 'shipping', typeof next === 'number' ? next : undefined))}
        min={0}
      />
    </>
  )
}
