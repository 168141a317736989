import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { newRequestId, useAsking, useCallToChange } from '../../ask/queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatAmount } from '../../parts/format.ts'
import { Identifier } from '../../parts/identifier.tsx'
import { useTexts } from '../../texts/texts.ts'

/** The code by which a member brings others: made on demand, shown with its link, and revoked. */
export function CardReferral({ cardNumber }: { readonly cardNumber: string }) {
  const { friends: texts } = useTexts()
  const brand = useBrand()
  const mayChange = useMay('customers.change')
  const { data, isPlaceholderData } = useAsking('cardReferral', { cardNumber })
  if (!data?.isOffered || isPlaceholderData) return null
  const { code, brought } = data
  return (
    <Paper p="md" component="section" aria-label={texts.title}>
      <Title order={2} mb="xs">
        {texts.title}
      </Title>
      <Stack gap="xs">
        {code === undefined ? <Text size="sm">{texts.none}</Text> : <Identifier value={code} />}
        <Text size="sm" c="dimmed">
          {texts.brought(brought, formatAmount(brought, brand))}
        </Text>
        {mayChange && <Actions key={code} cardNumber={cardNumber} hasCode={code !== undefined} />}
      </Stack>
    </Paper>
  )
}

interface ActionsProps {
  readonly cardNumber: string
  readonly hasCode: boolean
}

function Actions({ cardNumber, hasCode }: ActionsProps) {
  const { friends: texts } = useTexts()
  const making = useCallToChange('referralCode')
  const revoking = useCallToChange('referralCode')
  const [isAsking, setAsking] = useState(false)
  const link = making.data?.link
  const make = () => making.mutate({ request: { cardNumber, action: 'get' }, requestId: newRequestId() })
  const revoke = () =>
    revoking.mutate(
      { request: { cardNumber, action: 'revoke' }, requestId: newRequestId() },
      {
        onSuccess: () => {
          setAsking(false)
          showDone(texts.revoked)
        },
      },
    )
  return (
    <>
      {link !== undefined && <Identifier value={link} />}
      <Group gap="xs">
        {link === undefined && (
          <Button variant="default" size="compact-sm" loading={making.isPending} onClick={make}>
            {hasCode ? texts.showLink : texts.make}
          </Button>
        )}
        {hasCode && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
            {texts.revoke}
          </Button>
        )}
      </Group>
      {making.error && <ErrorPanel error={making.error} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.revokeTitle}
        consequence={texts.revokeWhat}
        action={texts.revoke}
        isDestructive
        isBusy={revoking.isPending}
        error={revoking.error}
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
