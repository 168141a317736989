import { Paper, Skeleton, Stack, Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Actions, nameOf } from '../entry/entry-detail.tsx'
import { EntryEditor } from '../entry/entry-editor.tsx'
import { type Entry, isSame } from '../entry/merge.ts'
import { LevelEffect } from '../forms/level-effect.tsx'
import { SettingsAbout } from '../settings-about.tsx'
import { CardSetStock } from './card-set-stock.tsx'
import { type ProgramTab, programTabs } from './program-tabs.ts'

const route = getRouteApi('/b/$brand/settings/programs/$program')

const keysOf: Readonly<Record<ProgramTab, readonly string[]>> = {
  program: ['id', 'name', 'type', 'currency', 'pinLength', 'cardsExpireAfter'],
  valueTypes: ['valueTypes'],
  cardSets: ['cardSets'],
  tiers: ['tiers'],
}

/** A program, with what its cards hold, the cards themselves, and the levels that they reach. */
export function ProgramScreen() {
  const { file } = useTexts()
  const { program, brand } = route.useParams()
  const navigate = useNavigate()
  const { data, error, refetch, isPlaceholderData } = useAsking('entry', { section: 'programs', key: program })
  const entry = isPlaceholderData ? undefined : (data?.entry as Entry | undefined)
  const toList = (search: object) =>
    void navigate({ to: '/b/$brand/settings/$section', params: { brand, section: 'programs' }, search } as never)
  return (
    <Page
      title={entry ? nameOf(entry, 'id') : program}
      about={<SettingsAbout text={file.sections.programs.about} to="programs" />}
      secondary={
        entry &&
        data && <Actions section="programs" {...{ entry }} version={data.version} entryKey={program} onOpen={toList} />
      }
    >
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {entry && data ? (
        <ProgramTabs key={program} program={program} entry={entry} version={data.version} />
      ) : (
        !error && <Skeleton height={400} />
      )}
    </Page>
  )
}

interface ProgramTabsProps {
  readonly program: string
  readonly entry: Entry
  readonly version: number
}

function ProgramTabs({ program, entry, version }: ProgramTabsProps) {
  const { settings } = useTexts()
  const { tab = 'program' } = route.useSearch()
  const navigate = useNavigate()
  return (
    <Stack>
      <Tabs value={tab} onChange={(next) => void navigate({ to: '.', search: { tab: next } as never, replace: true })}>
        <Tabs.List>
          {programTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {settings.program.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {tab === 'cardSets' && <CardSetStock program={program} />}
      <Paper p="lg" maw={760}>
        <EntryEditor
          section="programs"
          name={nameOf(entry, 'id')}
          original={{ entry, version }}
          keys={keysOf[tab]}
          effect={(before, after) =>
            isSame(before.tiers, after.tiers) ? null : <LevelEffect {...{ program, before, after }} />
          }
        />
      </Paper>
    </Stack>
  )
}
