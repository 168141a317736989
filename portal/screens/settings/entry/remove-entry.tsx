import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ListSection } from '../../../../server/domain/brand/edits.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useAsking, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { formatAmount } from '../../../parts/format.ts'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type SettingsSection, sectionLooks } from '../sections.ts'
import classes from '../settings.module.css'
import type { Entry } from './merge.ts'
import { Faults } from './save-panel.tsx'
import { useUndo } from './use-undo.ts'

interface RemoveEntryProps {
  readonly section: SettingsSection
  readonly entry: Entry
  readonly entryKey: string
  readonly version: number
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Asks before an entry goes, and says what hangs on it. */
export function RemoveEntry({ section, entry, entryKey, version, onRemoved, onClose }: RemoveEntryProps) {
  const { settings } = useTexts()
  const { keyName } = sectionLooks[section]
  const name = String(entry.name ?? entryKey)
  const [requestId] = useState(newRequestId)
  const request = { edits: [{ section, key: entryKey }], baseVersion: version }
  const check = useAsking('checkEdits', request as never)
  const undo = useUndo()
  const remove = useCallToChange('editBrand', ({ version: made }) => {
    undo(name, { section, keyName, before: entry, after: undefined, version: made })
    onRemoved()
  })
  const faults = check.data?.faults ?? []
  return (
    <ConfirmDialog
      isOpen
      title={settings.removeTitle(name)}
      consequence={
        <Stack gap="sm">
          <Text size="sm">{settings.removeWhat}</Text>
          <Stock section={section} entry={entry} entryKey={entryKey} />
          <Mentions section={section} entryKey={entryKey} />
          <Faults title={settings.removeBroken} faults={faults} color="red" />
        </Stack>
      }
      action={settings.remove}
      isDestructive
      isBusy={remove.isPending || check.isPending}
      error={remove.error ?? check.error}
      onClose={onClose}
      onConfirm={() => {
        if (faults.length > 0) return
        remove.mutate({ request: request as never, requestId } as never)
      }}
    />
  )
}

function Mentions({ section, entryKey }: { readonly section: SettingsSection; readonly entryKey: string }) {
  const { settings, file } = useTexts()
  const { data } = useAsking('references', { section: section as ListSection, key: entryKey })
  if (!data) return null
  if (data.total === 0) return <Text size="sm">{settings.removeNotReferred}</Text>
  const sections: Readonly<Record<string, { readonly one: string }>> = file.sections
  return (
    <div>
      <Text size="sm">{settings.removeReferred(data.total)}</Text>
      <ul className={classes.lines}>
        {data.mentions.map((one) => (
          <li key={`${one.section} ${one.key}`}>
            <Text size="sm">{`${sections[one.section]?.one ?? one.section} ${one.name}`}</Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface StockProps {
  readonly section: SettingsSection
  readonly entry: Entry
  readonly entryKey: string
}

/** How many cards or coupons hang on it. */
function Stock({ section, entryKey }: StockProps) {
  const { settings } = useTexts()
  const brand = useBrand()
  const maySeeCoupons = useMay('coupons.see')
  const cards = useAsking('cardStock', {}, { enabled: section === 'programs' })
  const coupons = useAsking('couponStock', {}, { enabled: section === 'couponSets' && maySeeCoupons })
  const shown = (count: number, max: number) => boundedCount(count, max, (one) => formatAmount(one, brand), settings)
  if (section === 'programs' && cards.data) {
    const all = cards.data.sets
      .filter(({ program }) => program === entryKey)
      .reduce((sum, { all: one }) => sum + one, 0)
    return <Text size="sm">{settings.removeCards(shown(all, cards.data.countedMax))}</Text>
  }
  const set = section === 'couponSets' ? coupons.data?.sets.find((one) => one.set === entryKey) : undefined
  return set && coupons.data ? (
    <Text size="sm">{settings.removeCoupons(shown(set.free, coupons.data.countedMax))}</Text>
  ) : null
}

/** A number that was counted only so far says so. */
export const boundedCount = (
  count: number,
  max: number,
  format: (count: number) => string,
  { bounded }: Pick<Texts['settings'], 'bounded'>,
): string => (count >= max ? bounded(format(max)) : format(count))
