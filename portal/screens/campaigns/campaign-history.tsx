import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/texts.ts'

type Change = RouteAnswer<'campaignHistory'>['changes'][number]

/** Who changed a campaign, when and why. */
export function CampaignHistory({ campaign }: { readonly campaign: string }) {
  const { campaign: texts } = useTexts()
  const { data, error, refetch } = useAsking('campaignHistory', { campaign })
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>{texts.history}</Title>
        {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton height={96} />}
        {data?.changes.length === 0 && <Text c="dimmed">{texts.historyNone}</Text>}
        {data?.changes.map((change) => (
          <Row key={change.version} change={change} />
        ))}
      </Stack>
    </Paper>
  )
}

function Row({ change: { version, at, by, note, kinds } }: { readonly change: Change }) {
  const { campaign: texts } = useTexts()
  const what = kinds.map((kind) => texts.kinds[kind]).join(', ')
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
          {texts.version(String(version))}
        </Text>
      </Group>
    </div>
  )
}
