import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { useWebhooks } from './webhook.ts'
import { useWebhookColumns } from './webhook-columns.tsx'
import { WebhookDetail } from './webhook-detail.tsx'
import { WebhookForm } from './webhook-form.tsx'

const route = getRouteApi('/b/$brand/developers/webhooks')

/** The webhooks of the brand, and how they stand. */
export function WebhooksScreen() {
  const { webhooks: texts } = useTexts()
  const { webhooks, version, error, retry } = useWebhooks()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = useMay('configuration.change')
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const columns = useWebhookColumns(open !== undefined)
  const show = (id: string | undefined) => {
    navigate({ search: (before) => ({ ...before, open: id }), replace: true }).catch(() => undefined)
  }
  const opened = webhooks?.find(({ entry }) => entry.id === open)
  const add = mayChange && (
    <Button leftSection={<IconPlus size={16} />} disabled={version === undefined} onClick={() => setIsAdding(true)}>
      {texts.add}
    </Button>
  )
  const list = (
    <DataTable
      name={texts.title}
      rows={webhooks}
      columns={columns}
      rowKey={({ entry }) => entry.id}
      openKey={open}
      onOpen={({ entry }) => show(entry.id)}
      onClose={() => show(undefined)}
      empty={<EmptyState icon={<IconWebhook size={36} stroke={1.4} />} title={texts.empty} what={texts.emptyWhat} />}
    />
  )
  const detail = opened &&
    version !== undefined && {
      title: opened.entry.id,
      content: (
        <WebhookDetail key={opened.entry.id} webhook={opened} version={version} onGone={() => show(undefined)} />
      ),
      onClose: () => show(undefined),
    }
  return (
    <DevelopersPage tab="webhooks" about={texts.about} primary={add}>
      {error ? (
        <ErrorPanel error={error} onRetry={retry} />
      ) : (
        <ListWithDetail list={list} detail={detail || undefined} />
      )}
      {isAdding && version !== undefined && (
        <WebhookForm version={version} onClose={() => setIsAdding(false)} onSecret={setSecret} />
      )}
      {secret !== undefined && <SigningSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </DevelopersPage>
  )
}
