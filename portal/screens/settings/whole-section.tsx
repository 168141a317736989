import { Paper, Skeleton } from '@mantine/core'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EntryEditor } from './entry/entry-editor.tsx'
import type { Entry } from './entry/merge.ts'
import { MemberPlaces } from './member/member-places.tsx'
import { MemberPreview } from './member/member-preview.tsx'
import type { SettingsSection } from './sections.ts'
import { SettingsAbout } from './settings-about.tsx'

/** A section that is no list: the form alone. */
export function WholeSection({ section }: { readonly section: SettingsSection }) {
  const { file } = useTexts()
  const { title, about } = file.sections[section]
  return (
    <Page title={title} about={<SettingsAbout text={about} />} width="narrow">
      <WholeForm section={section} />
      {section === 'member' && <MemberPlaces />}
    </Page>
  )
}

export function WholeForm({ section }: { readonly section: SettingsSection }) {
  const { file } = useTexts()
  const { data, error, refetch, isPlaceholderData } = useAsking('entry', { section })
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <Paper p="lg">
      {data && !isPlaceholderData ? (
        <EntryEditor
          section={section}
          name={file.sections[section].title}
          original={{ entry: data.entry as Entry, version: data.version }}
          {...(section === 'member' && { preview: (entry) => <MemberPreview entry={entry} /> })}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </Paper>
  )
}
