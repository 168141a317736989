import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { pointOf, typedAmount } from '../../parts/read-amount.ts'
import { useSpoken, useTexts } from '../../texts/texts.ts'
import { useFocusOnScan } from './scans.tsx'

interface QuickAmount {
  readonly label: string
  readonly amount: number
}

interface NumberPadProps {
  readonly value: string
  readonly quick: readonly QuickAmount[]
  readonly onChange: (typed: string) => void
}

const digits = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const

/** For whoever serves with a finger. The keyboard passes it by. */
export function NumberPad({ value, quick, onChange }: NumberPadProps) {
  const { till: texts } = useTexts()
  const { language } = useSpoken()
  const point = pointOf(language)
  if (useFocusOnScan() === undefined) return null
  const isPoint = (key: string) => key === point && /[.,]/.test(value)
  return (
    <Stack gap="xs" role="group" aria-label={texts.pad}>
      <Group gap="xs" display={quick.length === 0 ? 'none' : 'flex'}>
        {quick.map(({ label, amount }) => (
          <Button
            key={label}
            size="md"
            variant="light"
            tabIndex={-1}
            onClick={() => onChange(typedAmount(amount, language))}
          >
            {label}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={3} spacing="xs" maw={300}>
        {[...digits, point, '0'].map((key) => (
          <Button
            key={key}
            size="md"
            variant="default"
            tabIndex={-1}
            onClick={() => onChange(isPoint(key) ? value : value + key)}
          >
            {key}
          </Button>
        ))}
        <Button
          size="md"
          variant="default"
          tabIndex={-1}
          aria-label={texts.padBack}
          onClick={() => onChange(value.slice(0, -1))}
        >
          <IconBackspace size={20} stroke={1.6} />
        </Button>
      </SimpleGrid>
    </Stack>
  )
}
