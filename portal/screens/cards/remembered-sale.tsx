import {
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { currencyScale } from '../../../server/ground/kernel/currency.ts'
import type { RouteAnswer, RouteRequest } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment, Money } from '../../parts/figures.tsx'
import { todayIn } from '../../parts/format.ts'
import { useAmountReader } from '../../parts/use-amount-reader.ts'
import { useTexts } from '../../texts/texts.ts'

type Memory = RouteRequest<'findSales'>
type Sale = RouteAnswer<'findSales'>['sales'][number]

/** For customers without a card or receipt: a sale by its day, place and amount. */
export function RememberedSale() {
  const { call: texts } = useTexts()
  const brand = useBrand()
  const [day, setDay] = useState(() => todayIn(brand.timeZone))
  const [location, setLocation] = useState('')
  const [amount, setAmount] = useState('')
  const [asked, setAsked] = useState<Memory>({ day })
  const found = useAsking('findSales', asked)
  const { amount: sum, fault } = useAmountReader()(amount, { scale: currencyScale(brand.currency) })
  const look = (event: FormEvent) => {
    event.preventDefault()
    if (fault === undefined)
      setAsked({ day, ...(location !== '' && { location }), ...(sum !== undefined && { amount: String(sum) }) })
  }
  return (
    <Paper p="md" component="section" aria-label={texts.remembered}>
      <Stack>
        <Heading />
        <form onSubmit={look}>
          <Group align="flex-end">
            <TextInput
              type="date"
              label={texts.rememberedDay}
              required
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
            <NativeSelect
              label={texts.rememberedPlace}
              value={location}
              onChange={({ currentTarget }) => setLocation(currentTarget.value)}
              data={[
                { value: '', label: texts.rememberedAnywhere },
                ...(found.data?.places.map(({ id, name }) => ({ value: id, label: name })) ?? []),
              ]}
            />
            <TextInput
              label={texts.rememberedAmount}
              inputMode="decimal"
              w={140}
              error={fault}
              value={amount}
              onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            />
            <Button type="submit" variant="default">
              {texts.rememberedFind}
            </Button>
          </Group>
        </form>
        <Found {...found} />
      </Stack>
    </Paper>
  )
}

function Heading() {
  const { call: texts } = useTexts()
  return (
    <div>
      <Title order={2} size="h4">
        {texts.remembered}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.rememberedWhat}
      </Text>
    </div>
  )
}

interface FoundProps {
  readonly data: RouteAnswer<'findSales'> | undefined
  readonly error: unknown
}

function Found({ data, error }: FoundProps) {
  const { call: texts } = useTexts()
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton height={120} />
  if (data.sales.length === 0) return <Alert color="ink">{texts.rememberedNone}</Alert>
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.at}</Table.Th>
              <Table.Th>{texts.place}</Table.Th>
              <Table.Th ta="right">{texts.total}</Table.Th>
              <Table.Th>{texts.rememberedCard}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.sales.map((sale) => (
              <SaleRow key={sale.requestRef} sale={sale} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.hasMore && <Text size="sm">{texts.rememberedMore}</Text>}
    </Stack>
  )
}

function SaleRow({ sale }: { readonly sale: Sale }) {
  const { call: texts } = useTexts()
  const navigate = useNavigate()
  const open = () => {
    void navigate({ to: '.', search: { text: sale.requestRef } as never })
    // What happened stands above the list.
    globalThis.scrollTo({ top: 0 })
  }
  return (
    <Table.Tr>
      <Table.Td>
        <Button variant="subtle" size="compact-sm" onClick={open}>
          <Moment at={sale.at} detail="second" />
        </Button>
      </Table.Td>
      <Table.Td>{sale.place?.name}</Table.Td>
      <Table.Td ta="right">
        <Money amount={sale.netTotal} currency={sale.currency} />
      </Table.Td>
      <Table.Td>
        {sale.hasCard ? texts.rememberedWithCard : texts.rememberedNoCard}{' '}
        {sale.isVoided && <Badge color="gray">{texts.rememberedVoided}</Badge>}
      </Table.Td>
    </Table.Tr>
  )
}
