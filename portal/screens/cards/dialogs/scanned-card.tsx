import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useNextScan, useScanTarget } from '../scans.tsx'
import type { TillDialog } from '../till-dialog.ts'
import type { OtherCardsState } from './use-other-cards.ts'

interface ScannedCardProps extends Pick<TillDialog, 'card'> {
  readonly products: TillDialog['setup']['products']
  readonly others: OtherCardsState
  /** The sale is being sent: what is scanned is no part of it. */
  readonly isFrozen: boolean
}

/** A card that is scanned over a basket may be one that pays, or the next customer's: it is asked, and no basket is lost. */
export function ScannedCard({ card, products, others, isFrozen }: ScannedCardProps) {
  const { till: texts } = useTexts()
  const [scanned, setScanned] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const openNext = useNextScan()
  useScanTarget((text) => {
    if (isFrozen || text === card.cardNumber || products.some(({ sku }) => sku === text)) return false
    others.forget()
    setScanned(text)
    return true
  })
  if (scanned === undefined) return null
  const letPay = () => {
    setBusy(true)
    void others.add(scanned).then((isTaken) => {
      setBusy(false)
      if (isTaken) setScanned(undefined)
    })
  }
  return (
    <Alert color="ink" role="alert" title={texts.scannedCard(scanned)}>
      <Text size="sm" mb="xs">
        {others.fault ?? texts.scannedCardWhat}
      </Text>
      <Group gap="sm">
        {others.mayAdd && (
          <Button key={scanned} onClick={letPay} loading={isBusy} autoFocus>
            {texts.letPay}
          </Button>
        )}
        <Button variant="default" onClick={() => openNext?.(scanned)}>
          {texts.nextInstead}
        </Button>
        <Button variant="subtle" onClick={() => setScanned(undefined)}>
          {texts.leaveCard}
        </Button>
      </Group>
    </Alert>
  )
}
