import { Button, List, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAskToChange } from '../../ask/queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Erases the customer after saying, table by table, what that removes. */
export function EraseCustomer({ cardNumber }: { readonly cardNumber: string }) {
  const { customer: texts } = useTexts()
  const { id: brand } = useBrand()
  const [isOpen, setOpen] = useState(false)
  const trial = useMutation({ mutationFn: () => ask('eraseCustomer', { cardNumber, isTrial: true }, brand) })
  const erasing = useAskToChange('eraseCustomer')
  const open = () => {
    setOpen(true)
    trial.mutate()
  }
  const erase = () =>
    erasing.mutate(
      { cardNumber },
      {
        onSuccess: () => {
          setOpen(false)
          showDone(texts.erased)
        },
      },
    )
  const names: Readonly<Record<string, string>> = texts.removedParts
  const { removed = [], sharedAddresses = 0 } = trial.data ?? {}
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.erase}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.eraseTitle}
        consequence={
          <Stack gap="xs">
            <Text>{texts.eraseWhat}</Text>
            {trial.isPending && <Skeleton height={90} />}
            <List size="sm">
              {removed.map(({ what, count }) => (
                <List.Item key={what}>{`${names[what] ?? what}: ${count}`}</List.Item>
              ))}
            </List>
            {sharedAddresses > 0 && <Text size="sm">{texts.eraseShared(sharedAddresses)}</Text>}
          </Stack>
        }
        action={texts.erase}
        isDestructive
        isBusy={erasing.isPending || !trial.data}
        error={trial.error ?? erasing.error}
        onConfirm={erase}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
