import { Alert, Button, Group, Modal, Skeleton, Stack, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { hasReason } from '../../ask/portal-error.ts'
import { newRequestId, useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CardFigures } from './card-figures.tsx'
import { readTextSearch } from './card-search.ts'
import { CardStatusBadge } from './card-status.tsx'
import { CustomerSearch, isAboutPerson, useCustomerSearch, waysIn } from './customer-search.tsx'
import { AllocateDialog } from './dialogs/allocate-dialog.tsx'
import { useFunctionKeys, useOpenDialog } from './function-keys.ts'
import { JustDone } from './just-done.tsx'
import { PlaceChoice, usePlace } from './place.tsx'
import { Scanner } from './scanner.tsx'
import { ScannedPage } from './scans.tsx'
import { isMovable, keyHint, TillActions } from './till-actions.tsx'

/** The cashier's own screen: scan a card, see what is on it, do something with it. */
export function TerminalScreen() {
  const { till: texts, cards, parts, finding } = useTexts()
  const { text: card } = readTextSearch(useSearch({ strict: false }))
  const readAnew = useReadAnew()
  const navigate = useNavigate()
  const { data: setup } = useAsking('terminalSetup', {})
  const [requestId, setRequestId] = useState<string>()
  const { location } = usePlace(setup?.places ?? [])
  const search = useCustomerSearch(location)
  const open = (text: string | undefined) => {
    setRequestId(undefined)
    readAnew()
    search.reset()
    void navigate({ to: '.', search: { text } as never })
  }
  const findsBy = setup?.findsBy ?? []
  const seek = (text: string) => {
    open(undefined)
    search.mutate(text, { onSuccess: ({ cardNumber }) => cardNumber !== undefined && open(cardNumber) })
  }
  const take = (text: string) => (isAboutPerson(text) ? seek(text) : open(text))
  const field = useRef<HTMLInputElement>(null)
  const giveOut = () => setRequestId(newRequestId())
  useFunctionKeys(['newCard'], setup && requestId === undefined ? giveOut : undefined)
  useOpenDialog(requestId !== undefined)
  return (
    <Page
      title={texts.title}
      about={texts.about}
      secondary={setup && <PlaceChoice places={setup.places} />}
      primary={
        <Button size="md" disabled={!setup} onClick={giveOut} {...keyHint('newCard')}>
          {cards.newCard}
        </Button>
      }
    >
      <ScannedPage onScan={take} focusField={() => field.current?.focus()}>
        <Scanner
          key={`field ${card ?? ''}`}
          field={field}
          onScan={take}
          hint={findsBy.length > 0 ? finding.hint(waysIn(findsBy, finding)) : undefined}
        />
        <CustomerSearch {...{ search, findsBy }} onOpen={open} onRetry={seek} />
        {card !== undefined && <Served key={card} card={card} onNext={() => open(undefined)} />}
        <Modal
          opened={requestId !== undefined}
          onClose={() => setRequestId(undefined)}
          title={cards.newCard}
          closeButtonProps={{ 'aria-label': parts.close }}
        >
          {setup && requestId !== undefined && (
            <AllocateDialog {...{ setup, location, requestId }} onClose={() => setRequestId(undefined)} />
          )}
        </Modal>
      </ScannedPage>
    </Page>
  )
}

/** A card is read whenever it is scanned: another till may have served it a moment ago. */
function useReadAnew(): () => void {
  const { id: brand } = useBrand()
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [brand, 'terminalCard'] })
}

interface ServedProps {
  readonly card: string
  readonly onNext: () => void
}

function Served({ card, onNext }: ServedProps) {
  const { till: texts, cards } = useTexts()
  const { data, error, refetch } = useAsking('terminalCard', { cardNumber: card })
  const mayReplace = useMay('cards.replace')
  if (hasReason(error, 'notFound'))
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />} title={texts.noCard(card)}>
        {texts.noCardWhat}
      </Alert>
    )
  const fault = error && <ErrorPanel error={error} onRetry={() => void refetch()} />
  // What is open over the card stays open while the server cannot be reached.
  if (!data) return fault ?? <Skeleton height={260} />
  return (
    <Stack gap="lg">
      {fault}
      <Group justify="space-between">
        <Group>
          <Title order={2}>{data.firstName === undefined ? data.program : texts.hello(data.firstName)}</Title>
          <Identifier value={data.cardNumber} />
          <CardStatusBadge status={data.status} />
        </Group>
        <Button variant="default" size="md" onClick={onNext}>
          {texts.next}
        </Button>
      </Group>
      {data.isFree && <Alert color="ink">{texts.free}</Alert>}
      {!data.isFree && !data.isUsable && (
        <Alert color="yellow" title={texts.notUsable(cards.statuses[data.status])}>
          {isMovable(data.status) && (mayReplace ? texts.notUsableWhat : texts.notUsableAsk)}
        </Alert>
      )}
      <CardFigures page={data} />
      <TillActions card={data} who={data.firstName} isLarge />
      <JustDone card={data} />
    </Stack>
  )
}
