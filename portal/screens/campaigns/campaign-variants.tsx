import { Stack, Table, Text, Title } from '@mantine/core'
import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CampaignResults } from './page-answer.ts'

type Variant = CampaignResults['variants'][number]

/** What each variant of a campaign did, beside each other. */
export function CampaignVariants({ variants }: { readonly variants: readonly Variant[] }) {
  const { campaign: texts, campaigns } = useTexts()
  if (variants.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3}>{texts.byVariant}</Title>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label={texts.byVariant}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.variantName}</Table.Th>
              <Table.Th ta="right">{campaigns.fired}</Table.Th>
              <Table.Th ta="right">{campaigns.customers}</Table.Th>
              <Table.Th ta="right">{campaigns.cost}</Table.Th>
              <Table.Th ta="right">{texts.givenAndSpent}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variants.map((one) => (
              <VariantRow key={one.variant ?? ''} variant={one} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        {texts.byVariantAbout}
      </Text>
    </Stack>
  )
}

function VariantRow({ variant: { variant, fired, customers, cost, values } }: { readonly variant: Variant }) {
  const { campaign: texts } = useTexts()
  const brand = useBrand()
  const count = (number: number | undefined) => (number === undefined ? texts.uncounted : formatAmount(number, brand))
  return (
    <Table.Tr>
      <Table.Th scope="row">{variant ?? texts.allVariants}</Table.Th>
      <Table.Td ta="right">{count(fired)}</Table.Td>
      <Table.Td ta="right">{count(customers)}</Table.Td>
      <Table.Td ta="right">{formatMoney(cost, brand)}</Table.Td>
      <Table.Td ta="right">
        {values.map((value) => (
          <Given key={`${value.balanceType} ${value.name}`} value={value} />
        ))}
      </Table.Td>
    </Table.Tr>
  )
}

function Given({ value }: { readonly value: Variant['values'][number] }) {
  const { campaign: texts, campaigns } = useTexts()
  const brand = useBrand()
  const { name, balanceType, currency, scale, given, redeemed } = value
  const words: Readonly<Record<string, string>> = { Points: campaigns.points, Punches: campaigns.punches }
  const plain = name === balanceType ? (words[balanceType] ?? name) : name
  const amount = (number: number) =>
    currency === undefined ? formatAmount(number, brand, scale) : formatMoney(number, { ...brand, currency })
  return (
    <div>
      {currency === undefined ? `${amount(given)} ${plain}` : amount(given)}
      <Text size="sm" c="dimmed">
        {texts.redeemed(amount(redeemed))}
      </Text>
    </div>
  )
}
