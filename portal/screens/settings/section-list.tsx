import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { ListWithDetail } from '../../parts/list-with-detail.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EntryDetail, nameOf } from './entry/entry-detail.tsx'
import type { Entry } from './entry/merge.ts'
import { useColumns } from './entry-columns.tsx'
import type { SectionSearch } from './section-search.ts'
import { type SettingsSection, sectionLooks } from './sections.ts'

const pageSize = 50

interface SectionListProps {
  readonly section: SettingsSection
  readonly search: SectionSearch
}

/** The entries of a section, and beside them the one that is open. */
export function SectionList({ section, search }: SectionListProps) {
  const { settings, file } = useTexts()
  const { title, one, empty } = file.sections[section]
  const open = useOpening(section)
  const { keyName = 'id' } = sectionLooks[section]
  const { data, error, refetch } = useEntries(section, search)
  const isOpen = search.open !== undefined || search.add === true || search.copy !== undefined
  const columns = useColumns(section)
  const rows = data?.entries as readonly Entry[] | undefined
  const opened = rows?.find((row) => row[keyName] === search.open)
  const detail = {
    title: search.open === undefined ? settings.newOne(one) : nameOf(opened, keyName) || search.open,
    content: <EntryDetail section={section} search={search} onOpen={open} />,
    onClose: () => open({}),
  }
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <ListWithDetail
      list={
        <DataTable
          name={title}
          rows={rows}
          columns={columns}
          rowKey={(row) => String(row[keyName])}
          onOpen={(row) => open({ open: String(row[keyName]) })}
          onClose={() => open({})}
          openKey={search.open}
          {...(data && { total: data.total })}
          pageSize={pageSize}
          empty={<EmptyState title={settings.emptyTitle(title)} what={empty} action={<AddEntry section={section} />} />}
        />
      }
      detail={isOpen ? detail : undefined}
    />
  )
}

function useEntries(section: SettingsSection, { filter, sort, down, page = 1 }: SectionSearch) {
  return useAsking('listEntries', {
    section,
    text: filter ?? '',
    ...(sort !== undefined && { sort }),
    descending: down ?? false,
    from: (page - 1) * pageSize,
    count: pageSize,
  })
}

export function AddEntry({ section }: { readonly section: SettingsSection }) {
  const { settings, file } = useTexts()
  const open = useOpening(section)
  const mayChange = useMay('configuration.change')
  if (!mayChange) return null
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open({ add: true })}>
      {settings.addOne(file.sections[section].one)}
    </Button>
  )
}

/** Opens an entry beside the list. Programs are too large for that, and have a page of their own. */
function useOpening(section: SettingsSection) {
  const navigate = useNavigate()
  const { id: brand } = useBrand()
  return (next: Pick<SectionSearch, 'open' | 'add' | 'copy'>) => {
    if (section === 'programs' && next.open !== undefined)
      return void navigate({
        to: '/b/$brand/settings/programs/$program',
        params: { brand, program: next.open },
      } as never)
    const search = ({ open: _, add: _add, copy: _copy, ...table }: SectionSearch) => ({ ...table, ...next })
    navigate({ to: '.', search: search as never, resetScroll: false }).catch(() => undefined)
  }
}
