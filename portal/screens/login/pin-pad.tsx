import { Button, SimpleGrid } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'

interface PinPadProps {
  readonly value: string
  readonly onChange: (typed: string) => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0'] as const

/** For whoever types with a finger. The keyboard passes it by. */
export function PinPad({ value, onChange }: PinPadProps) {
  const { login, till } = useTexts()
  return (
    <SimpleGrid cols={3} spacing="xs" role="group" aria-label={login.pin.pad}>
      {digits.map((digit) =>
        digit === '' ? (
          <span key="none" />
        ) : (
          <Button key={digit} size="lg" variant="default" tabIndex={-1} onClick={() => onChange(value + digit)}>
            {digit}
          </Button>
        ),
      )}
      <Button
        size="lg"
        variant="default"
        tabIndex={-1}
        aria-label={till.padBack}
        onClick={() => onChange(value.slice(0, -1))}
      >
        <IconBackspace size={20} stroke={1.6} />
      </Button>
    </SimpleGrid>
  )
}
