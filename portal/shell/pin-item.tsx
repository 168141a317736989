import { Button, Menu, Modal } from '@mantine/core'
import { IconPassword } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../ask/ask.ts'
import { useMe } from '../ask/brand-context.ts'
import { meQuery } from '../ask/session.ts'
import { showDone } from '../parts/done-message.tsx'
import { ErrorPanel } from '../parts/error-panel.tsx'
import { PinForm } from '../parts/pin-form.tsx'
import { useTexts } from '../texts/texts.ts'

/** For a cashier who came to a registered device by the password. */
export function useOwnPin() {
  const { device } = useMe()
  const [isOpen, setOpen] = useState(false)
  const own = device?.mayHavePin && !device.isByPin ? device : undefined
  const open = () => setOpen(true)
  return {
    item: own && <PinItem onClick={open} />,
    dialog: own && isOpen && <PinDialog device={own.name} hasPin={own.hasPin} onClose={() => setOpen(false)} />,
  }
}

function PinItem({ onClick }: { readonly onClick: () => void }) {
  const { pin } = useTexts().login
  return (
    <Menu.Item leftSection={<IconPassword size={16} />} onClick={onClick}>
      {pin.ofDevice}
    </Menu.Item>
  )
}

interface PinDialogProps {
  readonly device: string
  readonly hasPin: boolean
  readonly onClose: () => void
}

function PinDialog({ device, hasPin, onClose }: PinDialogProps) {
  const { login, parts } = useTexts()
  const client = useQueryClient()
  const done = (text: string) => {
    showDone(text)
    onClose()
    void client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const remove = useMutation({
    mutationFn: () => ask('removePin', {}),
    onSuccess: () => done(login.pin.removed),
  })
  return (
    <Modal opened onClose={onClose} title={login.pin.title(device)} closeButtonProps={{ 'aria-label': parts.close }}>
      {remove.error && <ErrorPanel error={remove.error} />}
      <PinForm
        onDone={() => done(login.pin.done)}
        other={
          hasPin && (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {login.pin.remove}
            </Button>
          )
        }
      />
    </Modal>
  )
}
