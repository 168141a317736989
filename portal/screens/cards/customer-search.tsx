import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { readTyped } from '../../../server/domain/account/typed-text.ts'
import { ask, type RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { CardStatusBadge } from './card-status.tsx'

export type FindsBy = RouteAnswer<'terminalSetup'>['findsBy']
type Found = RouteAnswer<'findCustomer'>

/**
 * Whether what was typed may be about a person, whatever the brand allows: the server finds out who, or that it is a
 * card, and the address of the page never has it.
 */
export const isAboutPerson = (text: string): boolean => readTyped(text).kind !== 'number'

/** Asks each time anew: a search is counted and audited, and what was found is not kept. */
export function useCustomerSearch(location: string | undefined) {
  const { id } = useBrand()
  return useMutation({
    mutationFn: (text: string) =>
      ask('findCustomer', { text, ...(location !== undefined && { locationId: location }) }, id),
    gcTime: 0,
  })
}

type Searching = Pick<ReturnType<typeof useCustomerSearch>, 'data' | 'error' | 'isPending' | 'variables'>

interface CustomerSearchProps {
  readonly search: Searching
  readonly findsBy: FindsBy
  readonly onOpen: (cardNumber: string) => void
  readonly onRetry: (text: string) => void
}

/** What a search for somebody without a card has found. */
export function CustomerSearch({ search, findsBy, onOpen, onRetry }: CustomerSearchProps) {
  const { data, error, isPending, variables: text = '' } = search
  if (isPending) return <Skeleton height={96} />
  if (error) return <ErrorPanel error={error} onRetry={() => onRetry(text)} />
  if (!data) return null
  return data.outcome === 'customers' ? (
    <Customers found={data} onOpen={onOpen} />
  ) : (
    <NotFound {...{ text, data, findsBy }} />
  )
}

function Customers({ found, onOpen }: { readonly found: Found; readonly onOpen: (cardNumber: string) => void }) {
  const { finding: texts } = useTexts()
  return (
    <Stack gap="sm" role="group" aria-label={found.customers.length === 1 ? texts.one : texts.several}>
      <Title order={2}>{found.customers.length === 1 ? texts.one : texts.several}</Title>
      <Text>{texts.askFirst}</Text>
      {found.customers.map(({ cardNumber, name, program, status }, place) => (
        <Button
          key={cardNumber}
          size="lg"
          variant="default"
          justify="flex-start"
          h="auto"
          py="sm"
          // The search was asked for by keyboard, and Enter goes on.
          autoFocus={place === 0}
          onClick={() => onOpen(cardNumber)}
        >
          <Group gap="sm">
            <Text fw={600}>{name ?? texts.noName}</Text>
            <Text size="sm">{[program, texts.endsWith(cardNumber.slice(-4))].filter(Boolean).join(' · ')}</Text>
            {status !== 'Activated' && <CardStatusBadge status={status} />}
          </Group>
        </Button>
      ))}
    </Stack>
  )
}

interface NotFoundProps {
  readonly text: string
  readonly data: Found
  readonly findsBy: FindsBy
}

function NotFound({ text, data, findsBy }: NotFoundProps) {
  const { finding: texts, till } = useTexts()
  switch (data.outcome) {
    case 'tooMany':
      return <Says title={texts.tooMany} what={texts.tooManyWhat} />
    case 'nameAlone':
      return <Says title={texts.nameAlone} what={texts.nameAloneWhat} />
    case 'notAllowed':
      // Where nobody is found by a phone number, digits were meant to be a card.
      if (readTyped(text).kind === 'phone') return <Says title={till.noCard(text)} what={till.noCardWhat} />
      return (
        <Says
          title={texts.notAllowed}
          what={findsBy.length > 0 ? texts.notAllowedBut(waysIn(findsBy, texts)) : texts.notAllowedAtAll}
        />
      )
    default:
      return <Says title={texts.nobody(text)} what={texts.nobodyWhat} />
  }
}

function Says({ title, what }: { readonly title: string; readonly what: string }) {
  return (
    <Alert color="yellow" role="alert" title={title}>
      {what}
    </Alert>
  )
}

/** phone number, e-mail address or name */
export function waysIn(findsBy: FindsBy, { ways, or }: Texts['finding']): string {
  const words = findsBy.map((way) => ways[way])
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${or} ${last}` : last
}
