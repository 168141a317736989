import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconDeviceTablet, IconListDetails, IconUsers } from '@tabler/icons-react'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { useTexts } from '../../texts/texts.ts'

/** The part of the settings that is about people: who may do what, and who did what. */
export function AdministrationLinks() {
  const { administration } = useTexts()
  const isWhole = useBrand().locations === undefined
  const mayUsers = useMay('users.manage') && isWhole
  const mayAudit = useMay('audit.see') && isWhole
  if (!mayUsers && !mayAudit) return null
  const links = [
    ...(mayUsers ? [{ to: 'settings/users', Icon: IconUsers, ...administration.users }] : []),
    ...(mayUsers ? [{ to: 'settings/devices', Icon: IconDeviceTablet, ...administration.devices }] : []),
    ...(mayAudit ? [{ to: 'settings/audit', Icon: IconListDetails, ...administration.audit }] : []),
  ]
  return (
    <Stack gap="sm" component="section" aria-label={administration.title}>
      <Title order={2}>{administration.title}</Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {links.map(({ to, Icon, title, about }) => (
          <BrandLink key={to} to={to} underline="never" c="inherit">
            <Paper p="md" h="100%">
              <Group wrap="nowrap" align="flex-start">
                <Icon size={22} stroke={1.6} aria-hidden />
                <div>
                  <Text fw={600}>{title}</Text>
                  <Text size="sm" c="dimmed">
                    {about}
                  </Text>
                </div>
              </Group>
            </Paper>
          </BrandLink>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
