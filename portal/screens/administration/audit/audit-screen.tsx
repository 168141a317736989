import { Code, Stack, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { useCalling } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { Identifier } from '../../../parts/identifier.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { Page } from '../../../parts/page.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'

type Entry = OperationAnswer<'auditLog'>['entries'][number]

const route = getRouteApi('/b/$brand/settings/audit')

/** As many as are worth filtering in the browser. */
const entriesMax = 1000

/** Who changed what by hand. */
export function AuditScreen() {
  const { administration } = useTexts()
  const { audit } = administration
  const { data, error, refetch } = useCalling('auditLog', { maxResults: entriesMax })
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: '/b/$brand/settings/audit' })
  const show = (entryId?: string) =>
    navigate({ to: '.', search: (before) => ({ ...before, open: entryId }), resetScroll: false })
  const entry = data?.entries.find(({ entryId }) => entryId === open)
  return (
    <Page title={audit.title} about={audit.about}>
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      <ListWithDetail
        list={
          <DataTable
            name={audit.title}
            rows={data?.entries}
            columns={columnsOf(audit)}
            rowKey={({ entryId }) => entryId}
            onOpen={({ entryId }) => show(entryId)}
            openKey={open}
            onClose={() => show()}
            isPart={data?.nextPage !== undefined}
            empty={<EmptyState title={audit.empty} what={audit.emptyWhat} />}
          />
        }
        detail={entry && { title: entry.text, content: <EntryDetail entry={entry} />, onClose: () => show() }}
      />
    </Page>
  )
}

const columnsOf = (audit: Texts['administration']['audit']) => [
  {
    id: 'what',
    title: audit.what,
    show: (entry: Entry) => <Text size="sm">{entry.text}</Text>,
    plain: (entry: Entry) => entry.text,
  },
  {
    id: 'who',
    title: audit.who,
    show: ({ actor, actorType }: Entry) => `${actor} · ${audit.actorTypes[actorType]}`,
    plain: ({ actor }: Entry) => actor,
  },
  {
    id: 'why',
    title: audit.why,
    show: ({ note }: Entry) => (note === undefined ? null : <Text size="sm">{note}</Text>),
    plain: ({ note = '' }: Entry) => note,
  },
  {
    id: 'when',
    title: audit.when,
    show: ({ date }: Entry) => <Moment at={date} detail="second" />,
    plain: ({ date }: Entry) => date,
  },
]

function EntryDetail({ entry }: { readonly entry: Entry }) {
  const { audit } = useTexts().administration
  return (
    <Stack gap="sm">
      <Fact label={audit.when}>
        <Moment at={entry.date} detail="second" />
      </Fact>
      <Fact label={audit.who}>{`${entry.actor} · ${audit.actorTypes[entry.actorType]}`}</Fact>
      {entry.from !== undefined && <Fact label={audit.from}>{entry.from}</Fact>}
      {entry.requestRef !== undefined && (
        <Fact label={audit.request}>
          <Identifier value={entry.requestRef} />
        </Fact>
      )}
      {entry.note !== undefined && <Fact label={audit.why}>{entry.note}</Fact>}
      <State label={audit.before} state={entry.before} />
      <State label={audit.after} state={entry.after} />
      <Fact label={audit.seal}>
        {entry.seal === undefined ? audit.notSealed : <Identifier value={entry.seal.slice(0, 16)} />}
      </Fact>
      <Text size="sm" c="dimmed">
        {audit.sealWhy}
      </Text>
    </Stack>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="div" size="sm">
        {children}
      </Text>
    </div>
  )
}

/** What it was or became, as it was kept. */
function State({ label, state }: { readonly label: string; readonly state: unknown }) {
  if (state === undefined) return null
  return (
    <Fact label={label}>
      <Code block tabIndex={0}>
        {JSON.stringify(state, null, 2)}
      </Code>
    </Fact>
  )
}
