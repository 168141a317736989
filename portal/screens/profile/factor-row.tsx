import { Box, Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconListNumbers, type TablerIcon } from '@tabler/icons-react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { PlainMoment } from '../../parts/plain-moment.tsx'
import { useTexts } from '../../texts/texts.ts'

type MyFactor = RouteAnswer<'myFactors'>['factors'][number]

const icons: Readonly<Record<MyFactor['kind'], TablerIcon>> = {
  totp: IconDeviceMobile,
  passkey: IconFingerprint,
  recoveryCode: IconListNumbers,
}

interface FactorRowProps {
  readonly factor: MyFactor
  /** Of recovery codes: how many are left. */
  readonly count: number | undefined
  readonly onRemove: () => void
}

export function FactorRow({ factor, count, onRemove }: FactorRowProps) {
  const { profile } = useTexts()
  const Icon = icons[factor.kind]
  const kind = profile.factorKinds[factor.kind]
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <Icon size={20} stroke={1.6} aria-hidden />
      <Box flex={1}>
        <Text size="sm">{count === undefined && factor.label !== '' ? `${factor.label} · ${kind}` : kind}</Text>
        <Text size="sm" c="dimmed" component="div">
          {count !== undefined && profile.codesLeft(String(count))}
          {count === undefined && factor.usedAt === undefined && profile.neverUsed}
          {count === undefined && factor.usedAt !== undefined && (
            <>
              {profile.lastUsed} <PlainMoment at={factor.usedAt} />
            </>
          )}
        </Text>
      </Box>
      {count === undefined && (
        <Button size="compact-sm" variant="default" aria-label={`${profile.remove}: ${kind}`} onClick={onRemove}>
          {profile.remove}
        </Button>
      )}
    </Group>
  )
}
