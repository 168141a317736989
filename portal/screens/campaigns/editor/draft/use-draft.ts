import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { writtenName } from '../../../../../server/domain/brand/entries/written-name.ts'
import { call } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { newRequestId, useCalling } from '../../../../ask/queries.ts'
import { beginWith, changedTo, currentText, type History, redone, undone, wholeStep } from '../model/history.ts'
import { addressOf, type DraftAddress, type DraftText, type LookedUpDraft, type Saving, sentEntry } from './draft.ts'
import { useSavedBeforeLeaving } from './use-saved-before-leaving.ts'

/** After the last letter, so long until it is saved. */
const saveAfterMs = 700
/** Titles can be this long. */
const titleMax = 200

interface Own {
  readonly title: string
  readonly revision: number
  readonly entries: readonly DraftText[]
  /** The texts that each entry has had here. */
  readonly histories: Readonly<Record<string, History>>
}

const ownOf = ({ draft, entries }: LookedUpDraft): Own => ({
  title: draft.title,
  revision: draft.revision,
  entries: entries.map(({ section, key, text }) => ({ section, key, text })),
  histories: Object.fromEntries(entries.map((one) => [addressOf(one), beginWith(one.text ?? '')])),
})

/** A draft that is written: it is kept here, and saved a moment after each change. */
export function useDraft(draftId: string) {
  const looked = useCalling('draftLookup', { draftId })
  const [own, setOwn] = useState<Own>()
  const [saving, setSaving] = useState<Saving>({ kind: 'saved' })
  const { data } = looked
  useEffect(() => {
    // What somebody else has saved is shown at once, unless something of one's own is not saved yet.
    if (data && saving.kind === 'saved')
      setOwn((current) => (current && current.revision >= data.draft.revision ? current : ownOf(data)))
  }, [data, saving])
  const { save, settle } = useSaving(draftId, own, setOwn, setSaving)
  const alter = useCallback((step: (own: Own) => Own) => {
    setOwn((current) => current && step(current))
    setSaving((current) => (current.kind === 'conflict' ? current : { kind: 'changed' }))
  }, [])
  const change = (entry: DraftAddress, step: (history: History) => History, before = '') =>
    alter((current) => withStep(current, entry, step, before))
  useEffect(() => {
    if (saving.kind !== 'changed' || !own) return
    const timer = setTimeout(() => save(own), saveAfterMs)
    return () => clearTimeout(timer)
  }, [own, saving, save])
  useSavedBeforeLeaving(saving)
  useUnsavedWarning(saving.kind === 'changed' || saving.kind === 'saving' || saving.kind === 'conflict')
  return {
    looked,
    own,
    saving,
    retry: () => own && save(own),
    settle,
    setText: (entry: DraftText, text: string, what: string) =>
      change(entry, (history) => changedTo(history, text, { what, at: performance.now() })),
    /** Changes an entry from what it says by then; one that the draft does not have begins with `before`. */
    edit: (entry: DraftAddress, next: (text: string) => string, before: string) =>
      change(
        entry,
        (history) => changedTo(history, next(currentText(history)), { what: wholeStep, at: performance.now() }),
        before,
      ),
    /** Takes an entry out of the draft, so that it stays as it is live. */
    leaveOut: (entry: DraftAddress) => alter((current) => without(current, entry)),
    undo: (entry: DraftText) => change(entry, undone),
    redo: (entry: DraftText) => change(entry, redone),
  }
}

function without(own: Own, entry: DraftAddress): Own {
  const { [addressOf(entry)]: _, ...histories } = own.histories
  return { ...own, entries: own.entries.filter((one) => addressOf(one) !== addressOf(entry)), histories }
}

function withStep(own: Own, entry: DraftAddress, step: (history: History) => History, before: string): Own {
  const address = addressOf(entry)
  const history = step(own.histories[address] ?? beginWith(before))
  const text = currentText(history)
  const isThere = own.entries.some((one) => addressOf(one) === address)
  const entries = own.entries.map((one) => (addressOf(one) === address ? { ...one, text } : one))
  return {
    ...own,
    title: titleWith(own.title, own.entries.find((one) => addressOf(one) === address)?.text, text),
    entries: isThere ? entries : [...entries, { section: entry.section, key: entry.key, text }],
    histories: { ...own.histories, [address]: history },
  }
}

/** A draft that is called like its campaign goes on to be when that gets another name. */
function titleWith(title: string, before: string | undefined, after: string): string {
  const [old, next] = [writtenName(before ?? ''), writtenName(after)]
  return old === title && next !== undefined ? next.slice(0, titleMax) : title
}

function useSaving(
  draftId: string,
  own: Own | undefined,
  setOwn: (change: (own: Own | undefined) => Own | undefined) => void,
  setSaving: (change: Saving | ((saving: Saving) => Saving)) => void,
) {
  const { id: brand } = useBrand()
  const client = useQueryClient()
  const running = useRef(false)
  const save = useCallback(
    async ({ title, revision, entries }: Own) => {
      if (running.current) return
      running.current = true
      setSaving({ kind: 'saving' })
      try {
        const request = { draftId, revision, title, entries: entries.map(sentEntry) }
        const saved = await call('saveDraft', request, { brand, requestId: newRequestId() })
        setOwn((current) => current && { ...current, revision: saved.revision })
        // What was typed meanwhile is saved next.
        setSaving((current) => (current.kind === 'saving' ? { kind: 'saved' } : current))
        await client.invalidateQueries({ queryKey: [brand, 'draftLookup'], refetchType: 'none' })
        await client.invalidateQueries({ queryKey: [brand, 'listDrafts'], refetchType: 'none' })
      } catch (error) {
        const theirs = await call('draftLookup', { draftId }, { brand }).catch(() => undefined)
        const isConflict = theirs !== undefined && theirs.draft.revision !== revision
        setSaving(isConflict ? { kind: 'conflict', theirs } : { kind: 'failed', error })
      } finally {
        running.current = false
      }
    },
    [brand, client, draftId, setOwn, setSaving],
  )
  /** Ends a conflict: with what the other has, or with one's own on top of it. */
  const settle = (theirs: LookedUpDraft, isMine: boolean) => {
    if (!isMine) {
      setOwn(() => ownOf(theirs))
      setSaving({ kind: 'saved' })
      return
    }
    if (own) setOwn(() => ({ ...own, revision: theirs.draft.revision }))
    setSaving({ kind: 'changed' })
  }
  return { save, settle }
}

/** The browser asks before a page is left whose last words are not saved. */
function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
