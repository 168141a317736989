import { Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalling } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { draftMoods, type FoundDraft } from './draft.ts'
import { DraftActions } from './draft-actions.tsx'
import { DraftNotices } from './draft-notices.tsx'
import { EntryComparison, type Way } from './entry-comparison.tsx'
import { FaultPanel } from './fault-panel.tsx'

const route = getRouteApi('/b/$brand/campaigns/drafts/$draft')

/** A draft: what it changes, what stands against it, and what can be done with it. Its address is what one shares. */
export function DraftScreen() {
  const { draft: draftId } = route.useParams()
  const { drafts: texts } = useTexts()
  const { data, error, refetch } = useCalling('draftLookup', { draftId })
  if (error)
    return (
      <Page title={texts.title}>
        <ErrorPanel error={error} onRetry={() => refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title={texts.title}>
        <Skeleton height={320} />
      </Page>
    )
  return <OpenDraft found={data} />
}

function OpenDraft({ found }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  const [way, setWay] = useState<Way>('words')
  const { draft, entries, faults, warnings } = found
  const about = (
    <Group gap="sm">
      <StatusBadge mood={draftMoods[draft.state]} text={texts.states[draft.state]} />
      {texts.by(draft.changedBy, draft.revision)}
      <BrandLink to="campaigns/drafts">{texts.toList}</BrandLink>
    </Group>
  )
  return (
    <Page title={draft.title} about={about} primary={<DraftActions found={found} />}>
      <Stack>
        <DraftNotices found={found} />
        <FaultPanel draftId={draft.draftId} title={texts.faults(faults.length)} faults={faults} isBad />
        <FaultPanel draftId={draft.draftId} title={texts.warnings(warnings.length)} faults={warnings} />
        <Group justify="space-between">
          <TryLinks draftId={draft.draftId} />
          <SegmentedControl
            aria-label={texts.view}
            value={way}
            onChange={(value) => setWay(value as Way)}
            data={[
              { value: 'words', label: texts.inWords },
              { value: 'yaml', label: texts.asYaml },
            ]}
          />
        </Group>
        {entries.map((entry) => (
          <EntryComparison key={`${entry.section} ${entry.key ?? ''}`} found={found} entry={entry} way={way} />
        ))}
      </Stack>
    </Page>
  )
}

/** Where a draft is tried before it counts. */
function TryLinks({ draftId }: { readonly draftId: string }) {
  const { drafts: texts } = useTexts()
  return (
    <Group gap="md">
      <BrandLink to="campaigns/simulator" search={{ tried: { draft: draftId } }}>
        {texts.tryIt}
      </BrandLink>
      <BrandLink to="campaigns/replays" search={{ draft: draftId }}>
        {texts.replayIt}
      </BrandLink>
    </Group>
  )
}
