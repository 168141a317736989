import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { CardStatus } from '../../../server/ground/kernel/card-status.ts'
import { useMay } from '../../ask/brand-context.ts'
import { newRequestId, useAsking } from '../../ask/queries.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { AllocateDialog } from './dialogs/allocate-dialog.tsx'
import { AmountDialog } from './dialogs/amount-dialog.tsx'
import { CheckoutDialog } from './dialogs/checkout-dialog.tsx'
import { MoveDialog } from './dialogs/move-dialog.tsx'
import { ReactivateDialog } from './dialogs/reactivate-dialog.tsx'
import { ReturnDialog } from './dialogs/return-dialog.tsx'
import { StatusDialog } from './dialogs/status-dialog.tsx'
import { functionKeyOf, useFunctionKeys, useOpenDialog } from './function-keys.ts'
import { Holds } from './holds.tsx'
import { usePlace } from './place.tsx'
import { useFocusOnScan } from './scans.tsx'
import type { ServedCard, TillDialog } from './till-dialog.ts'

type Action = Exclude<keyof Texts['till']['actions'], 'give'>

interface TillActionsProps {
  readonly card: ServedCard
  /** Whose card it is, as far as somebody may know it. */
  readonly who?: string | undefined
  readonly isLarge?: boolean
}

/** What can be done with a card just now, for those who may. */
export function TillActions({ card, who, isLarge = false }: TillActionsProps) {
  const { till: texts, parts } = useTexts()
  const [open, setOpen] = useState<{ readonly action: Action; readonly requestId: string }>()
  const may = useMayOnCards()
  const { data: setup } = useAsking('terminalSetup', {}, { enabled: may.serve || may.repair || may.adjust })
  const { location } = usePlace(setup?.places ?? [])
  const focusOnScan = useFocusOnScan()
  const actions = actionsOn(card, { ...may, reactivate: may.repair && setup?.reactivates === true })
  const start = (action: Action) => setOpen({ action, requestId: newRequestId() })
  const isReady = isLarge && setup !== undefined && open === undefined
  useFunctionKeys(actions, isReady ? (action) => start(action as Action) : undefined)
  useOpenDialog(open !== undefined)
  if (actions.length === 0) return null
  const close = () => setOpen(undefined)
  const label = (action: Action) => (action === 'issue' && may.repair ? texts.actions.give : texts.actions[action])
  return (
    <>
      <Group gap="sm">
        {actions.map((action, index) => (
          <Button
            key={action}
            size={isLarge ? 'xl' : 'sm'}
            variant={index === 0 ? 'filled' : 'default'}
            disabled={!setup}
            onClick={() => start(action)}
            {...(isLarge && keyHint(action))}
          >
            {label(action)}
          </Button>
        ))}
      </Group>
      {may.serve && isUsable(card) && <Holds card={card} location={location} />}
      <Modal
        opened={open !== undefined}
        onClose={close}
        // A touch beside it loses no basket.
        closeOnClickOutside={false}
        size={open?.action === 'checkout' || open?.action === 'returned' ? 'lg' : 'md'}
        // What is asked about is said with it: whoever looks up sees for whom it is.
        title={open && [label(open.action), who, card.cardNumber].filter(Boolean).join(' · ')}
        {...(focusOnScan && { returnFocus: false, onExitTransitionEnd: focusOnScan })}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        {open && setup && (
          <OpenDialog {...{ card, setup, location, action: open.action, requestId: open.requestId, onClose: close }} />
        )}
      </Modal>
    </>
  )
}

/** What somebody may do with cards at all. */
function useMayOnCards() {
  const [serve, repair, replace] = [useMay('terminal.use'), useMay('cards.repair'), useMay('cards.replace')]
  return { serve, repair, replace: replace || repair, adjust: useMay('cards.adjust') }
}

/** Shows the key that does the same, to those who see and to those who hear. */
export function keyHint(action: string) {
  const key = functionKeyOf(action)
  if (key === undefined) return {}
  const hint = (
    <Text span size="xs" aria-hidden>
      {key}
    </Text>
  )
  return { 'aria-keyshortcuts': key, rightSection: hint }
}

interface May {
  readonly serve: boolean
  readonly repair: boolean
  readonly replace: boolean
  readonly adjust: boolean
  readonly reactivate: boolean
}

const isUsable = ({ status }: ServedCard) => status === 'Activated' || status === 'Demo'

/** What a blocked card has is not lost: it moves to another card, or the card is found again. */
export const isMovable = (status: CardStatus) => status === 'Lost' || status === 'Stolen' || status === 'Suspended'
const revivable: ReadonlySet<CardStatus> = new Set(['Lost', 'Suspended', 'Expired'])

/** What can be done with a card of this status, the most usual first. */
function actionsOn(card: ServedCard, may: May): readonly Action[] {
  const { status } = card
  const isFree = status === 'Inventory' || status === 'Distributed'
  if (may.serve && isFree) return ['allocate']
  if (!isUsable(card))
    return [
      ...(may.replace && isMovable(status) ? (['replace'] as const) : []),
      ...(may.repair && isMovable(status) ? (['move'] as const) : []),
      ...(may.reactivate && revivable.has(status) ? (['reactivate'] as const) : []),
    ]
  return [
    ...(may.serve ? (['checkout', 'redeem', 'issue', 'hold', 'returned', 'cashOut'] as const) : []),
    ...(may.adjust ? (['adjust'] as const) : []),
    ...(may.replace ? (['replace'] as const) : []),
    ...(may.repair ? (['move', 'status'] as const) : []),
  ]
}

function OpenDialog({ action, ...dialog }: TillDialog & { readonly action: Action }) {
  switch (action) {
    case 'checkout':
      return <CheckoutDialog {...dialog} />
    case 'returned':
      return <ReturnDialog {...dialog} />
    case 'replace':
    case 'move':
      return <MoveDialog {...dialog} kind={action} />
    case 'reactivate':
      return <ReactivateDialog {...dialog} />
    case 'status':
      return <StatusDialog {...dialog} />
    case 'allocate':
      return <AllocateDialog {...dialog} />
    default:
      return <AmountDialog {...dialog} action={action} />
  }
}
