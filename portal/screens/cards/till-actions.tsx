import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { newRequestId, useAsking } from '../../ask/queries.ts'
import { useMay } from '../../shell/brand-context.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { AllocateDialog } from './dialogs/allocate-dialog.tsx'
import { AmountDialog } from './dialogs/amount-dialog.tsx'
import { CheckoutDialog } from './dialogs/checkout-dialog.tsx'
import { ReplaceDialog } from './dialogs/replace-dialog.tsx'
import { ReturnDialog } from './dialogs/return-dialog.tsx'
import { StatusDialog } from './dialogs/status-dialog.tsx'
import { Holds } from './holds.tsx'
import { usePlace } from './place.tsx'
import type { ServedCard, TillDialog } from './till-dialog.ts'

type Action = Exclude<keyof Texts['till']['actions'], 'give'>

/** What can be done with a card just now, for those who may. */
export function TillActions({ card, isLarge = false }: { readonly card: ServedCard; readonly isLarge?: boolean }) {
  const { till: texts, parts } = useTexts()
  const [open, setOpen] = useState<{ readonly action: Action; readonly requestId: string }>()
  const [mayServe, mayRepair, mayAdjust] = [useMay('terminal.use'), useMay('cards.repair'), useMay('cards.adjust')]
  const { data: setup } = useAsking('terminalSetup', {}, { enabled: mayServe })
  const { location } = usePlace(setup?.places ?? [])
  const isUsable = card.status === 'Activated' || card.status === 'Demo'
  const isFree = card.status === 'Inventory' || card.status === 'Distributed'
  const serving: readonly Action[] = ['checkout', 'redeem', 'issue', 'hold', 'returned', 'cashOut']
  const actions: readonly Action[] = [
    ...(mayServe && isUsable ? serving : []),
    ...(mayServe && isFree ? (['allocate'] as const) : []),
    ...(mayAdjust && mayServe && isUsable ? (['adjust'] as const) : []),
    ...(mayRepair && isUsable ? (['replace', 'status'] as const) : []),
  ]
  const close = () => setOpen(undefined)
  const label = (action: Action) => (action === 'issue' && mayRepair ? texts.actions.give : texts.actions[action])
  return (
    <>
      <Group gap="sm">
        {actions.map((action, index) => (
          <Button
            key={action}
            size={isLarge ? 'xl' : 'sm'}
            variant={index === 0 ? 'filled' : 'default'}
            disabled={!setup}
            onClick={() => setOpen({ action, requestId: newRequestId() })}
          >
            {label(action)}
          </Button>
        ))}
      </Group>
      {mayServe && isUsable && <Holds card={card} location={location} />}
      <Modal
        opened={open !== undefined}
        onClose={close}
        size={open?.action === 'checkout' || open?.action === 'returned' ? 'lg' : 'md'}
        title={open && label(open.action)}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        {open && setup && (
          <OpenDialog {...{ card, setup, location, action: open.action, requestId: open.requestId, onClose: close }} />
        )}
      </Modal>
    </>
  )
}

function OpenDialog({ action, ...dialog }: TillDialog & { readonly action: Action }) {
  switch (action) {
    case 'checkout':
      return <CheckoutDialog {...dialog} />
    case 'returned':
      return <ReturnDialog {...dialog} />
    case 'replace':
      return <ReplaceDialog {...dialog} />
    case 'status':
      return <StatusDialog {...dialog} />
    case 'allocate':
      return <AllocateDialog {...dialog} />
    default:
      return <AmountDialog {...dialog} action={action} />
  }
}
