import { Button } from '@mantine/core'
import { PinForm } from '../../parts/pin-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { LoginCard } from './login-card.tsx'

interface NewPinStepProps {
  readonly device: string
  readonly environment: string | undefined
  readonly onDone: () => void
}

/** A cashier who came by the password to a registered device may set a PIN for the next time. */
export function NewPinStep({ device, environment, onDone }: NewPinStepProps) {
  const { pin } = useTexts().login
  return (
    <LoginCard title={pin.setTitle} why={pin.setWhy(device)} environment={environment}>
      <PinForm
        onDone={onDone}
        other={
          <Button variant="default" onClick={onDone}>
            {pin.later}
          </Button>
        }
      />
    </LoginCard>
  )
}
