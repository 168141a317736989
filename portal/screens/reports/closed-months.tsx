import { Button, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatMonth } from '../../../server/domain/report-words/cell-words.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/figures.tsx'
import type { TableColumn } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { daysOf } from './month-days.ts'
import type { ClosedMonth } from './report-answer.ts'

/** The closed months. Only the last can be opened again, by an administrator. */
export function ClosedMonths({ months }: { readonly months: readonly ClosedMonth[] | undefined }) {
  const texts = useTexts().reports.months
  const { language } = useBrand()
  const mayReopen = useMay('books.reopen')
  const [open, setOpen] = useState<string>()
  const last = months?.[0]?.month
  const columns = useMemo((): readonly TableColumn<ClosedMonth>[] => {
    const name = ({ month }: ClosedMonth) => formatMonth(month, language)
    return [
      {
        id: 'month',
        title: texts.month,
        plain: ({ month }) => month,
        show: (row) => (
          <BrandLink to="reports/roll-forward" search={daysOf(row.month)}>
            {name(row)}
          </BrandLink>
        ),
      },
      {
        id: 'closedDate',
        title: texts.closedAt,
        plain: ({ closedDate }) => closedDate,
        show: ({ closedDate }) => <Moment at={closedDate} />,
      },
      { id: 'closedBy', title: texts.closedBy, plain: ({ closedBy }) => closedBy, show: ({ closedBy }) => closedBy },
      {
        id: 'reopen',
        title: texts.actions,
        isSortable: false,
        plain: () => undefined,
        show: ({ month }) =>
          mayReopen &&
          month === last && (
            <Button variant="default" size="compact-sm" onClick={() => setOpen(month)}>
              {texts.reopen}
            </Button>
          ),
      },
    ]
  }, [texts, language, mayReopen, last])
  return (
    <>
      <DataTable
        name={texts.list}
        rows={months}
        columns={columns}
        rowKey={({ month }) => month}
        hasFilter={false}
        empty={<EmptyState title={texts.noneClosed} what={texts.noneClosedWhat} />}
      />
      {open !== undefined && <ReopenDialog month={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function ReopenDialog({ month, onClose }: { readonly month: string; readonly onClose: () => void }) {
  const texts = useTexts().reports.months
  const { language } = useBrand()
  const [reason, setReason] = useState('')
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('reopenMonth')
  const name = formatMonth(month, language)
  const reopen = () => {
    if (reason.trim() === '') return
    const onSuccess = () => {
      showDone(texts.reopened(name))
      onClose()
    }
    change.mutate({ request: { month, reason: reason.trim() }, requestId }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={texts.reopenTitle(name)}
      consequence={
        <Stack gap="sm">
          <span>{texts.reopenConsequence}</span>
          <TextInput label={texts.reason} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        </Stack>
      }
      action={texts.reopen}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={reopen}
      onClose={onClose}
    />
  )
}
