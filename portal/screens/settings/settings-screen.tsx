import { Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatAmount } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { AdministrationLinks } from '../administration/administration-links.tsx'
import { overviewGroups, type SettingsSection, sectionLooks } from './sections.ts'
import classes from './settings.module.css'

/** Everything that is configured, section by section. */
export function SettingsScreen() {
  const { settings } = useTexts()
  const maySee = useMay('configuration.see')
  const { data, error, refetch } = useAsking('configurationOverview', {}, { enabled: maySee })
  const counts = new Map(data?.sections.map(({ section, count }) => [section, count]))
  return (
    <Page title={settings.title} about={data ? settings.about(String(data.version)) : '\u00a0'}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {(maySee ? overviewGroups : []).map(({ id, sections }) => (
        <Stack key={id} gap="sm" component="section" aria-label={settings.groups[id]}>
          <Title order={2}>{settings.groups[id]}</Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
            {sections.map((section) => (
              <SectionLink key={section} section={section} count={data && (counts.get(section) ?? 0)} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
      <AdministrationLinks />
    </Page>
  )
}

function SectionLink({ section, count }: { readonly section: SettingsSection; readonly count: number | undefined }) {
  const { settings, file } = useTexts()
  const brand = useBrand()
  const { Icon, keyName } = sectionLooks[section]
  const { title, about } = file.sections[section]
  return (
    <Paper
      className={classes.section}
      component={Link}
      // Segments have pages of their own, where their conditions are written in words.
      to={section === 'segments' ? '/b/$brand/campaigns/segments' : '/b/$brand/settings/$section'}
      params={{ brand: brand.id, section } as never}
    >
      <Group wrap="nowrap" align="flex-start">
        <Icon size={22} stroke={1.6} aria-hidden className={classes.icon} />
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          {keyName !== undefined && (
            <Text size="sm" c="dimmed" mt={4} component="div">
              {count === undefined ? (
                <Skeleton height={14} width={70} my={4} />
              ) : (
                settings.entries(count, formatAmount(count, brand))
              )}
            </Text>
          )}
        </div>
      </Group>
    </Paper>
  )
}
