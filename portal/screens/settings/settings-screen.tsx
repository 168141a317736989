import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { AdministrationLinks } from '../administration/administration-links.tsx'

export function SettingsScreen() {
  const { shell } = useTexts()
  return (
    <Page title={shell.sections.settings}>
      <AdministrationLinks />
    </Page>
  )
}
