import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'

interface MakeMoreProps {
  readonly of: 'cards' | 'coupons'
  readonly set: string
  readonly onClose: () => void
}

/** Makes more cards or coupons of a set. */
export function MakeMore({ of, set, onClose }: MakeMoreProps) {
  useFocusBack()
  const { settings, coupons, parts } = useTexts()
  const brand = useBrand()
  const texts = of === 'cards' ? settings.program : coupons
  const [count, setCount] = useState<number | string | undefined>(100)
  const [requestId] = useState(newRequestId)
  const makeCards = useCallToChange('generateCards')
  const makeCoupons = useCallToChange('generateCoupons')
  const change = of === 'cards' ? makeCards : makeCoupons
  const onSuccess = (made: { readonly count: number }) => {
    showDone(texts.made(formatAmount(made.count, brand)))
    onClose()
  }
  const make = () => {
    if (typeof count !== 'number') return
    if (of === 'cards') makeCards.mutate({ request: { cardSetId: set, count }, requestId }, { onSuccess })
    else makeCoupons.mutate({ request: { couponSetId: set, count }, requestId }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={texts.moreTitle(set)} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make()
        }}
      >
        <Stack>
          <Text size="sm">{texts.moreWhat}</Text>
          <AmountInput label={settings.program.count} data-autofocus scale={0} value={count} onChange={setCount} />
          {change.error && <ErrorPanel error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={typeof count !== 'number'}>
              {settings.program.make}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
