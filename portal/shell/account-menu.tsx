import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLanguage, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../ask/ask.ts'
import { useMe } from '../ask/brand-context.ts'
import { meQuery } from '../ask/session.ts'
import { leaveUnsure } from '../ask/surely.ts'
import { isLanguage, languages, type SpokenLanguage, useSpoken, useTexts } from '../texts/texts.ts'
import { useLock } from './lock.tsx'
import { useOwnPin } from './pin-item.tsx'

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

/** Who is logged in, and what is theirs alone: language, appearance, profile. */
export function AccountMenu() {
  const { shell } = useTexts()
  const { name, displayName, device } = useMe()
  const pin = useOwnPin()
  const navigate = useNavigate()
  const client = useQueryClient()
  const lock = useLock()
  const logOut = async () => {
    // Where cashiers take turns, the next may be here before the page is gone.
    if (device) return lock()
    leaveUnsure()
    await ask('logOut', {}).catch(() => undefined)
    client.clear()
    await navigate({ to: '/login' })
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon size="lg" variant="subtle" color="gray" aria-label={shell.account(displayName)}>
            <IconUserCircle size={24} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text fw={600} c="var(--mantine-color-text)" truncate>
              {displayName}
            </Text>
            {displayName !== name && name}
          </Menu.Label>
          {/* What belongs to the login itself takes more than a PIN. */}
          {!device?.isByPin && (
            <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => navigate({ to: '/profile' })}>
              {shell.profile}
            </Menu.Item>
          )}
          {pin.item}
          <Menu.Divider />
          <LanguageItems />
          <Menu.Divider />
          <AppearanceItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={logOut}>
            {shell.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {pin.dialog}
    </>
  )
}

function LanguageItems() {
  const { texts, language, speak } = useSpoken()
  const client = useQueryClient()
  const choose = (chosen: SpokenLanguage) => {
    speak(chosen)
    // It is theirs on other machines, too; if that fails, it is still spoken here.
    ask('changeProfile', { language: chosen }).then(
      () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
      () => undefined,
    )
  }
  return (
    <>
      <Menu.Label>{texts.shell.language}</Menu.Label>
      {Object.entries(languages).map(([id, label]) => (
        <Menu.Item
          key={id}
          lang={id}
          leftSection={<IconLanguage size={16} />}
          fw={id === language ? 600 : 400}
          aria-current={id === language || undefined}
          onClick={() => isLanguage(id) && choose(id)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}

function AppearanceItems() {
  const { shell } = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{shell.appearance}</Menu.Label>
      {schemes.map(([id, Icon]) => (
        <Menu.Item
          key={id}
          leftSection={<Icon size={16} />}
          fw={id === colorScheme ? 600 : 400}
          aria-current={id === colorScheme || undefined}
          onClick={() => setColorScheme(id)}
        >
          {shell[id]}
        </Menu.Item>
      ))}
    </>
  )
}
