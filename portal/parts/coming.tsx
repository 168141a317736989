import { Paper } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import type { Texts } from '../texts/shape.ts'
import { useTexts } from '../texts/texts.ts'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

/** A section of the navigation that has no screens yet. */
export function Coming({ section }: { readonly section: keyof Texts['shell']['sections'] }) {
  const { shell } = useTexts()
  return (
    <Page title={shell.sections[section]}>
      <Paper>
        <EmptyState icon={<IconTools size={36} stroke={1.4} />} title={shell.comingSoon} what={shell.comingSoonWhy} />
      </Paper>
    </Page>
  )
}
