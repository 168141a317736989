import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, type RouteAnswer } from '../../ask/ask.ts'
import { asking } from '../../ask/queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { useTexts } from '../../texts/texts.ts'
import { AddFactor } from './add-factor.tsx'
import { FactorRow } from './factor-row.tsx'

type MyFactor = RouteAnswer<'myFactors'>['factors'][number]

/** What whoever is logged in proves themselves with, besides the password. */
export function MyFactors() {
  const { profile, parts } = useTexts()
  const client = useQueryClient()
  const factors = useQuery(asking('myFactors', {}))
  const [adding, setAdding] = useState<'totp' | 'passkey'>()
  const [leaving, setLeaving] = useState<MyFactor>()
  const close = () => {
    setAdding(undefined)
    setLeaving(undefined)
  }
  const finish = async (text: string) => {
    close()
    await client.invalidateQueries({ queryKey: [''] })
    showDone(text)
  }
  const shown = factors.data && asShown(factors.data.factors)
  return (
    <Stack>
      {factors.error && <ErrorPanel error={factors.error} onRetry={() => factors.refetch()} />}
      {!shown && !factors.error && <Skeleton height={44} />}
      {shown?.length === 0 && <Text size="sm">{profile.none}</Text>}
      {shown?.map(({ factor, count }) => (
        <FactorRow key={factor.factorId} factor={factor} count={count} onRemove={() => setLeaving(factor)} />
      ))}
      <Group>
        <Button variant="default" onClick={() => setAdding('totp')}>
          {profile.addApp}
        </Button>
        <Button variant="default" onClick={() => setAdding('passkey')}>
          {profile.addPasskey}
        </Button>
      </Group>
      <Modal
        opened={adding !== undefined}
        onClose={close}
        title={adding === 'totp' ? profile.addApp : profile.addPasskey}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        {adding && <AddFactor kind={adding} onDone={() => finish(profile.added)} />}
      </Modal>
      {leaving && <RemoveFactor factor={leaving} onClose={close} onDone={finish} />}
    </Stack>
  )
}

/** Recovery codes are one row, with how many of them are left. */
function asShown(factors: readonly MyFactor[]): readonly { readonly factor: MyFactor; readonly count?: number }[] {
  const codes = factors.filter(({ kind }) => kind === 'recoveryCode')
  const others = factors.filter(({ kind }) => kind !== 'recoveryCode').map((factor) => ({ factor }))
  const [first] = codes
  return first ? [...others, { factor: first, count: codes.length }] : others
}

interface RemoveFactorProps {
  readonly factor: MyFactor
  readonly onClose: () => void
  readonly onDone: (text: string) => void
}

function RemoveFactor({ factor, onClose, onDone }: RemoveFactorProps) {
  const { profile } = useTexts()
  const label = factor.label || profile.factorKinds[factor.kind]
  const remove = useMutation({
    mutationFn: () => ask('removeFactor', { factorId: factor.factorId }),
    onSuccess: () => onDone(profile.removed(label)),
  })
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={profile.remove}
      consequence={profile.removeWhat(label)}
      action={profile.remove}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
