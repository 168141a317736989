import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { useKeyColumns } from './key-columns.tsx'
import { KeyDetail } from './key-detail.tsx'
import { NewKey } from './new-key.tsx'
import { type MadeKey, SecretShown } from './secret-shown.tsx'

const route = getRouteApi('/b/$brand/developers/keys')

/** The keys of the brand. */
export function KeysScreen() {
  const { keys } = useTexts()
  const { data, error, refetch } = useCalling('listKeys', {})
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const columns = useKeyColumns(open !== undefined)
  const show = (key: string | undefined) => {
    navigate({ search: (before) => ({ ...before, open: key }), replace: true }).catch(() => undefined)
  }
  const opened = data?.keys.find(({ key }) => key === open)
  const add = useMay('keys.manage') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsMaking(true)}>
      {keys.newKey}
    </Button>
  )
  const empty = <EmptyState icon={<IconKey size={36} stroke={1.4} />} title={keys.empty} what={keys.emptyWhat} />
  const list = (
    <DataTable
      name={keys.title}
      // Those that were made last are looked for most.
      rows={data?.keys.toReversed()}
      columns={columns}
      rowKey={({ key }) => key}
      openKey={open}
      onOpen={({ key }) => show(key)}
      onClose={() => show(undefined)}
      empty={empty}
    />
  )
  const detail = opened && {
    title: opened.key,
    content: <KeyDetail key={opened.key} apiKey={opened} onSecret={setMade} />,
    onClose: () => show(undefined),
  }
  return (
    <DevelopersPage tab="keys" about={keys.about} primary={add}>
      {error ? <ErrorPanel error={error} onRetry={refetch} /> : <ListWithDetail list={list} detail={detail} />}
      {isMaking && (
        <NewKey
          onClose={() => setIsMaking(false)}
          onMade={(shown) => {
            setIsMaking(false)
            setMade(shown)
          }}
        />
      )}
      {made && <SecretShown made={made} onClose={() => setMade(undefined)} />}
    </DevelopersPage>
  )
}
