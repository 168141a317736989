import { Alert, Group, Skeleton, Stack } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Identifier } from '../../parts/identifier.tsx'
import { ListWithDetail } from '../../parts/list-with-detail.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CallPanel } from './call-panel.tsx'
import { CardFacts } from './card-facts.tsx'
import { CardFigures } from './card-figures.tsx'
import type { CardPageData } from './card-page-data.ts'
import { CardStatusBadge } from './card-status.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { HalfMoved } from './half-moved.tsx'
import { LookAsCustomer } from './look-as-customer.tsx'
import { Story } from './story.tsx'
import { TillActions } from './till-actions.tsx'

const route = getRouteApi('/b/$brand/cards/$card')

/** A card: who, how it stands, what is on it, what can be done, and what happened. */
export function CardScreen() {
  const { card } = route.useParams()
  const { cards: texts } = useTexts()
  const { data, error, refetch } = useAsking('cardPage', { cardNumber: card })
  if (error)
    return (
      <Page title={texts.number}>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </Page>
    )
  const shown = data?.cardNumber === card ? data : undefined
  const name = shown ? nameOf(shown) : ''
  return (
    <Page
      title={name || card}
      about={
        <Group gap="sm">
          <Identifier value={card} />
          {shown && <CardStatusBadge status={shown.status} />}
          {shown?.program !== undefined && <span>{shown.program}</span>}
          {shown && <LookAsCustomer cardNumber={card} />}
        </Group>
      }
    >
      {shown ? <Whole page={shown} /> : <Skeleton height={420} />}
    </Page>
  )
}

/** Empty for a card of nobody, or of somebody whom the visitor may not know. */
function nameOf({ details }: CardPageData): string {
  const { firstName, lastName } = details.customer ?? {}
  return [firstName, lastName].filter(Boolean).join(' ')
}

function Whole({ page }: { readonly page: CardPageData }) {
  const { text: open } = route.useSearch()
  const navigate = useNavigate()
  const { call } = useTexts()
  const [mayServe, mayRepair, mayAdjust] = [useMay('terminal.use'), useMay('cards.repair'), useMay('cards.adjust')]
  const seesPeople = useMay('customers.see')
  const show = (text: string | undefined) =>
    void navigate({ to: '.', search: { text } as never, replace: true, resetScroll: false })
  return (
    <Stack gap="lg">
      <Remarks page={page} />
      {page.status === 'Transfer' && page.replacedBy === undefined && <HalfMoved card={page} />}
      <CardFigures page={page} />
      {(mayServe || mayRepair || mayAdjust) && <TillActions card={page} who={nameOf(page)} />}
      <ListWithDetail
        list={
          <Stack gap="lg">
            <Story key={page.cardNumber} cardNumber={page.cardNumber} open={open} onOpen={show} />
            {seesPeople && <CustomerPanel page={page} />}
            <CardFacts page={page} />
          </Stack>
        }
        detail={
          open === undefined
            ? undefined
            : { title: call.title, content: <OpenCall text={open} />, onClose: () => show(undefined) }
        }
      />
    </Stack>
  )
}

function OpenCall({ text }: { readonly text: string }) {
  const { data, error } = useAsking('callDetail', { text })
  if (error) return <ErrorPanel error={error} />
  const [call] = data?.text === text ? data.calls : []
  return call ? <CallPanel call={call} /> : <Skeleton height={240} />
}

/** What stands in the way of using the card. */
function Remarks({ page }: { readonly page: CardPageData }) {
  const { cards: texts } = useTexts()
  const brand = useBrand()
  const moment = (at: number) => formatMoment(at, brand, 'minute')
  const card = (number: string) => (
    <BrandLink key={number} to={`cards/${encodeURIComponent(number)}`}>
      {number}
    </BrandLink>
  )
  return (
    <>
      {page.lock && <Alert color="yellow">{texts.locked(moment(page.lock.until))}</Alert>}
      {page.pinLockedUntil !== undefined && (
        <Alert color="yellow">{texts.pinLocked(moment(page.pinLockedUntil))}</Alert>
      )}
      {page.replacedBy !== undefined && (
        <Alert color="gray" title={texts.replacedBy}>
          {card(page.replacedBy)}
        </Alert>
      )}
      {page.replaces.length > 0 && (
        <Alert color="gray" title={texts.replaces}>
          <Group gap="sm">{page.replaces.map(card)}</Group>
        </Alert>
      )}
    </>
  )
}
