import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useAsking, useCallToChange } from '../../../ask/queries.ts'
import { type SettingsSection, sectionLooks } from '../sections.ts'
import { type Entry, isSame } from './merge.ts'

/** An entry as it was read, and in which version. A new one has none. */
export interface Original {
  readonly entry?: Entry | undefined
  readonly version: number
}

/** An entry that is being changed: what it was, what it is to be, and what the server says of that. */
export function useEntryEdit(section: SettingsSection, original: Original, first: Entry) {
  const [base, setBase] = useState<Original>(original)
  const [value, setValue] = useState<Entry>(first)
  const [requestId, setRequestId] = useState(newRequestId)
  const isDirty = !isSame(value, base.entry ?? {})
  const { keyName } = sectionLooks[section]
  const key = keyName === undefined ? undefined : value[keyName]
  const hasKey = keyName === undefined || (typeof key === 'string' && key !== '')
  useEffect(() => {
    // What somebody else has saved is shown at once, unless something of one's own is not saved yet.
    if (isDirty || original.version <= base.version || original.entry === undefined) return
    setBase(original)
    setValue(original.entry)
  }, [original, base, isDirty])
  const edit = { section, ...(typeof key === 'string' && { key }), entry: value } as const
  const check = useCheck({ edit, baseVersion: base.version }, isDirty && hasKey, original.version)
  const save = useCallToChange('editBrand')
  const path = typeof key === 'string' ? `${section}[${key}]` : section
  return {
    section,
    base,
    value,
    setValue,
    isDirty,
    hasKey,
    path,
    check,
    save,
    /** The request that is made when it is saved; pressed twice, it happens once. */
    request: (note: string) => ({
      request: { edits: [edit], baseVersion: base.version, ...(note !== '' && { note }) },
      requestId,
      ...(note !== '' && { note }),
    }),
    /** It was saved, or merged with what somebody else has saved. */
    rebase: (next: Original, nextValue: Entry) => {
      setBase(next)
      setValue(nextValue)
      setRequestId(newRequestId())
    },
    renew: () => setRequestId(newRequestId()),
    discard: () => setValue(base.entry ?? {}),
  }
}

interface Checked {
  readonly edit: { readonly section: SettingsSection; readonly key?: string; readonly entry: Entry }
  readonly baseVersion: number
}

const nothing = { faults: [], warnings: [], changes: [], lines: [], overtaken: [] } as const

/** What the server says of the change, a moment after the last letter was typed. */
function useCheck(current: Checked, isEnabled: boolean, seenVersion: number) {
  const { id } = useBrand()
  const client = useQueryClient()
  const [settled] = useDebouncedValue(current, 350)
  const isSettled = isSame(settled, current)
  const request = { edits: [settled.edit], baseVersion: settled.baseVersion }
  const { data, error, isFetching } = useAsking('checkEdits', request as never, { enabled: isEnabled && isSettled })
  useEffect(() => {
    // Somebody has made another version: what was checked may be overtaken.
    if (seenVersion > 0) client.invalidateQueries({ queryKey: [id, 'checkEdits'] }).catch(() => undefined)
  }, [client, id, seenVersion])
  return {
    ...(isEnabled && data ? data : nothing),
    error: isEnabled ? error : null,
    isPending: isEnabled && (!isSettled || isFetching || !data),
  }
}
