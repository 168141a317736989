import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useAskToChange } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { useTexts } from '../../texts/texts.ts'

interface NewSecretsProps {
  readonly approvalId: string
  readonly hasNewSecrets?: boolean
}

/** What an approved webhook signs with: for whoever asked for it, who sets up its receiver. */
export function NewSecrets({ approvalId, hasNewSecrets = false }: NewSecretsProps) {
  const { approval: texts } = useTexts()
  const [shown, setShown] = useState<RouteAnswer<'newSecrets'>['newSecrets']>()
  const see = useAskToChange('newSecrets', ({ newSecrets }) => setShown(newSecrets))
  return (
    <>
      {see.error && <ErrorPanel error={see.error} />}
      {hasNewSecrets && (
        <Group justify="flex-end">
          <Button loading={see.isPending} onClick={() => see.mutate({ approvalId })}>
            {texts.showSecret}
          </Button>
        </Group>
      )}
      {shown && (
        <ShownOnce
          title={texts.secretTitle}
          what={texts.secretWhat}
          secrets={shown.map(({ address, secret }) => ({ label: address, value: secret }))}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
