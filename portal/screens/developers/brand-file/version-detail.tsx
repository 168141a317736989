import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ChangeList } from './file-findings.tsx'
import { RollBack } from './roll-back.tsx'
import type { ListedVersion } from './version.ts'

interface VersionDetailProps {
  readonly version: ListedVersion
  readonly current: number
}

/** One version: who made it, why, and what it changed. */
export function VersionDetail({ version, current }: VersionDetailProps) {
  const { versions: texts } = useTexts()
  const brand = useBrand()
  const mayChange = useMay('configuration.change')
  const [isGoingBack, setIsGoingBack] = useState(false)
  const { changes, changeCount, note, actor, date, source } = version
  const isCurrent = version.version === current
  const rest = changeCount - changes.length
  return (
    <Stack gap="lg">
      {isCurrent && (
        <div>
          <StatusBadge mood="good" text={texts.current} />
        </div>
      )}
      <Facts
        facts={[
          [texts.when, <Moment key="w" at={date} />],
          [texts.who, actor ?? texts.nobody],
          [texts.source, texts.sources[source]],
          [texts.why, note ?? texts.noNote],
        ]}
      />
      <Group gap="md">
        {!isCurrent && mayChange && (
          <Button variant="default" onClick={() => setIsGoingBack(true)}>
            {texts.rollBack}
          </Button>
        )}
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/b/$brand/developers/file"
              params={{ brand: brand.id }}
              search={{ version: version.version }}
            />
          )}
        >
          {texts.showFile}
        </Anchor>
      </Group>
      {changes.length > 0 ? (
        <ChangeList title={texts.what} changes={changes} />
      ) : (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {rest > 0 && <Text size="sm">{texts.more(formatAmount(rest, brand))}</Text>}
      {isGoingBack && <RollBack version={version.version} onClose={() => setIsGoingBack(false)} />}
    </Stack>
  )
}
