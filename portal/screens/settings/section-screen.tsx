import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { Page } from '../../parts/page.tsx'
import { NotThere } from '../../shell/not-there.tsx'
import { useTexts } from '../../texts/texts.ts'
import { AddEntry, SectionList } from './section-list.tsx'
import { isSettingsSection, type SettingsSection, sectionLooks } from './sections.ts'
import { SettingsAbout } from './settings-about.tsx'
import { WholeSection } from './whole-section.tsx'

const route = getRouteApi('/b/$brand/settings/$section')

/** A section of the configuration: its entries, or the section itself where it is no list. */
export function SectionScreen() {
  const { section } = route.useParams()
  if (!isSettingsSection(section)) return <NotThere />
  return sectionLooks[section].keyName === undefined ? (
    <WholeSection key={section} section={section} />
  ) : (
    <ListPage key={section} section={section} />
  )
}

function ListPage({ section }: { readonly section: SettingsSection }) {
  const { title, about } = useTexts().file.sections[section]
  const search = route.useSearch()
  return (
    <Page
      title={title}
      about={<SettingsAbout text={about} />}
      primary={<AddEntry section={section} />}
      secondary={<Import section={section} />}
    >
      <SectionList section={section} search={search} />
    </Page>
  )
}

function Import({ section }: { readonly section: SettingsSection }) {
  const { settings } = useTexts()
  const { id } = useBrand()
  const mayChange = useMay('configuration.change')
  if (section !== 'products' || !mayChange) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} />}
      component={Link}
      to="/b/$brand/settings/products/import"
      params={{ brand: id } as never}
    >
      {settings.products.import}
    </Button>
  )
}
