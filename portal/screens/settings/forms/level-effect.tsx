import { Alert, List, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { formatAmount } from '../../../parts/format.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import type { Entry } from '../entry/merge.ts'

interface LevelEffectProps {
  readonly program: string
  readonly before: Entry
  readonly after: Entry
}

/** What a change of levels does to customers, in numbers, before it is saved. */
export function LevelEffect({ program, before, after }: LevelEffectProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { language } = useSpoken()
  const seesPeople = useMay('customers.see')
  const [settled] = useDebouncedValue(after, 500)
  const { data } = useAsking('levelPreview', { program, entry: settled as never }, { enabled: seesPeople })
  if (!seesPeople || data?.isReadable === false) return null
  if (!data) return <Skeleton height={90} />
  const names = new Map([...levelsOf(before), ...levelsOf(after)])
  const count = (number: number) => formatAmount(number, { language })
  const moved = data.levels.filter(({ level, gain, lose, later }) => level !== '' && gain + lose + later > 0)
  const lines = moved.map((one) => texts.levelLine(names.get(one.level) ?? one.level, one, count))
  const none = data.levels.find(({ level }) => level === '')
  return (
    <Alert
      color="ink"
      variant="light"
      icon={<IconUsers size={20} />}
      title={texts.effectTitle(count(data.customers))}
      role="status"
    >
      {lines.length === 0 && <Text size="sm">{texts.noEffect}</Text>}
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {(none?.gain ?? 0) > 0 && <List.Item>{texts.toNone(none?.gain ?? 0, count)}</List.Item>}
      </List>
      {!data.isExact && (
        <Text size="xs" c="dimmed">
          {texts.onlySome}
        </Text>
      )}
    </Alert>
  )
}

function levelsOf({ tiers }: Entry): readonly (readonly [string, string])[] {
  const levels: readonly unknown[] = isRecord(tiers) && Array.isArray(tiers.levels) ? tiers.levels : []
  return levels.filter(isRecord).map(({ id, name }) => [String(id), String(name ?? id)] as const)
}
