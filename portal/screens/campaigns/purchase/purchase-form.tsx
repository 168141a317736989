import { Collapse, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { BasketExtras, BasketForm } from './basket-form.tsx'
import { BuyerForm } from './buyer-form.tsx'
import type { FormProps } from './form-props.ts'
import { PlaceAndTime } from './place-and-time.tsx'

interface PurchaseFormProps extends FormProps {
  /** More about where and when, below the rest. */
  readonly more?: ReactNode
}

/** A purchase that is tried out: what is bought, by whom, where and when. */
export function PurchaseForm({ more, ...form }: PurchaseFormProps) {
  const { simulator: texts } = useTexts()
  return (
    <Stack gap="lg">
      <Part title={texts.basket}>
        <Stack gap="md">
          <BasketForm {...form} />
          <BasketExtras {...form} />
        </Stack>
      </Part>
      <Part title={texts.buyer}>
        <BuyerForm {...form} />
      </Part>
      <Part title={texts.placeAndTime}>
        <Stack gap="md">
          <PlaceAndTime {...form} />
          {more}
        </Stack>
      </Part>
    </Stack>
  )
}

/** The same beside something else: the basket, and the rest behind a press. */
export function SmallPurchaseForm(form: FormProps) {
  const { simulator: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={6}>
      <BasketForm {...form} isSmall />
      <UnstyledButton onClick={() => setOpen((was) => !was)} aria-expanded={isOpen} c="dimmed">
        <Group gap={4}>
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <Text size="sm">{texts.whoWhenWhere}</Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack gap="sm" pt={4}>
            <BuyerForm {...form} />
            <PlaceAndTime {...form} />
            <BasketExtras {...form} />
          </Stack>
        )}
      </Collapse>
    </Stack>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper p="lg">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
