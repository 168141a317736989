import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTexts } from '../texts/texts.ts'
import { PlainMoment } from './plain-moment.tsx'

interface Session {
  readonly sessionId: string
  readonly beganAt: number
  readonly seenAt: number
  readonly address: string
  readonly browser: string
  readonly isThis: boolean
}

interface SessionListProps {
  readonly sessions: readonly Session[] | undefined
  readonly onEnd?: (sessionId: string) => void
  /** How times are written; absent: as outside of any brand. */
  readonly Time?: ComponentType<{ readonly at: number }>
}

/** Where somebody is logged in. */
export function SessionList({ sessions, onEnd, Time = PlainMoment }: SessionListProps) {
  const { parts } = useTexts()
  if (!sessions) return <Skeleton height={44} />
  return (
    <Stack gap="sm">
      {sessions.map(({ sessionId, seenAt, address, browser, isThis }) => (
        <Group key={sessionId} wrap="nowrap" align="flex-start" gap="sm">
          <IconDeviceDesktop size={20} stroke={1.6} aria-hidden />
          <Box flex={1}>
            <Text size="sm">{browserName(browser)}</Text>
            <Text size="sm" c="dimmed">
              {address} · {parts.lastSeen} <Time at={seenAt} />
            </Text>
          </Box>
          {isThis && (
            <Badge variant="light" tt="none">
              {parts.thisOne}
            </Badge>
          )}
          {onEnd && !isThis && (
            <Button size="compact-sm" variant="default" onClick={() => onEnd(sessionId)}>
              {parts.end}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}

/** The part of what a browser says of itself that people know. */
function browserName(browser: string): string {
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(browser)?.[0]
  const name = /(Edg|Firefox|Chrome|Safari)\//.exec(browser)?.[1]?.replace('Edg', 'Edge')
  return [name, system].filter((one) => one !== undefined).join(' · ') || browser.slice(0, 60)
}
