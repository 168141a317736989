import { Button, Collapse, Group, List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { useSpoken, useTexts } from '../../texts/texts.ts'
import { BringBack } from './bring-back.tsx'
import type { CampaignPage } from './page-answer.ts'

type Change = RouteAnswer<'campaignHistory'>['changes'][number]

/** Who changed a campaign, when and why, and in words what. */
export function CampaignHistory({ page }: { readonly page: CampaignPage }) {
  const { campaign: texts } = useTexts()
  const { data, error, refetch } = useAsking('campaignHistory', { campaign: page.id })
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>{texts.history}</Title>
        {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton height={96} />}
        {data?.changes.length === 0 && <Text c="dimmed">{texts.historyNone}</Text>}
        {data?.changes.map((change, index) => (
          <Row key={change.version} page={page} change={change} isNewest={index === 0} />
        ))}
      </Stack>
    </Paper>
  )
}

interface RowProps {
  readonly page: CampaignPage
  readonly change: Change
  readonly isNewest: boolean
}

function Row({ page, change, isNewest }: RowProps) {
  const { campaign: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { version, at, by, note, kinds } = change
  const what = kinds.map((kind) => texts.kinds[kind]).join(', ')
  const about = texts.version(String(version))
  return (
    <div>
      <Text fw={500}>{what.charAt(0).toUpperCase() + what.slice(1)}</Text>
      {note !== undefined && <Text>{note}</Text>}
      <Group gap="xs">
        <Text size="sm" c="dimmed" component="div">
          <Moment at={at} />
        </Text>
        {by !== undefined && (
          <Text size="sm" c="dimmed">
            {texts.by(by)}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${texts.changed}: ${about}`}
          onClick={() => setOpen((was) => !was)}
        >
          {texts.changed}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <InWords {...{ page, version, isNewest }} />}</Collapse>
    </div>
  )
}

interface InWordsProps {
  readonly page: CampaignPage
  readonly version: number
  readonly isNewest: boolean
}

function InWords({ page, version, isNewest }: InWordsProps) {
  const { campaign: texts } = useTexts()
  const { language } = useSpoken()
  const { data, error, refetch } = useAsking('campaignChange', { campaign: page.id, version, language })
  if (error) return <ErrorPanel error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={72} />
  const { nameBefore, gone, added, isThere } = data
  return (
    <Stack gap="xs" py="xs" pl="sm">
      {nameBefore !== undefined && <Text size="sm">{texts.calledBefore(nameBefore)}</Text>}
      <Sentences title={texts.changedFrom} sentences={gone} />
      <Sentences title={texts.changedTo} sentences={added} />
      {nameBefore === undefined && gone.length + added.length === 0 && <Text size="sm">{texts.noWords}</Text>}
      {isThere && !isNewest && <BringBack page={page} version={version} />}
    </Stack>
  )
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </div>
  )
}
